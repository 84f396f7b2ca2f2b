import { readFileSync, statSync } from 'node:fs';

/**
 * Returns a function that returns the parsed content of a file. The function reads the file again after a change. A file that
 * cannot be read counts as empty. The calls are synchronous: they take microseconds and need no thread of the pool.
 */
export function cacheFile<T>(path: string, parse: (text: string) => T): () => T {
  let version: string | undefined;
  let content: T | undefined;
  return () => {
    const current = fileVersion(path);
    if (content === undefined || current !== version) {
      content = parse(readOrEmpty(path));
      version = current;
    }
    return content;
  };
}

function fileVersion(path: string): string {
  const stats = statSync(path, { bigint: true, throwIfNoEntry: false });
  return stats ? `${stats.ino} ${stats.size} ${stats.mtimeNs} ${stats.ctimeNs}` : 'missing';
}

function readOrEmpty(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
}
