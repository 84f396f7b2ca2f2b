import { existsSync, realpathSync } from 'node:fs';
import { homedir, tmpdir } from 'node:os';
import { fileURLToPath } from 'node:url';

/**
 * A home or working directory that contains one of these folders is not private: some system users have `/usr/sbin` as their
 * home.
 */
const programFolders = ['/usr/bin', '/usr/sbin', '/usr/lib', '/usr/local/bin', '/usr/local/lib'];
/** The project folder, which may contain a settings file with secrets. */
const project = fileURLToPath(new URL('../../../..', import.meta.url)).replace(/\/$/, '');

/** Returns the worker's folders whose files a browser must not see, and `others`. Includes the targets of links. */
export function privateFolders(others: readonly string[]): string[] {
  const folders = [homedir(), tmpdir(), process.cwd(), project, ...others].filter((path) => existsSync(path));
  return [...new Set(folders.flatMap((path) => [path, realpathSync(path)]))];
}

/**
 * Returns the private folders that a visible folder contains, except those inside another private folder. They are hidden in
 * the view.
 *
 * @param programs files whose folders the view needs
 */
export function foldersToHide(
  hidden: readonly string[],
  { visible, programs }: { visible: readonly string[]; programs: readonly string[] },
): string[] {
  const inside = hidden.filter(
    (path) =>
      visible.some((folder) => folder !== path && contains(folder, path)) &&
      ![...programFolders, ...visible, ...programs].some((needed) => contains(path, needed)),
  );
  return inside.filter((path) => !inside.some((other) => other !== path && contains(other, path)));
}

export function contains(folder: string, path: string): boolean {
  return path === folder || path.startsWith(folder.endsWith('/') ? folder : `${folder}/`);
}
