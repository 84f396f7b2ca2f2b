import { createServer } from 'node:http';
import { createBrowserSupervisor, findBrowser } from '@shotclock/capture';
import { captureSettings, isSelector } from '@shotclock/contracts';
import { parseEgressAllow } from '@shotclock/egress';
import { listenOnLoopback, quietLogger, testBrowser, testSandbox } from '@shotclock/testing';
import { expect, test } from 'vitest';
import { captureRequest } from '../src/capture-request.ts';
import { selectorCorpus } from './selector-corpus.fixture.ts';

/** Writes 1 for each selector that `querySelector` accepts, and 0 for the others. */
const page = (corpus: string[]) => `<!doctype html><p></p><script>
  const corpus = ${JSON.stringify(corpus).replaceAll('<', '\\u003c')};
  document.querySelector('p').textContent = corpus.map((selector) => {
    try {
      document.querySelector(selector);
      return 1;
    } catch {
      return 0;
    }
  }).join('');
</script>`;

test('a selector is rejected if and only if the browser rejects it', async () => {
  const corpus = selectorCorpus(1_500, 2_026);
  const site = await listenOnLoopback(
    createServer((_request, response) =>
      response.setHeader('content-type', 'text/html; charset=utf-8').end(page(corpus)),
    ),
  );
  const browsers = createBrowserSupervisor({
    executablePath: await findBrowser(testBrowser()),
    sandbox: testSandbox(),
    isolation: 'auto',
    processes: 1,
    allow: parseEgressAllow(site.hostPort),
    logger: quietLogger,
  });
  try {
    await browsers.start();
    const request = captureRequest(captureSettings({ url: site.url('/'), extractText: true }), null);
    using captured = await browsers.capture(request, {
      signal: new AbortController().signal,
      deadlineMs: 60_000,
    });
    const accepted = [...captured.text!.trim()].map((digit) => digit === '1');
    expect(accepted).toHaveLength(corpus.length);
    const different = corpus.filter((selector, index) => isSelector(selector) !== accepted[index]);
    expect(different).toEqual([]);
    const acceptedShare = accepted.filter(Boolean).length / corpus.length;
    expect(acceptedShare).toBeGreaterThan(0.2);
    expect(acceptedShare).toBeLessThan(0.8);
  } finally {
    await browsers.close();
    await site.close();
  }
}, 120_000);
