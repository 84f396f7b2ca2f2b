import { parseEgressAllow } from '@shotclock/egress';
import { startConsentSite } from '@shotclock/testing';
import type { CaptureRequest, SupervisorOptions } from '../../src/index.ts';
import { decodeImage, openCaptureBench } from '../capture-bench.fixture.ts';

type Action = NonNullable<NonNullable<CaptureRequest['options']>['cookieBanners']>;

/** Starts the consent site, which responds for any host, and a supervisor that may connect to it. */
export async function openConsentBench(options: Partial<SupervisorOptions> = {}) {
  const site = await startConsentSite();
  const bench = await openCaptureBench({
    allow: parseEgressAllow(site.hostPort),
    resolve: async () => ['127.0.0.1'],
    ...options,
  });
  const url = (path: string) => `http://shop.test:${site.hostPort.split(':')[1]}/${path}`;
  return {
    url,
    buildBundles: site.buildBundles,
    /** Captures a page, and returns the decoded image with the page record. */
    async capture(path: string, action: Action, settings: Partial<CaptureRequest> = {}) {
      const request = {
        viewport: { width: 800, height: 600 },
        options: { cookieBanners: action },
        ...settings,
      };
      const { image, html, page } = await bench.capture(url(path), request);
      return { pixels: (await decodeImage(image)).data, html, page };
    },
    async close() {
      await bench.close();
      await site.close();
    },
  };
}
