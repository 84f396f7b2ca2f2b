import { type ProblemCode, problemCatalogue } from '@shotclock/contracts';
import { CoreError } from '@shotclock/core';
import { Type } from '@sinclair/typebox';
import type { Api } from '../../api-instance.ts';
import { sendPage } from '../../pages/send-page.ts';
import { problemPage } from '../../problems/problem-page.ts';

/** The pages that the `type` of a problem links to (RFC 9457, section 3.1.1). */
export function problemRoutes(app: Api): void {
  app.get(
    '/problems/:code',
    { schema: { hide: true, params: Type.Object({ code: Type.String() }) } },
    async (request, reply) => {
      const { code } = request.params;
      if (!isProblemCode(code))
        throw new CoreError('not_found', `There is no problem with the code ${code}.`);
      return sendPage(reply, problemPage(code));
    },
  );
}

function isProblemCode(code: string): code is ProblemCode {
  return Object.hasOwn(problemCatalogue, code);
}
