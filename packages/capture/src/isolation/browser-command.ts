import type { IsolationKind } from './isolation-kind.ts';

/** How to start a browser process. */
export type BrowserCommand = {
  executablePath: string;
  args: string[];
  env: Record<string, string>;
  /** The isolation that `prefix` sets up; none if omitted. */
  isolation?: IsolationKind;
  /** Folders that an isolated browser must not see even though the view contains a parent of them. */
  hidden?: readonly string[];
  /** The command line that precedes the executable. */
  prefix?: string[];
};
