import type { IsolationKind } from './isolation-kind.ts';

/** How to start a browser process. */
export type BrowserCommand = {
  executablePath: string;
  args: string[];
  env: Record<string, string>;
  /** The isolation that `prefix` sets up; none if omitted. */
  isolation?: IsolationKind;
  /** Command line before the executable. */
  prefix?: string[];
};
