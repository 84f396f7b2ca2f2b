import type { IsolationKind } from '../isolation/isolation-kind.ts';

/** A group of characters that needs its own fonts. */
export type Script = 'latin' | 'cjk' | 'emoji';

/** A protection that the settings permit to lack, and that the system does not permit. */
export type Loss = {
  protection: 'isolation' | 'sandbox';
  /** What is lost, and the cause. */
  problem: string;
  remedy: string;
};

/** What the start of the first browser has shown. */
export type BrowserFacts = {
  executablePath: string;
  /** For example `HeadlessChrome/156.0.7800.0`. */
  version: string;
  isolation: IsolationKind | null;
  sandboxed: boolean;
  losses: readonly Loss[];
  /** The scripts for which the browser has no font. */
  missingScripts: readonly Script[];
};
