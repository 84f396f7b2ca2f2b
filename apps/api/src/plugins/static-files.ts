import { CoreError } from '@shotclock/core';
import type { Api } from '../api-instance.ts';

/** A file name as served: no dots at the start, no encoded or special characters, and no folder of its own. */
const fileName = /^[a-z0-9][a-z0-9._-]{0,99}$/i;

/**
 * Requests whose headers make the file server throw: ranges outside the file, and conditions that do not hold. A server may
 * ignore Range (RFC 9110, section 14.2). The conditions protect updates, and these files are only read.
 */
const ignoredHeaders = ['range', 'if-range', 'if-match', 'if-unmodified-since'];

/**
 * Responds 404 to a path below a wildcard route that cannot be the name of a file, such as `..%2fpackage.json`. The file
 * server behind these routes reports such paths as different errors.
 */
export function registerStaticFiles(app: Api): void {
  app.addHook('onRequest', async ({ params, headers, url }) => {
    const file = (params as { '*'?: string } | null)?.['*'];
    if (file === undefined) return;
    if (file !== '' && !fileName.test(file))
      throw new CoreError('not_found', `There is nothing at ${url.split('?', 1)[0]}.`);
    for (const name of ignoredHeaders) delete headers[name];
  });
}
