import { withParts } from '../in-page/with-parts.ts';
import { DocumentReplacedError } from '../page/capture-screenshot.ts';
import type { IsolatedWorld } from '../page/isolated-world.ts';

type Extractor = (limit: number, ignoredSelectors: string[]) => string;

/** Maximum number of characters in one message. A character needs up to 6 bytes of JSON. */
const pieceLength = 1_000_000;

/**
 * Runs `extractor` in the page and reads its result in pieces, so that no message is large.
 * @throws DocumentReplacedError if the document is replaced between two pieces
 */
export async function readInPieces(
  world: IsolatedWorld,
  extractor: Extractor,
  limit: number,
  ignoredSelectors: string[],
): Promise<string> {
  const begin = withParts({ extractor }, firstPiece);
  const { piece, length } = await world.run(begin, pieceLength, limit, ignoredSelectors);
  const pieces = [piece];
  for (let from = piece.length; from < length; from += pieceLength)
    pieces.push(await world.run(nextPiece, from, from + pieceLength));
  const text = pieces.join('');
  if (text.length !== length) throw new DocumentReplacedError('the document was replaced');
  return text;
}

// Both functions run in the page (see in-page/with-parts.ts), in the same isolated world.
declare const self: { shotclockText?: string };

function firstPiece(
  { extractor }: { extractor: Extractor },
  size: number,
  limit: number,
  ignoredSelectors: string[],
): { piece: string; length: number } {
  const text = extractor(limit, ignoredSelectors);
  if (text.length > size) self.shotclockText = text;
  return { piece: text.slice(0, size), length: text.length };
}

function nextPiece(from: number, to: number): string {
  return (self.shotclockText ?? '').slice(from, to);
}
