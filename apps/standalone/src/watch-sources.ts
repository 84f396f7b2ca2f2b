import { globSync, watch } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type AppName, appNames } from './read-arguments.ts';

const workspaceRoot = fileURLToPath(new URL('../../../', import.meta.url));
/** Changes are collected for this long, because an editor may write several files at once or one file several times. */
const settleMs = 100;

/**
 * Calls `onChange` with the apps whose source files have changed. All apps use the packages, so a change in a package
 * affects every app. Tests and fixtures are not sources.
 */
export function watchSources(
  onChange: (apps: readonly AppName[]) => void,
  root = workspaceRoot,
): { close(): void } {
  const changed = new Set<AppName>();
  let timer: NodeJS.Timeout | undefined;
  const report = () => {
    onChange(appNames.filter((name) => changed.has(name)));
    changed.clear();
  };
  const watchFolder = (folder: string, apps: readonly AppName[]) =>
    watch(join(root, folder), { recursive: true }, (_, file) => {
      if (!file?.endsWith('.ts') || /\.(test|fixture)\.ts$/.test(file)) return;
      for (const app of apps) changed.add(app);
      clearTimeout(timer);
      timer = setTimeout(report, settleMs);
    });
  const packages = globSync('packages/*/src/index.ts', { cwd: root }).map((file) => dirname(file));
  const watchers = [
    ...appNames.map((name) => watchFolder(`apps/${name}/src`, [name])),
    ...packages.map((folder) => watchFolder(folder, appNames)),
  ];
  return {
    close() {
      clearTimeout(timer);
      for (const watcher of watchers) watcher.close();
    },
  };
}
