import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';

/** Files that Docker, Podman and Kubernetes create in their containers. */
const containerFiles = ['/.dockerenv', '/run/.containerenv', '/var/run/secrets/kubernetes.io'];

/** The rights of this process. */
export type ProcessRights = {
  /** For example "User 1000, no capabilities". */
  text: string;
  inContainer: boolean;
};

export async function readProcessRights(): Promise<ProcessRights> {
  const inContainer = containerFiles.some((file) => existsSync(file));
  const status = await readFile('/proc/self/status', 'utf8').catch(() => '');
  const field = (name: string) => new RegExp(`^${name}:\\s*(\\S+)`, 'm').exec(status)?.[1];
  const capabilities = field('CapEff');
  const parts = [
    `User ${process.getuid?.() ?? 'unknown'}`,
    capabilities !== undefined &&
      (/^0+$/.test(capabilities) ? 'no capabilities' : `capabilities ${capabilities}`),
    field('NoNewPrivs') === '1' && 'no new privileges',
    field('Seccomp') === '2' && 'filtered system calls',
    inContainer && 'in a container',
  ];
  return { text: parts.filter(Boolean).join(', '), inContainer };
}
