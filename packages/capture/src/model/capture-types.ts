import type { CaptureOptions } from '@shotclock/contracts/capture-options';
import type { Deadline } from '@shotclock/runtime';
import type { ImageMemory } from '../image-memory.ts';
import type { PageRecord } from './page-record.ts';

/** A rectangle relative to a top left corner: the page's, in CSS pixels, or the image's, in image pixels (`imagePixels`). */
export type Area = { left: number; top: number; width: number; height: number };

export type WaitUntil = 'dom_loaded' | 'page_loaded' | 'network_idle';
export type ImageFormat = 'png' | 'jpeg';

/** The settings of a capture, with all defaults applied. */
export type CaptureRequest = {
  url: string;
  /** In CSS pixels. The viewport of the request or, if the request does not specify one, the viewport of the device. */
  viewport: { width: number; height: number };
  fullPage: boolean;
  format: ImageFormat;
  /** JPEG quality, 0–100; ignored for PNG. */
  quality: number;
  /** Milliseconds to wait after the load condition and `waitFor` are met. */
  delayMs: number;
  waitUntil: WaitUntil;
  /** After this timeout, the page is captured in its current state, with a note. */
  waitUntilTimeoutMs: number;
  /** CSS selector. The capture fails if no element matches within 15 s. */
  waitFor: string | null;
  /** Clipped to the page. At most one of `crop`, `element` and `fullPage` is set. */
  crop: Area | null;
  /** CSS selector. The first matching element is captured. */
  element: string | null;
  /** In pixels. The thumbnail is never wider than the image. */
  thumbnailWidth: number | null;
  userAgent: string | null;
  acceptLanguage: string | null;
  extractHtml: boolean;
  extractText: boolean;
  /**
   * CSS selectors of elements that a content-change check ignores. They do not match inside frames and shadow trees. The
   * elements are captured like everything else, but `masks` and `comparable` exclude them.
   */
  ignoredSelectors: string[];
  /** CSS selector of the element whose text contains the number of a condition. */
  numberSelector: string | null;
  /** In canonical form; null if there are no options. */
  options: CaptureOptions | null;
};

/** Request headers as the browser sent them; null for a header that it did not send. */
export type SentHeaders = { userAgent: string | null; acceptLanguage: string | null };

export type Capture = {
  image: Buffer;
  /** Size of the image in pixels. */
  width: number;
  height: number;
  /** The thumbnail has the same format as the image. */
  thumbnail: Buffer | null;
  html: string | null;
  text: string | null;
  /**
   * The positions of the ignored elements in the image, in whole pixels, clipped to the image and to their scroll
   * containers. At most 1,000, none of them empty.
   */
  masks: Area[];
  /** `html` and `text` without the ignored elements. */
  comparable: { html: string | null; text: string | null };
  /** The text of the first element that matches `numberSelector`; null if none matches. */
  numberText: string | null;
  /** Headers of the first request for the document. */
  sent: SentHeaders;
  /** The page record, with the verdict. */
  page: PageRecord;
  /** Sentences for the screenshot's description that are safe to show. */
  notes: string[];
  /** The deadline of the capture, which also limits later processing of the result. */
  deadline: Deadline;
  /**
   * The memory of large images, which is held until the capture is disposed. Code that needs other memory for large
   * images must acquire it here, because the wait for memory does not count toward the deadline.
   */
  memory: ImageMemory;
  /**
   * Frees the bytes of a large image immediately, instead of at a later garbage collection. No other code may still use the
   * image.
   */
  freeImage(): void;
  /** Returns the memory to other captures. */
  [Symbol.dispose](): void;
};

/** The part of a pino logger that this package uses. */
export type CaptureLogger = Record<
  'debug' | 'info' | 'warn' | 'error',
  (details: object, message: string) => void
>;
