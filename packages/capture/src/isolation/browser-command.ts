import type { IsolationKind } from './isolation-kind.ts';

/** How to start a browser process. */
export type BrowserCommand = {
  executablePath: string;
  args: string[];
  env: Record<string, string>;
  /** The isolation that `prefix` sets up; none if omitted. */
  isolation?: IsolationKind;
  /** Folders that an isolated browser may not see although the view contains a folder above them. */
  hidden?: readonly string[];
  /** Command line before the executable. */
  prefix?: string[];
};
