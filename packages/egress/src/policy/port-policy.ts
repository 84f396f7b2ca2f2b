/** Ports from 1024 upwards that browsers block (Fetch standard, "bad port"). */
const browserBlocked = [
  1719, 1720, 1723, 2049, 3659, 4045, 4190, 5060, 5061, 6000, 6566, 6665, 6666, 6667, 6668, 6669, 6679, 6697,
  10080,
];

/** Databases and brokers whose protocols may interpret an HTTP request, or bytes chosen by a page, as commands. */
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

/** Interfaces that control a machine or a cluster, some of them without authentication. */
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

const deniedPorts = new Map<number, string>([
  ...browserBlocked.map((port) => [port, 'browsers block it'] as const),
  ...dataServices.map((port) => [port, 'it is used by a database or message broker'] as const),
  ...controlServices.map((port) => [port, 'it is used to control machines or clusters'] as const),
]);

/**
 * Returns the reason why `port` is refused, or null. Ports 80, 443 and 1024 to 65535 are open, except for those in the
 * lists above.
 */
export function portRefusal(port: number): string | null {
  if (port === 80 || port === 443) return null;
  if (!Number.isInteger(port) || port < 1024 || port > 65_535)
    return `port ${port} is not allowed: only 80, 443 and 1024 to 65535 are`;
  const reason = deniedPorts.get(port);
  return reason === undefined ? null : `port ${port} is not allowed: ${reason}`;
}
