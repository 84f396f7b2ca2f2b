import { Type } from '@sinclair/typebox';

/** The headers of a request for an image. */
export const rangeHeaders = Type.Object({
  range: Type.Optional(
    Type.String({
      description:
        'A byte range of the image, such as `bytes=0-1023` or `bytes=-1024`. Other ranges are ignored.',
    }),
  ),
  'if-range': Type.Optional(
    Type.String({ description: 'ETag of the image. If it does not match, the whole image is returned.' }),
  ),
});

/** The 206 response to a request for an image. */
export const rangeResponse = <Content>(content: Content) => ({
  description: 'The byte range that `Range` selects.',
  content,
});
