import { measureStep } from '@shotclock/runtime';
import { extract } from './extract/extract.ts';
import { takeScreenshot } from './image/take-screenshot.ts';
import { CaptureError } from './model/capture-error.ts';
import type { CaptureObserver } from './model/capture-observer.ts';
import type { CaptureLogger, CaptureRequest } from './model/capture-types.ts';
import { assertDocumentAllowed, type DocumentContext, stabilizeDocument } from './page/navigate.ts';
import type { OpenPage } from './page/open-page.ts';
import type { PageFilter } from './page/page-filter.ts';
import type { PageScript } from './page/page-script.ts';
import { isStillPlanned } from './page/plan-area.ts';
import { preparePage } from './page/prepare-page.ts';
import type { RestBudget } from './page/rest-budget.ts';
import { movingNote } from './page/wait-until-still.ts';
import { findRejection } from './record/find-rejection.ts';
import { seePage } from './record/see-page.ts';
import type { NetworkWatch } from './record/watch-network.ts';

/** Maximum number of documents to try. The last one is stopped first, so that nothing can replace it again. */
const maxDocuments = 3;
/** Maximum number of images to take of a page that keeps changing. */
const maxImages = 3;

/**
 * Captures the current document, after its load condition is met. If another document replaces it in the meantime, that
 * document is captured instead; a page that moves or changes its size is captured again.
 * @throws CaptureError if the document may not be captured, or if a step fails
 */
export async function captureDocument(
  open: OpenPage,
  request: CaptureRequest,
  document: DocumentContext,
  context: {
    observer: CaptureObserver;
    network: NetworkWatch;
    filter: PageFilter | null;
    script: PageScript | null;
    logger: Pick<CaptureLogger, 'warn'>;
    rest: RestBudget;
    encoding: Parameters<typeof takeScreenshot>[3];
  },
) {
  const { observer, network, filter, script, logger, rest, encoding } = context;
  const { watch } = document;
  const isRefused = (url: string) =>
    document.session.problemAt(url)?.code === 'refused' ||
    filter?.wasBlocked(url) === true ||
    document.blocker?.blocksImage(url) === true;
  const hideBlocked = async () => {
    await filter?.hide(open.world);
    await document.blocker?.hide(open.world);
  };
  for (let [documents, images] = [1, 1]; ; ) {
    await measureStep(observer, 'stabilize', () =>
      stabilizeDocument(open, request, document, documents === maxDocuments),
    );
    assertDocumentAllowed(open, document);
    try {
      if (script?.isDue(watch)) {
        await measureStep(observer, 'script', () => script.run(open, watch, rest.endsAt - performance.now()));
        // The script may have navigated to another document, where it also runs.
        await measureStep(observer, 'stabilize', () => stabilizeDocument(open, request, document, false));
        assertDocumentAllowed(open, document);
        if (script.isDue(watch) && documents < maxDocuments) {
          documents += 1;
          continue;
        }
      }
      await hideBlocked();
      const prepared = await measureStep(observer, 'rest', () =>
        preparePage(open, request, { budget: rest, isRefused }),
      );
      // Lazy content has loaded in the meantime.
      await hideBlocked();
      const screenshot = await measureStep(observer, 'screenshot', () =>
        takeScreenshot(open, request, prepared, encoding),
      );
      const extracted = await measureStep(observer, 'extract', () => extract(open, request));
      const seconds = encoding.encodeSeconds();
      const { seen, rejection } = await measureStep(observer, 'judge', async () => {
        const seen = await seePage(open, network, { request, screenshot, seconds, logger });
        return { seen, rejection: await findRejection(open, seen, request.options?.failWhen) };
      });
      // A script may have navigated to another URL in the meantime.
      assertDocumentAllowed(open, document);
      // After a replacement, parts of the result may belong to the previous document.
      if (documents < maxDocuments && watch.replaced()) {
        documents += 1;
        continue;
      }
      // A page that is still being built can be taller in the image than when it was measured, and would then be cut off.
      const hasSize = await isStillPlanned(open, request, screenshot);
      if (hasSize && !screenshot.moved) return { screenshot, extracted, seen, rejection };
      if (images === maxImages) {
        const note = hasSize ? movingNote : 'The page kept changing its size while it was captured.';
        const noted = { ...screenshot, notes: [...screenshot.notes, note] };
        return { screenshot: noted, extracted, seen, rejection };
      }
      images += 1;
    } catch (error) {
      const final = error instanceof CaptureError && !watch.replaced();
      if (final || encoding.signal.aborted || documents === maxDocuments) throw error;
      documents += 1;
    }
  }
}
