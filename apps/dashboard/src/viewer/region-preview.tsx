import { Button } from '@mantine/core';
import type { Rectangle } from '@shotclock/compare/pixels';
import { useEffect, useRef, useState } from 'react';
import { client } from '../api/client.ts';
import { showProblem } from '../api/show-problem.ts';
import { formatPercent } from '../components/text/format.ts';
import { Time } from '../components/text/time.tsx';
import { regionEditorTexts } from '../texts/region-editor-texts.ts';
import { compareDecoded, decodePair } from './pixel-difference.ts';
import classes from './region-editor.module.css';
import type { WatchedItem } from './use-comparison-settings.ts';

/** Number of captures to compare with their predecessors. */
const previewed = 5;

type Result = { id: number; at: string; share: number };
type RegionPreviewProps = { item: WatchedItem; regions: readonly Rectangle[]; threshold: number };

/** Shows which of the last captures would count as changed. */
export function RegionPreview({ item: { itemId }, regions, threshold }: RegionPreviewProps) {
  const [results, setResults] = useState<Result[] | null>(null);
  const [isBusy, setBusy] = useState(false);
  const left = useRef(new AbortController());
  useEffect(() => {
    left.current = new AbortController();
    return () => left.current.abort();
  }, []);
  // A change to the regions makes the results outdated.
  useEffect(() => setResults(null), [regions]);

  async function preview(): Promise<void> {
    const { signal } = left.current;
    const { content: captures } = await client.screenshots.list({
      itemId,
      status: 'SUCCESS',
      size: previewed + 1,
      sort: 'completedAt,desc',
    });
    const found: Result[] = [];
    for (const [index, { id, completedAt, createdAt }] of captures.slice(0, -1).entries()) {
      const pair = await decodePair(captures[index + 1]!.id, id, signal);
      found.push({ id, at: completedAt ?? createdAt, share: compareDecoded(pair, regions).ratio });
    }
    if (!signal.aborted) setResults(found);
  }
  async function run(): Promise<void> {
    setBusy(true);
    try {
      await preview();
    } catch (error) {
      if (!left.current.signal.aborted) showProblem(error);
    } finally {
      setBusy(false);
    }
  }
  return (
    <div>
      <Button variant="default" size="xs" loading={isBusy} onClick={() => void run()}>
        {regionEditorTexts.preview(previewed)}
      </Button>
      {results && (
        <ul className={classes.preview} aria-label={regionEditorTexts.previewTitle}>
          {results.map(({ id, at, share }) => (
            <li key={id}>
              <Time at={at} absolute />
              <span>
                {share > threshold
                  ? regionEditorTexts.wouldChange(formatPercent(share))
                  : regionEditorTexts.wouldNotChange}
              </span>
            </li>
          ))}
          {results.length === 0 && <li>{regionEditorTexts.tooFew}</li>}
        </ul>
      )}
    </div>
  );
}
