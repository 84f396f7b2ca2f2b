import { fileURLToPath } from 'node:url';
import type { Rolldown } from 'vite';

const pathOf = (file: string) => fileURLToPath(new URL(`../src/${file}`, import.meta.url));
const first = [pathOf('main.tsx'), pathOf('screens/overview/overview-screen.tsx')];

/**
 * Bundles the modules of the shell and the overview into two files. Without groups, each module that several screens share would become a separate file,
 * and a first load would wait for 30 of them.
 */
export function fileGroups(): Rolldown.CodeSplittingGroup[] {
  let ids: ReadonlySet<string> | undefined;
  return [
    {
      name: 'libraries',
      test: /node_modules\/(?:react|react-dom|scheduler|@tanstack\/(?!.*virtual)[^/]+)\//,
      priority: 1,
    },
    {
      debugName: 'app',
      name(id, context) {
        ids ??= reachableFrom(first, (from) => context.getModuleInfo(from)?.importedIds ?? []);
        return ids.has(id) && !first.includes(id) ? 'app' : null;
      },
    },
  ];
}

/** Excludes libraries, because the bundler adds only the library modules that are used. */
function reachableFrom(starts: readonly string[], importsOf: (id: string) => readonly string[]): Set<string> {
  const reached = new Set(starts);
  for (const id of reached)
    for (const imported of importsOf(id)) if (!imported.includes('/node_modules/')) reached.add(imported);
  return reached;
}
