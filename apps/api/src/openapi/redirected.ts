import { Type } from '@sinclair/typebox';

/** The answer of a route whose bytes the object store may hand out itself. */
export const redirected = Type.Null({
  description:
    'Where the service is set to redirect to its object store: the bytes are at Location, for five minutes and for whoever has it.',
});
