import type { PictureFile } from '../message/alert-message.ts';

/** A form as the body of a request, in `multipart/form-data` (RFC 7578). */
export async function multipart(
  form: FormData,
): Promise<{ headers: { 'content-type': string }; body: Buffer }> {
  const encoded = new Response(form);
  return {
    headers: { 'content-type': encoded.headers.get('content-type')! },
    body: Buffer.from(await encoded.arrayBuffer()),
  };
}

/** The file of a picture under the name `picture-1.png`: services accept few characters in names. */
export function pictureFile({ contentType, data }: PictureFile, number: number): File {
  const name = `picture-${number}.${contentType === 'image/png' ? 'png' : 'jpg'}`;
  return new File([new Uint8Array(data)], name, { type: contentType });
}
