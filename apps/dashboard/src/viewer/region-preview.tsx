import { Button } from '@mantine/core';
import type { Comparison } from '@shotclock/client';
import { useEffect, useRef, useState } from 'react';
import { client } from '../api/client.ts';
import { showProblem } from '../api/show-problem.ts';
import { formatPercent } from '../components/text/format.ts';
import { Time } from '../components/text/time.tsx';
import { regionEditorTexts } from '../texts/region-editor-texts.ts';
import { type Judgment, judgeDifference } from './judge-difference.ts';
import { compareDecoded, decodePair } from './pixel-difference.ts';
import classes from './region-editor.module.css';
import type { WatchedItem } from './use-comparison-settings.ts';

/** Number of captures to compare with their predecessors. */
const previewed = 5;

type Result = { id: number; at: string; ratio: number; scale: number };
type RegionPreviewProps = {
  item: WatchedItem;
  comparison: Comparison;
  /** Identifies the regions of the comparison. */
  regionsKey: string;
};

/** Shows which of the last captures would count as changed, if this is known. */
export function RegionPreview({ item: { itemId }, comparison, regionsKey }: RegionPreviewProps) {
  const [results, setResults] = useState<Result[] | null>(null);
  const [isBusy, setBusy] = useState(false);
  const left = useRef(new AbortController());
  useEffect(() => {
    left.current = new AbortController();
    return () => left.current.abort();
  }, []);
  // A change to the regions makes the results outdated.
  useEffect(() => setResults(null), [regionsKey]);

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
      const { ratio } = compareDecoded(pair, comparison);
      found.push({ id, at: completedAt ?? createdAt, ratio, scale: pair.scale });
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
  const judged = results?.map((result) => ({
    ...result,
    judgment: judgeDifference(result.ratio, comparison, result.scale),
  }));
  const reasons = new Set(judged?.map(({ judgment }) => judgment).filter((one) => one !== 'noChange'));
  return (
    <div>
      <Button variant="default" size="xs" loading={isBusy} onClick={() => void run()}>
        {regionEditorTexts.preview(previewed)}
      </Button>
      {judged && (
        <ul className={classes.preview} aria-label={regionEditorTexts.previewTitle}>
          {judged.map(({ id, at, ratio, judgment }) => (
            <li key={id}>
              <Time at={at} absolute />
              <span>{resultOf(judgment, formatPercent(ratio))}</span>
            </li>
          ))}
          {judged.length === 0 && <li>{regionEditorTexts.tooFew}</li>}
        </ul>
      )}
      {[...reasons].map((reason) => (
        <p key={reason} className={classes.hint}>
          {regionEditorTexts.judgments[reason]}
        </p>
      ))}
    </div>
  );
}

function resultOf(judgment: Judgment, share: string): string {
  const { wouldChange, wouldDiffer, wouldNotChange } = regionEditorTexts;
  if (judgment === 'noChange') return wouldNotChange;
  return judgment === 'change' ? wouldChange(share) : wouldDiffer(share);
}
