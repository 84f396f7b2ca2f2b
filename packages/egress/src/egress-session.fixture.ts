import { afterEach } from 'vitest';
import { type EgressSession, type EgressSessionOptions, openEgressSession } from './egress-session.ts';
import type { Resolve } from './names/name-resolver.ts';
import { parseEgressAllow } from './policy/egress-allow.ts';

const closeFunctions: (() => Promise<void>)[] = [];

/**
 * Returns a function that opens a session and closes it after the test. Without `options.resolve` and
 * `options.resources`, no name can be resolved. `resolved` lists the names that were passed to `options.resolve`.
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
    const recordedResolve: Resolve = (host, signal) => {
      resolved.push(host);
      return resolve(host, signal);
    };
    const opened = await openEgressSession({
      ...options,
      allow: parseEgressAllow(allow),
      ...((options.resolve || !options.resources) && { resolve: recordedResolve }),
    });
    closeFunctions.push(opened.close);
    return { ...opened, resolved };
  };
}
