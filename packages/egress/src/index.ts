// Written by `pnpm barrels`, from what other files import.

export { defaultLimits, type EgressLimits } from './egress-limits.ts';
export type { CountedProblem, EgressProblemCode, EgressRule } from './egress-problem.ts';
export { createEgressResources, type EgressResources } from './egress-resources.ts';
export { type EgressSession, openEgressSession } from './egress-session.ts';
export type { Resolve } from './names/name-resolver.ts';
export { allowNothing, type EgressAllow, parseEgressAllow } from './policy/egress-allow.ts';
export { checkUrl } from './policy/url-policy.ts';
export { egressProblemHeader, type ProxyListener } from './proxy/egress-proxy.ts';
