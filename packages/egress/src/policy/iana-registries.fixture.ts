/**
 * IANA's special-purpose address registries, as test data that is independent of the policy:
 * https://www.iana.org/assignments/iana-ipv4-special-registry and …/iana-ipv6-special-registry, with the multicast blocks
 * of the address space registries. `global` is the "Globally Reachable" column, where null stands for "N/A".
 */
export type SpecialBlock = { cidr: string; name: string; global: boolean | null };

export const ipv4Registry: readonly SpecialBlock[] = [
  { cidr: '0.0.0.0/8', name: '"This network"', global: false },
  { cidr: '10.0.0.0/8', name: 'Private-Use', global: false },
  { cidr: '100.64.0.0/10', name: 'Shared Address Space', global: false },
  { cidr: '127.0.0.0/8', name: 'Loopback', global: false },
  { cidr: '169.254.0.0/16', name: 'Link Local', global: false },
  { cidr: '172.16.0.0/12', name: 'Private-Use', global: false },
  { cidr: '192.0.0.0/24', name: 'IETF Protocol Assignments', global: false },
  { cidr: '192.0.0.9/32', name: 'Port Control Protocol Anycast', global: true },
  { cidr: '192.0.0.10/32', name: 'TURN Anycast', global: true },
  { cidr: '192.0.2.0/24', name: 'Documentation (TEST-NET-1)', global: false },
  { cidr: '192.31.196.0/24', name: 'AS112-v4', global: true },
  { cidr: '192.52.193.0/24', name: 'AMT', global: true },
  { cidr: '192.88.99.0/24', name: 'Deprecated (6to4 Relay Anycast)', global: null },
  { cidr: '192.168.0.0/16', name: 'Private-Use', global: false },
  { cidr: '192.175.48.0/24', name: 'Direct Delegation AS112 Service', global: true },
  { cidr: '198.18.0.0/15', name: 'Benchmarking', global: false },
  { cidr: '198.51.100.0/24', name: 'Documentation (TEST-NET-2)', global: false },
  { cidr: '203.0.113.0/24', name: 'Documentation (TEST-NET-3)', global: false },
  { cidr: '224.0.0.0/4', name: 'Multicast', global: false },
  { cidr: '240.0.0.0/4', name: 'Reserved', global: false },
  { cidr: '255.255.255.255/32', name: 'Limited Broadcast', global: false },
];

export const ipv6Registry: readonly SpecialBlock[] = [
  { cidr: '::1/128', name: 'Loopback Address', global: false },
  { cidr: '::/128', name: 'Unspecified Address', global: false },
  { cidr: '::ffff:0:0/96', name: 'IPv4-mapped Address', global: false },
  { cidr: '64:ff9b::/96', name: 'IPv4-IPv6 Translat.', global: true },
  { cidr: '64:ff9b:1::/48', name: 'IPv4-IPv6 Translat.', global: false },
  { cidr: '100::/64', name: 'Discard-Only Address Block', global: false },
  { cidr: '100:0:0:1::/64', name: 'Dummy IPv6 Prefix', global: false },
  { cidr: '2001::/23', name: 'IETF Protocol Assignments', global: false },
  { cidr: '2001::/32', name: 'TEREDO', global: null },
  { cidr: '2001:1::1/128', name: 'Port Control Protocol Anycast', global: true },
  { cidr: '2001:1::2/128', name: 'TURN Anycast', global: true },
  { cidr: '2001:1::3/128', name: 'DNS-SD Service Registration Protocol Anycast', global: true },
  { cidr: '2001:2::/48', name: 'Benchmarking', global: false },
  { cidr: '2001:3::/32', name: 'AMT', global: true },
  { cidr: '2001:4:112::/48', name: 'AS112-v6', global: true },
  { cidr: '2001:10::/28', name: 'Deprecated (ORCHID)', global: null },
  { cidr: '2001:20::/28', name: 'ORCHIDv2', global: true },
  { cidr: '2001:30::/28', name: 'Drone Remote ID', global: true },
  { cidr: '2001:db8::/32', name: 'Documentation', global: false },
  { cidr: '2002::/16', name: '6to4', global: null },
  { cidr: '2620:4f:8000::/48', name: 'Direct Delegation AS112 Service', global: true },
  { cidr: '3fff::/20', name: 'Documentation', global: false },
  { cidr: '5f00::/16', name: 'Segment Routing (SRv6) SIDs', global: false },
  { cidr: 'fc00::/7', name: 'Unique-Local', global: false },
  { cidr: 'fe80::/10', name: 'Link-Local Unicast', global: false },
  { cidr: 'ff00::/8', name: 'Multicast', global: false },
];
