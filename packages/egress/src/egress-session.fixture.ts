import { afterEach } from 'vitest';
import { parseEgressAllow } from './egress-allow.ts';
import { type EgressSession, type EgressSessionOptions, openEgressSession } from './egress-session.ts';

const closeFunctions: (() => Promise<void>)[] = [];

/**
 * Returns a function that opens a session and closes it after the test. Without `options.resolve`, no name exists.
 * `resolved` lists the names that the resolver was called with.
 */
export function createSessionOpener() {
  afterEach(async () => {
    for (const close of closeFunctions.splice(0)) await close();
  });
  return async (
    allow = '',
    options: Partial<EgressSessionOptions> = {},
  ): Promise<EgressSession & { resolved: string[] }> => {
    const resolved: string[] = [];
    const resolve =
      options.resolve ?? (() => Promise.reject(Object.assign(new Error('not found'), { code: 'ENOTFOUND' })));
    const opened = await openEgressSession({
      ...options,
      allow: parseEgressAllow(allow),
      resolve: (host) => {
        resolved.push(host);
        return resolve(host);
      },
    });
    closeFunctions.push(opened.close);
    return { ...opened, resolved };
  };
}
