import { Type } from '@sinclair/typebox';

/** The 302 response of a route that can redirect clients to the object store. */
export const redirectResponse = Type.Null({
  description:
    'If configured, the service redirects to its object store. `Location` is a signed URL that is valid for five minutes.',
});
