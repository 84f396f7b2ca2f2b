import { useEffect, useState } from 'react';
import { type DecodedPair, decodePair } from './pixel-difference.ts';

/** The pixels of two captures; null until they are decoded. */
export function useDecodedPair(before: number, after: number): DecodedPair | null {
  const [pair, setPair] = useState<DecodedPair | null>(null);
  useEffect(() => {
    const left = new AbortController();
    setPair(null);
    decodePair(before, after, left.signal).then(
      (decoded) => !left.signal.aborted && setPair(decoded),
      (error) => {
        if (!left.signal.aborted) throw error;
      },
    );
    return () => left.abort();
  }, [before, after]);
  return pair;
}
