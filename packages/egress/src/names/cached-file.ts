import { readFileSync, statSync } from 'node:fs';

/**
 * Returns a function that returns the parsed content of a file. That function reads the file again after each change. A
 * missing file is treated as empty. While the file cannot be read, its last content remains valid, and each call tries
 * again. The calls are synchronous, because they take only microseconds and do not need a thread of the pool.
 */
export function cacheFile<T>(path: string, parse: (text: string) => T): () => T {
  let version: string | undefined;
  let content: T | undefined;
  return () => {
    const current = fileVersion(path);
    if (content !== undefined && current === version) return content;
    const text = current === missing ? '' : readOrNull(path);
    if (text === null) return content ?? parse('');
    content = parse(text);
    version = current;
    return content;
  };
}

const missing = 'missing';

function fileVersion(path: string): string {
  const stats = statSync(path, { bigint: true, throwIfNoEntry: false });
  return stats ? `${stats.ino} ${stats.size} ${stats.mtimeNs} ${stats.ctimeNs}` : missing;
}

function readOrNull(path: string): string | null {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return null;
  }
}
