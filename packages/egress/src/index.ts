export { addressRefusal, isPublicAddress } from './address-policy.ts';
export { allowNothing, type EgressAllow, parseEgressAllow } from './egress-allow.ts';
export type { CountedProblem, EgressProblem, EgressProblemCode } from './egress-problem.ts';
export { egressProblemHeader, type ProxyListener } from './egress-proxy.ts';
export {
  defaultLimits,
  type EgressSession,
  type EgressSessionOptions,
  openEgressSession,
} from './egress-session.ts';
export type { Resolve } from './resolve-host.ts';
export type { EgressLimits } from './target-connector.ts';
export { checkUrl, type UrlCheck } from './url-policy.ts';
