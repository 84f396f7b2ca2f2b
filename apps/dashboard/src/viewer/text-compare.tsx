import type { DiffLine } from '@shotclock/compare/lines';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { storedTextOptions } from '../api/artifacts.ts';
import { EmptyState } from '../components/layout/empty-state.tsx';
import { ProblemNotice } from '../components/layout/problem-notice.tsx';
import { formatNumber } from '../components/text/format.ts';
import { texts } from '../texts/texts.ts';
import { compareTexts, type DiffBlock, maxCharacters } from './text-difference.ts';
import classes from './viewer.module.css';

type TextCompareProps = { before: number; after: number; artifact: 'text' | 'html' };

/** The text or HTML of two captures as a diff. HTML is shown as text and never rendered. */
export function TextCompare({ before, after, artifact }: TextCompareProps) {
  const one = useQuery(storedTextOptions(before, artifact));
  const two = useQuery(storedTextOptions(after, artifact));
  const difference = useMemo(
    () => (one.data == null || two.data == null ? null : compareTexts(one.data, two.data, artifact)),
    [one.data, two.data, artifact],
  );
  const { history } = texts;
  if (one.isPending || two.isPending) return <p className={classes.busy}>{history.comparing}</p>;
  const error = one.error ?? two.error;
  if (error) return <ProblemNotice error={error} />;
  if (difference === null)
    return (
      <EmptyState
        icon={artifact === 'text' ? 'text' : 'code'}
        title={artifact === 'text' ? history.notStored : history.notStoredHtml}
      />
    );
  if (difference.blocks.length === 0 && !difference.isShortened)
    return <EmptyState icon="check" title={history.sameText} />;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolled region needs the focus for the arrow keys
    <section className={classes.text} tabIndex={0} aria-label={history.modes[artifact]}>
      {difference.isShortened && (
        <p className={classes.shortened}>{history.shortened(formatNumber(maxCharacters))}</p>
      )}
      {difference.blocks.map((block, index) => (
        <Block key={index} block={block} />
      ))}
    </section>
  );
}

function Block({ block }: { block: DiffBlock }) {
  const { history } = texts;
  if (block.kind === 'lines')
    return block.lines.map((line) => <Line key={`${line.before}-${line.after}`} line={line} />);
  const words = block.kind === 'hidden' ? history.hiddenLines : history.unchangedLines;
  return <p className={classes.skipped}>{words(block.count, formatNumber(block.count))}</p>;
}

function Line({ line: { kind, before, after, parts } }: { line: DiffLine }) {
  const className = kind === 'same' ? classes.line : `${classes.line} ${classes[kind]}`;
  return (
    <div className={className}>
      <span className={classes.number}>{before}</span>
      <span className={classes.number}>{after}</span>
      <span className={classes.content}>
        {parts.map(({ text, differs }, index) =>
          differs ? <mark key={index}>{text}</mark> : <span key={index}>{text}</span>,
        )}
      </span>
    </div>
  );
}
