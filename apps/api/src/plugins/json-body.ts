import { CoreError } from '@shotclock/core';
import type { Api } from '../api-instance.ts';

/** JSON is the only body that is taken. An empty one counts as none, as many clients label it all the same. */
export function registerJsonBody(app: Api): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser(
    'application/json',
    { parseAs: 'buffer' },
    async (_request: unknown, body: Buffer) => {
      if (body.length === 0) return undefined;
      try {
        return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(body));
      } catch (cause) {
        const why = cause instanceof SyntaxError ? cause.message : 'it is not UTF-8';
        throw new CoreError('malformed_json', `The body cannot be read: ${why}.`, { cause });
      }
    },
  );
}
