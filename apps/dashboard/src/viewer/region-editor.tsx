import { ActionIcon, Button, NumberInput, SegmentedControl, Textarea } from '@mantine/core';
import { showNotification } from '@mantine/notifications';
import type { Rectangle } from '@shotclock/compare/pixels';
import { useEffect, useState } from 'react';
import { showProblem } from '../api/show-problem.ts';
import { Icon } from '../components/controls/icon.tsx';
import { formatPercent } from '../components/text/format.ts';
import { regionEditorTexts } from '../texts/region-editor-texts.ts';
import { texts } from '../texts/texts.ts';
import type { ModeProps } from './comparison.ts';
import { judgeDifference } from './judge-difference.ts';
import { Layer } from './layer.tsx';
import { changesOf, compareDecoded } from './pixel-difference.ts';
import classes from './region-editor.module.css';
import { RegionLayer } from './region-layer.tsx';
import { RegionPreview } from './region-preview.tsx';
import { formatRegion, maxRegions, newRegion, parseRegion } from './regions.ts';
import {
  type IgnoredParts,
  type Scope,
  useItemComparison,
  useSaveIgnoredParts,
  type WatchedItem,
} from './use-comparison-settings.ts';
import { useDecodedPair } from './use-decoded-pair.ts';
import viewerClasses from './viewer.module.css';

type Draft = { threshold: number; selectors: string; regions: Rectangle[] };

type RegionEditorProps = ModeProps & { item: WatchedItem; onClose: () => void };

/** Edits the regions that later checks ignore, drawn over the differences between two captures. */
export default function RegionEditor({ before, after, item, onClose }: RegionEditorProps) {
  const { data } = useItemComparison(item);
  const save = useSaveIgnoredParts(item);
  const pair = useDecodedPair(before.screenshotId, after.screenshotId);
  const [edited, setEdited] = useState<Draft | null>(null);
  const [selected, setSelected] = useState<number | null>(null);
  const [scope, setScope] = useState<Scope>('item');
  const [isSaving, setSaving] = useState(false);
  const [comparison, setComparison] = useState<ReturnType<typeof compareDecoded> | null>(null);
  const draft = edited ?? (data && draftOf(data.comparison)) ?? null;
  const settings = data && draft ? { ...data.comparison, ...partsOf(draft) } : null;
  const regionsKey = settings ? [...settings.ignoredRegions, '|', ...settings.regions].join(' ') : '';
  useEffect(() => {
    if (!pair || !settings) return;
    // The comparison of a tall capture is slow, so the region is shown first.
    const timer = setTimeout(() => setComparison(compareDecoded(pair, settings)), 60);
    return () => clearTimeout(timer);
  }, [pair, regionsKey]);
  if (!draft || !pair || !settings) return <p className={viewerClasses.busy}>{texts.common.loading}…</p>;

  const image = {
    width: Math.round(pair.current.width / pair.scale),
    height: Math.round(pair.current.height / pair.scale),
  };
  const change = (changes: Partial<Draft>) => setEdited({ ...draft, ...changes });
  const add = (added: Rectangle[]) => {
    change({ regions: [...draft.regions, ...added].slice(0, maxRegions) });
    setSelected(Math.min(maxRegions, draft.regions.length + added.length) - 1);
  };
  const differences = comparison
    ? changesOf(comparison, pair).flatMap(({ kind, ...box }) => (kind === 'removed' ? [] : [box]))
    : [];
  const isFull = draft.regions.length >= maxRegions;
  const parts = partsOf(draft);

  async function submit(): Promise<void> {
    setSaving(true);
    try {
      await save(parts, scope);
      showNotification({ message: regionEditorTexts.saved });
      onClose();
    } catch (error) {
      showProblem(error);
    } finally {
      setSaving(false);
    }
  }
  return (
    <>
      <Layer image={after} alt={after.label} opacity={0.55} />
      <RegionLayer
        image={image}
        shown={{ width: after.width, height: after.height }}
        comparison={comparison}
        regions={draft.regions}
        selected={selected}
        onDraw={(region) => !isFull && add([region])}
      />
      <section className={classes.panel} data-drawing data-panel aria-label={regionEditorTexts.title}>
        <h2>{regionEditorTexts.title}</h2>
        <p className={classes.hint}>{regionEditorTexts.hint}</p>
        <p className={classes.result} role="status">
          {comparison === null
            ? texts.history.comparing
            : [
                regionEditorTexts.result(formatPercent(comparison.ratio)),
                regionEditorTexts.judgments[judgeDifference(comparison.ratio, settings, pair.scale)],
              ].join('. ')}
        </p>
        <ul className={classes.list}>
          {draft.regions.map((region, index) => (
            <li key={index} className={classes.row} onFocus={() => setSelected(index)}>
              {(['left', 'top', 'width', 'height'] as const).map((side) => (
                <NumberInput
                  key={side}
                  size="xs"
                  label={regionEditorTexts.sides[side]}
                  aria-label={regionEditorTexts.side(index + 1, regionEditorTexts.sides[side])}
                  min={side === 'width' || side === 'height' ? 1 : 0}
                  max={65_000}
                  step={10}
                  allowDecimal={false}
                  hideControls
                  value={region[side]}
                  onChange={(value) =>
                    typeof value === 'number' &&
                    change({ regions: draft.regions.with(index, { ...region, [side]: value }) })
                  }
                />
              ))}
              <ActionIcon
                variant="subtle"
                color="gray"
                size={30}
                aria-label={regionEditorTexts.remove(index + 1)}
                onClick={() => change({ regions: draft.regions.toSpliced(index, 1) })}
              >
                <Icon name="trash" />
              </ActionIcon>
            </li>
          ))}
        </ul>
        <div className={classes.buttons}>
          <Button variant="default" size="xs" disabled={isFull} onClick={() => add([newRegion(image)])}>
            {regionEditorTexts.add}
          </Button>
          <Button
            variant="default"
            size="xs"
            disabled={isFull || differences.length === 0}
            onClick={() => add(differences)}
          >
            {regionEditorTexts.addDifferences}
          </Button>
        </div>
        <NumberInput
          label={regionEditorTexts.threshold}
          description={regionEditorTexts.thresholdHint}
          suffix=" %"
          min={0}
          max={100}
          decimalScale={3}
          value={draft.threshold * 100}
          onChange={(value) => typeof value === 'number' && change({ threshold: value / 100 })}
        />
        <Textarea
          label={regionEditorTexts.selectors}
          description={regionEditorTexts.selectorsHint}
          autosize
          minRows={2}
          maxRows={6}
          value={draft.selectors}
          onChange={(event) => change({ selectors: event.currentTarget.value })}
        />
        <RegionPreview item={item} comparison={settings} regionsKey={regionsKey} />
        <SegmentedControl
          aria-label={regionEditorTexts.scope}
          value={scope}
          onChange={setScope}
          data={[
            { value: 'item', label: regionEditorTexts.scopes.item },
            { value: 'schedule', label: regionEditorTexts.scopes.schedule },
          ]}
        />
        <div className={classes.foot}>
          <Button variant="default" onClick={onClose}>
            {texts.common.cancel}
          </Button>
          <Button loading={isSaving} onClick={() => void submit()}>
            {texts.common.save}
          </Button>
        </div>
      </section>
    </>
  );
}

const partsOf = ({ threshold, selectors, regions }: Draft): IgnoredParts => ({
  threshold,
  ignoredSelectors: selectors.split('\n').flatMap((line) => line.trim() || []),
  ignoredRegions: regions.map(formatRegion),
});

const draftOf = ({ threshold, ignoredSelectors, ignoredRegions }: IgnoredParts): Draft => ({
  threshold,
  selectors: ignoredSelectors.join('\n'),
  regions: ignoredRegions.map(parseRegion),
});
