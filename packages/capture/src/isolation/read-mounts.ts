import { readFileSync } from 'node:fs';

export type Mount = {
  target: string;
  options: string[];
  /** File system type, for example `tmpfs`. */
  type: string;
};

/** The mounts that a process can reach, relative to its root directory (proc_pid_mountinfo(5)). */
export function readMounts(pid: number | 'self'): Mount[] {
  const lines = readFileSync(`/proc/${pid}/mountinfo`, 'utf8').trim().split('\n');
  return lines.map((line) => {
    const [mount = '', fileSystem = ''] = line.split(' - ');
    const [, , , , target = '', options = ''] = mount.split(' ');
    return {
      target: target.replace(/\\(\d{3})/g, (_, octal) => String.fromCharCode(Number.parseInt(octal, 8))),
      options: options.split(','),
      type: fileSystem.split(' ')[0] ?? '',
    };
  });
}
