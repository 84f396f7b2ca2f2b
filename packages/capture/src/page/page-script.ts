import { withTimeout } from '@shotclock/runtime';
import { ProtocolError } from 'puppeteer';
import { CaptureError } from '../model/capture-error.ts';
import { storableText } from '../model/storable-text.ts';
import type { DocumentWatch } from './document-watch.ts';
import type { OpenPage } from './open-page.ts';

/**
 * Minimum and maximum time limit for the script, including the promises that it awaits. The limit depends on the time left
 * until the capture's deadline.
 */
const scriptMs = { min: 1_000, max: 10_000 };
/** Maximum length of the error in the description of a failure. */
const maxError = 300;

/** The option `js`. The script runs once in each document. */
export type PageScript = {
  /** Whether the script still has to run in the current document. */
  isDue(watch: Pick<DocumentWatch, 'document'>): boolean;
  /**
   * Runs the script in the main world of the current document, and waits until it finishes or the page navigates. The time
   * limit is `limitMs`, but at least 1 s and at most 10 s.
   * @throws CaptureError `script_failed`
   */
  run(open: Pick<OpenPage, 'client'>, watch: Pick<DocumentWatch, 'document'>, limitMs: number): Promise<void>;
};

export function createPageScript(js: string): PageScript {
  let ranIn: string | null = null;
  return {
    isDue: (watch) => watch.document() !== ranIn,
    async run(open, watch, limitMs) {
      ranIn = watch.document();
      await runScript(open, js, Math.max(scriptMs.min, Math.min(scriptMs.max, limitMs)));
    },
  };
}

async function runScript({ client }: Pick<OpenPage, 'client'>, js: string, ms: number): Promise<void> {
  const started = performance.now();
  let isOver = false;
  const isLate = () => isOver || performance.now() - started >= ms;
  const evaluation = client.send('Runtime.evaluate', {
    // The result is discarded, because it may be large.
    expression: `(async () => { await (async () => {\n${js}\n})(); })()`,
    awaitPromise: true,
    // This terminates a script that does not return. Promises do not count.
    timeout: ms,
  });
  try {
    const result = await withTimeout(evaluation, ms, { fallback: null });
    isOver = result === null;
    if (result === null) throw tooLong(ms);
    const { exceptionDetails } = result;
    if (!exceptionDetails) return;
    if (isLate()) throw tooLong(ms);
    const { exception, text } = exceptionDetails;
    const [error = ''] = String(exception?.description ?? exception?.value ?? text).split('\n');
    throw new CaptureError(
      'script_failed',
      `The script in options.js failed: ${storableText(error, maxError)}.`,
    );
  } catch (error) {
    if (!(error instanceof ProtocolError)) throw error;
    // Either the browser has stopped the script, or the page has navigated.
    if (isLate()) throw tooLong(ms);
  } finally {
    // While a script runs, the page cannot be painted.
    if (isLate()) client.send('Runtime.terminateExecution').catch(() => undefined);
  }
}

const tooLong = (ms: number) =>
  new CaptureError(
    'script_failed',
    `The script in options.js took longer than ${Math.round(ms / 100) / 10} s.`,
  );
