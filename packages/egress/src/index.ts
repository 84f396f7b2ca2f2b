export { defaultLimits, type EgressLimits } from './egress-limits.ts';
export type { CountedProblem, EgressProblem, EgressProblemCode, EgressRule } from './egress-problem.ts';
export { createEgressResources, type EgressResources } from './egress-resources.ts';
export {
  type EgressSession,
  type EgressSessionOptions,
  openEgressSession,
} from './egress-session.ts';
export type { Resolve } from './names/name-resolver.ts';
export { addressRefusal, isPublicAddress } from './policy/address-policy.ts';
export { allowNothing, type EgressAllow, parseEgressAllow } from './policy/egress-allow.ts';
export { checkUrl, type UrlCheck } from './policy/url-policy.ts';
export { egressProblemHeader, type ProxyListener } from './proxy/egress-proxy.ts';
