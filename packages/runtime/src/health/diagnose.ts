import { redactCredentials } from '../redact-credentials.ts';
import { StartError } from '../start-error.ts';
import { TimeoutError, withTimeout } from '../timing/with-timeout.ts';

/**
 * The result of a check of the system. `warning`: the system works, but with a restriction. `skipped`: the check does not apply,
 * or lacks something that it needs.
 */
export type Finding = {
  status: 'ok' | 'warning' | 'failed' | 'skipped';
  /** What the check found, as a sentence. */
  found: string;
  /** How to fix it; null if there is nothing to fix. */
  remedy: string | null;
};

export type Check = {
  name: string;
  run: () => Promise<Finding>;
  /** The remedy if the check rejects with an error that has none, or does not end in time. */
  remedy: string;
  /** Default: 10 s. */
  timeoutMs?: number;
};

/** A check and its result. */
export type Diagnosis = { check: string } & Finding;

const defaultTimeoutMs = 10_000;

export const ok = (found: string): Finding => ({ status: 'ok', found, remedy: null });
export const warning = (found: string, remedy: string): Finding => ({ status: 'warning', found, remedy });
export const failed = (found: string, remedy: string): Finding => ({ status: 'failed', found, remedy });
export const skipped = (found: string, remedy: string | null = null): Finding => ({
  status: 'skipped',
  found,
  remedy,
});

/**
 * Runs all checks at once, and returns their results in the same order. A check that rejects or does not end in time has failed,
 * which does not affect the others. Never rejects.
 */
export function diagnose(checks: readonly Check[]): Promise<Diagnosis[]> {
  return Promise.all(
    checks.map(async ({ name, run, remedy, timeoutMs = defaultTimeoutMs }) => {
      const finding = await withTimeout(Promise.try(run), timeoutMs).catch((error: unknown) =>
        failureOf(error, remedy),
      );
      return { check: name, ...finding, found: redactCredentials(finding.found) };
    }),
  );
}

/** The finding for an error: its remedy, or else `remedy`. */
export function failureOf(error: unknown, remedy: string): Finding {
  if (error instanceof StartError) return failed(sentence(error.problem), sentence(error.remedy ?? remedy));
  if (error instanceof TimeoutError)
    return failed(`The check did not end within ${error.ms / 1_000} s.`, remedy);
  return failed(sentence(error instanceof Error ? error.message : String(error)), remedy);
}

/** Starts with a capital letter, except for a path or a name such as DATA_DIR, and ends with a full stop. */
function sentence(text: string): string {
  const capital = /^[a-z]+( |$)/.test(text) ? text[0]!.toUpperCase() + text.slice(1) : text;
  return /[.!?)]$/.test(capital) && /[.!?]\)?$/.test(capital) ? capital : `${capital}.`;
}
