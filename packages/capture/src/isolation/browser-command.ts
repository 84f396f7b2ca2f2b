import type { IsolationKind } from './isolation-kind.ts';

/** How to start a browser process. */
export type BrowserCommand = {
  executablePath: string;
  args: string[];
  env: Record<string, string>;
  /** The isolation that `prefix` sets up; none if omitted. */
  isolation?: IsolationKind;
  /** Folders that an isolated browser must not see even though the view contains one of their parent folders. */
  hidden?: readonly string[];
  /** Command line before the executable. */
  prefix?: string[];
};
