/** Ports that a browser itself refuses (Fetch standard, "bad port"), as far as they are 1024 or above. */
const browserUnsafe = [
  1719, 1720, 1723, 2049, 3659, 4045, 4190, 5060, 5061, 6000, 6566, 6665, 6666, 6667, 6668, 6669, 6679, 6697,
  10080,
];

/** Line protocols that read commands out of an HTTP request, or whose first bytes a page could choose. */
const dataServices = [
  1433, // SQL Server
  1521, // Oracle
  3306, // MySQL
  5432, // PostgreSQL
  6379, // Redis
  9042, // Cassandra
  9092, // Kafka
  11211, // memcached
  27017, // MongoDB
];

/** Interfaces that rule a machine or a cluster; some of them ask for no credentials. */
const controlServices = [
  2375, // Docker
  2376, // Docker over TLS
  2379, // etcd clients
  2380, // etcd peers
  3389, // remote desktop
  5900, // VNC
  10250, // kubelet
  10255, // kubelet, read only
];

const denied = new Map<number, string>([
  ...browserUnsafe.map((port) => [port, 'browsers refuse it'] as const),
  ...dataServices.map((port) => [port, 'it belongs to a data service'] as const),
  ...controlServices.map((port) => [port, 'it belongs to a control service'] as const),
]);

/** Why `port` (1–65535) may not be used, or null: 80, 443 and 1024 upwards are open, less the lists above. */
export function portRefusal(port: number): string | null {
  if (port === 80 || port === 443) return null;
  if (!Number.isInteger(port) || port < 1024 || port > 65_535)
    return `port ${port} is not allowed: only 80, 443 and 1024 to 65535 are`;
  const why = denied.get(port);
  return why === undefined ? null : `port ${port} is not allowed: ${why}`;
}
