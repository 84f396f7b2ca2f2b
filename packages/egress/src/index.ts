export { addressRefusal, isPublicAddress } from './address-policy.ts';
export { allowNothing, type EgressAllow, parseEgressAllow } from './egress-allow.ts';
export { defaultLimits, type EgressLimits } from './egress-limits.ts';
export type { CountedProblem, EgressProblem, EgressProblemCode, EgressRule } from './egress-problem.ts';
export { egressProblemHeader, type ProxyListener } from './egress-proxy.ts';
export { createEgressResources, type EgressResources } from './egress-resources.ts';
export {
  type EgressSession,
  type EgressSessionOptions,
  openEgressSession,
} from './egress-session.ts';
export type { Resolve } from './name-resolver.ts';
export { checkUrl, type UrlCheck } from './url-policy.ts';
