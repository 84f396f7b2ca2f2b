import type { Api } from '../api-instance.ts';

/**
 * `METHOD /path` of every route, parsed from the tree that the router prints: four characters per level, then `path
 * (METHODS)`. The tree merges parameters with different names at the same position, so every parameter becomes `:` here.
 */
export function servedRoutes(app: Api): string[] {
  const parents: string[] = [];
  return app
    .printRoutes({ commonPrefix: false })
    .split('\n')
    .flatMap((line) => {
      const [, branch, part, methods] = /^([│ ]*[├└]── )(\S*)(?: \((.+)\))?$/.exec(line) ?? [];
      if (branch === undefined) return [];
      const level = branch.length / 4 - 1;
      const path = (parents[level - 1] ?? '') + part;
      parents.splice(level, parents.length, path);
      const nameless = path.replace(/:[^/]+/g, ':');
      return (methods ?? '').split(', ').map((method) => `${method} ${nameless}`);
    });
}
