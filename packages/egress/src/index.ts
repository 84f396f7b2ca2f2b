// Written by `pnpm barrels`, from what other files import.

export { type BlockCategory, blockCategories } from './blocking/block-category.ts';
export { type BlockLists, readBlockLists } from './blocking/block-lists.ts';
export {
  type BlockedHosts,
  createBlockedHostsLoader,
  type LoadBlockedHosts,
} from './blocking/blocked-hosts.ts';
export { createHostFilter, type HostFilter } from './blocking/host-filter.ts';
export { defaultLimits, type EgressLimits } from './egress-limits.ts';
export type { CountedProblem, EgressProblemCode, EgressRule } from './egress-problem.ts';
export { createEgressResources, type EgressResources } from './egress-resources.ts';
export { type EgressSession, openEgressSession } from './egress-session.ts';
export type { Resolve } from './names/name-resolver.ts';
export {
  createOutboundClient,
  type OutboundClient,
  type OutboundRequest,
} from './outbound/outbound-client.ts';
export { OutboundError } from './outbound/outbound-error.ts';
export { allowNothing, type EgressAllow, parseEgressAllow } from './policy/egress-allow.ts';
export { checkUrl } from './policy/url-policy.ts';
export { egressProblemHeader, type ProxyListener } from './proxy/egress-proxy.ts';
