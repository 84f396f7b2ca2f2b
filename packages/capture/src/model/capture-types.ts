/** A rectangle in CSS pixels, from the page's left upper corner; one CSS pixel is one image pixel. */
export type Area = { left: number; top: number; width: number; height: number };

export type WaitUntil = 'dom_loaded' | 'page_loaded' | 'network_idle';
export type ImageFormat = 'png' | 'jpeg';

/** What to capture, with every default already filled in. */
export type CaptureRequest = {
  url: string;
  viewport: { width: number; height: number };
  fullPage: boolean;
  format: ImageFormat;
  /** JPEG quality, 0–100; no effect on png. */
  quality: number;
  /** Milliseconds between the page being ready and the capture. */
  delayMs: number;
  waitUntil: WaitUntil;
  /** Soft: when it runs out, the page is captured as it is, with a note. */
  waitUntilTimeoutMs: number;
  /** CSS selector. Hard: without it after 15 s the capture fails. */
  waitFor: string | null;
  /** Clipped at the page's edges. At most one of `crop`, `element` and `fullPage` is given. */
  crop: Area | null;
  /** CSS selector of the first matching element. */
  element: string | null;
  /** Pixels; the thumbnail is never wider than the image. */
  thumbnailWidth: number | null;
  userAgent: string | null;
  acceptLanguage: string | null;
  extractHtml: boolean;
  extractText: boolean;
  /**
   * CSS selectors of what a check does not look at. They reach into no frame and no shadow tree. What they match is
   * captured like everything else; `masks` and `comparable` tell it apart.
   */
  ignoredSelectors: string[];
};

export type Capture = {
  image: Buffer;
  /** Pixels of the image. */
  width: number;
  height: number;
  /** In the format of the image. */
  thumbnail: Buffer | null;
  html: string | null;
  text: string | null;
  /**
   * Where the ignored elements are in the image, in whole pixels from its left upper corner, clipped to it and to what
   * their scrollers show; at most 1,000, none of them empty.
   */
  masks: Area[];
  /** `html` and `text` without the ignored elements; equal to them when nothing is ignored. */
  comparable: { html: string | null; text: string | null };
  /** Sentences for the screenshot's description, safe to show; empty when nothing is worth saying. */
  notes: string[];
};

/** What this package needs of a logger; pino's has it. */
export type CaptureLogger = Record<
  'debug' | 'info' | 'warn' | 'error',
  (details: object, message: string) => void
>;
