import type { LinkSigner } from './link-signer.ts';

/** Creates the URLs of artifacts. */
export type ArtifactLinks = {
  /**
   * The URL of one of the account's artifacts. `path` begins with `/`. If requests need API keys, the URL is signed, so
   * that it works without a key.
   */
  artifact(accountId: number, path: string): string;
};

/** Creates all URLs in responses. */
export type Links = ArtifactLinks & {
  /** Yesterday's links, which cached responses may still contain. */
  previous: ArtifactLinks;
  /** The URL of a page that acts for the account, signed like that of an artifact. */
  signed(accountId: number, path: string): string;
  /** The URL of a path that does not need a signature. */
  plain(path: string): string;
};

/**
 * @param options.publicUrl the base URL at which clients reach the API, without a trailing slash
 * @param options.signer null if links are not signed, because requests do not need a key
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
  const current = signed(0);
  return { ...current, previous: signed(1), signed: current.artifact, plain };
}
