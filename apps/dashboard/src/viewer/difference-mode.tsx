import { Button } from '@mantine/core';
import { useHotkeys } from '@mantine/hooks';
import type { ContentCheck } from '@shotclock/client';
import { lazy, Suspense, useEffect, useState } from 'react';
import { useMay } from '../api/access.ts';
import { differenceUrl } from '../api/pictures.ts';
import { actionsOf, type CheckAction, checkActions, checkKeys } from '../components/changes/check-actions.ts';
import { CheckButtons } from '../components/changes/check-buttons.tsx';
import { checkMarks, checkResult } from '../components/changes/check-result.ts';
import { useCheckActions } from '../components/changes/use-check-actions.ts';
import { outsideDialogs } from '../components/controls/outside-dialogs.ts';
import { formatPercent } from '../components/text/format.ts';
import { texts } from '../texts/texts.ts';
import type { ModeProps } from './comparison.ts';
import { Layer } from './layer.tsx';
import { compareDecoded, decodePair, drawDifference, type PixelDifference } from './pixel-difference.ts';
import { useCheckOfPair } from './use-check-of-pair.ts';
import { useWatchedItem } from './use-comparison-settings.ts';
import { useDecodedImage } from './use-decoded-image.ts';
import classes from './viewer.module.css';

const RegionEditor = lazy(() => import('./region-editor.tsx'));

/**
 * Shows the newer capture, faded, with the differences highlighted. If a check compared these two captures, its result is shown,
 * because it excludes the ignored parts. Without a stored diff, the browser compares the captures, which does not tell whether
 * they count as changed.
 */
export function DifferenceMode(sides: ModeProps) {
  const { before, after } = sides;
  const check = useCheckOfPair(before.screenshotId, after.screenshotId);
  const item = useWatchedItem(after.screenshotId);
  const [isEditing, setEditing] = useState(false);
  if (check === undefined) return <Busy />;
  const result = check && [checkResult(check), ...checkMarks(check).map(({ text }) => text)].join(' · ');
  if (isEditing && item)
    return (
      <Suspense fallback={<Busy />}>
        <RegionEditor {...sides} item={item} onClose={() => setEditing(false)} />
      </Suspense>
    );
  return (
    <>
      {!check || check.diffUrl === null ? (
        <ComputedDifference {...sides} check={check} result={result} />
      ) : (
        <CheckedDifference key={check.id} {...sides} check={check} result={result} />
      )}
      <Actions check={check} onIgnore={item ? () => setEditing(true) : null} />
    </>
  );
}

const { history } = texts;

const Busy = () => <p className={classes.busy}>{history.comparing}</p>;

type ActionsProps = { check: ContentCheck | null; onIgnore: (() => void) | null };

/** The actions for a difference. */
function Actions({ check, onIgnore }: ActionsProps) {
  const mayWrite = useMay('write') !== false;
  const perform = useCheckActions();
  const actByKey = (action: CheckAction) => {
    if (mayWrite && check && actionsOf(check).includes(action)) void perform(action, check);
  };
  useHotkeys(checkActions.map((action) => outsideDialogs([checkKeys[action], () => actByKey(action)])));
  if (!mayWrite) return null;
  return (
    <div className={classes.actions}>
      {check && <CheckButtons check={check} size="xs" onAct={(action, of) => void perform(action, of)} />}
      {onIgnore && (
        <Button variant="default" size="xs" onClick={onIgnore}>
          {history.ignoreAreas}
        </Button>
      )}
    </div>
  );
}

/** The check that compared the captures, and its displayed result; null if there is none. */
type DifferenceProps = ModeProps & { check: ContentCheck | null; result: string | null };

function CheckedDifference(props: DifferenceProps & { check: ContentCheck }) {
  const { before, after, check, result } = props;
  const width = Math.max(before.width, after.width) / Math.min(globalThis.devicePixelRatio, 2);
  const { image, failed } = useDecodedImage(differenceUrl(check.id, { width }), { shrinks: true });
  if (failed) return <ComputedDifference {...props} />;
  if (!image) return <Busy />;
  return (
    <>
      <Layer image={image} alt={result ?? history.modes.difference} />
      <p className={classes.note} role="status">
        {result}
      </p>
    </>
  );
}

function ComputedDifference({ before, after, check, result }: DifferenceProps) {
  const difference = useDifference(before.screenshotId, after.screenshotId, check);
  if (!difference) return <Busy />;
  const { url, share, hasOtherSize } = difference;
  const words = result ?? (share === 0 ? history.identical : history.differenceShare(formatPercent(share)));
  const width = Math.max(before.width, after.width);
  const height = Math.round((width * difference.height) / difference.width);
  return (
    <>
      <Layer image={{ url, width, height }} alt={words} />
      <p className={classes.note} role="status">
        {words}
        {hasOtherSize && ` · ${history.sizesDiffer}`}
        {check?.ratio === 0 && share > 0 && ` · ${history.notCounted}`}
      </p>
    </>
  );
}

/** Leaves out the regions that the check left out. */
function useDifference(before: number, after: number, check: ContentCheck | null): PixelDifference | null {
  const [difference, setDifference] = useState<PixelDifference | null>(null);
  useEffect(() => {
    const left = new AbortController();
    let shown: string | undefined;
    setDifference(null);
    const compare = async () => {
      const pair = await decodePair(before, after, left.signal);
      return drawDifference(pair, compareDecoded(pair, check?.comparison ?? wholeImage));
    };
    compare().then(
      (found) => {
        shown = found.url;
        if (left.signal.aborted) URL.revokeObjectURL(found.url);
        else setDifference(found);
      },
      (error) => {
        if (!left.signal.aborted) throw error;
      },
    );
    return () => {
      left.abort();
      if (shown) URL.revokeObjectURL(shown);
    };
  }, [before, after, check?.id]);
  return difference;
}

const wholeImage = { ignoredRegions: [], regions: [] };
