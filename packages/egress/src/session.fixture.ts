import { afterEach } from 'vitest';
import { parseEgressAllow } from './egress-allow.ts';
import { type EgressSession, type EgressSessionOptions, openEgressSession } from './egress-session.ts';

const closers: (() => Promise<void>)[] = [];

/** Opens sessions that end with their test; without a resolver no name exists. `asked` is what the resolver was asked. */
export function sessions() {
  afterEach(async () => {
    for (const close of closers.splice(0)) await close();
  });
  return async (
    allow = '',
    options: Partial<EgressSessionOptions> = {},
  ): Promise<EgressSession & { asked: string[] }> => {
    const asked: string[] = [];
    const resolve =
      options.resolve ?? (() => Promise.reject(Object.assign(new Error('no'), { code: 'ENOTFOUND' })));
    const opened = await openEgressSession({
      ...options,
      allow: parseEgressAllow(allow),
      resolve: (host) => {
        asked.push(host);
        return resolve(host);
      },
    });
    closers.push(opened.close);
    return { ...opened, asked };
  };
}
