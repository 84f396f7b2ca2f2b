import { type OptionsOf, requestInit } from '../call-options.ts';
import type { CaptureRequest, Screenshot } from '../openapi.gen.ts';
import { unwrap } from '../problem-error.ts';
import type { RawClient } from '../raw-client.ts';
import { type Started, startWork } from '../started.ts';

export function captures(raw: RawClient) {
  return {
    /** Starts a capture of a page. Once the capture has succeeded, `screenshots.image(id)` returns its image. */
    create(body: CaptureRequest, options: OptionsOf<'createScreenshot'> = {}): Started<Screenshot> {
      const { init } = requestInit(options);
      return startWork({
        signal: options.signal,
        // With `image`, the response would be the image, without the ID of the screenshot.
        canRespond: body.responseType !== 'image',
        isFinished: ({ status }) => status === 'SUCCESS' || status === 'FAILED',
        async start(prefer, signal) {
          const options = { ...init, headers: { prefer, ...init.headers }, ...(signal && { signal }) };
          return unwrap(await raw.POST('/api/v1/screenshots', { body, ...options }));
        },
        async read({ id: screenshotId }, signal) {
          const options = { params: { path: { screenshotId } }, ...init, ...(signal && { signal }) };
          return unwrap(await raw.GET('/api/v1/screenshots/{screenshotId}', options));
        },
      });
    },

    /** Cancels a waiting or running capture. The status of its screenshot becomes FAILED. */
    async cancel(screenshotId: number, options: OptionsOf<'cancelScreenshot'> = {}): Promise<Screenshot> {
      const { init } = requestInit(options);
      const params = { path: { screenshotId } };
      return unwrap(await raw.POST('/api/v1/screenshots/{screenshotId}/cancel', { params, ...init }));
    },
  };
}
