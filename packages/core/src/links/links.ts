import type { LinkSigner } from './link-signer.ts';

/** Makes the URLs of artifacts. */
export type ArtifactLinks = {
  /** The URL of an artifact of the account. `path` begins with `/`. With API keys, the URL is signed and opens without a key. */
  artifact(accountId: number, path: string): string;
};

/** The only place that makes the URLs in responses. */
export type Links = ArtifactLinks & {
  /** The links of yesterday, which a response that a client still has can contain. */
  previous: ArtifactLinks;
  /** The URL of a path that needs no signature. */
  plain(path: string): string;
};

/**
 * @param options.publicUrl the base URL under which clients reach the API, without a trailing slash
 * @param options.signer null: links are not signed, because no request needs a key
 */
export function createLinks({
  publicUrl,
  signer,
}: {
  publicUrl: () => string;
  signer: LinkSigner | null;
}): Links {
  const plain = (path: string) => `${publicUrl()}${path}`;
  const signed = (daysAgo: 0 | 1): ArtifactLinks => ({
    artifact: (accountId, path) =>
      signer === null ? plain(path) : `${plain(path)}?${signer.sign(accountId, path, daysAgo)}`,
  });
  return { ...signed(0), previous: signed(1), plain };
}
