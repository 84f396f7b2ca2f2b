import { Skeleton } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import type { CreateAlertRule } from '@shotclock/client';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { problemOf } from '../../api/problem.ts';
import { read } from '../../api/read.ts';
import { alertTexts } from '../../texts/alert-texts.ts';
import { Panel } from '../layout/page.tsx';
import { ProblemNotice } from '../layout/problem-notice.tsx';
import { Tag } from '../text/status.tsx';
import classes from './alert-form.module.css';
import { MessagePreview } from './message-preview.tsx';

const { preview: words } = alertTexts;
const afterMs = 400;

/** The message of a rule as receivers would see it, rendered by the API. */
export function PreviewPanel({ rule }: { rule: CreateAlertRule }) {
  const { events, scheduleIds, itemIds, tags, minimumRatio, failuresInARow } = rule;
  const selected = { events, scheduleIds, itemIds, tags, minimumRatio, failuresInARow };
  const isComplete =
    events.length > 0 && scheduleIds?.length !== 0 && itemIds?.length !== 0 && tags?.length !== 0;
  const [body] = useDebouncedValue(JSON.stringify(selected), afterMs);
  const { data, error } = useQuery({
    ...read('alertRules.preview', JSON.parse(body) as typeof selected),
    enabled: isComplete,
    placeholderData: keepPreviousData,
  });
  // A field already shows that the rule contradicts itself once the form is sent.
  const [contradiction] = problemOf(error)?.errors ?? [];
  return (
    <Panel title={words.title} aside={data && isComplete && <Tag>{words.sources[data.source]}</Tag>}>
      {!isComplete ? (
        <p className={classes.hint}>{words.incomplete}</p>
      ) : contradiction ? (
        <p className={classes.hint}>{words.never}</p>
      ) : error ? (
        <ProblemNotice error={error} />
      ) : data ? (
        <>
          {data.source === 'SAMPLE' && <p className={classes.hint}>{words.sampleHint}</p>}
          <MessagePreview message={data.message} />
        </>
      ) : (
        <Skeleton height={220} />
      )}
    </Panel>
  );
}
