import { useMe } from '../../api/me.ts';
import { blockingError } from '../../api/problem.ts';
import { optionsOf } from '../../components/controls/options-of.ts';
import { Panel } from '../../components/layout/page.tsx';
import { ProblemNotice } from '../../components/layout/problem-notice.tsx';
import { SkeletonRows } from '../../components/layout/skeleton-rows.tsx';
import { formatBytes, formatNumber } from '../../components/text/format.ts';
import { texts } from '../../texts/texts.ts';
import classes from './settings.module.css';

const { settings } = texts;

/** The account's limits and its current usage. */
export function Limits() {
  const { data, error, refetch } = useMe();
  if (blockingError({ data, error })) return <ProblemNotice error={error} onRetry={() => void refetch()} />;
  return (
    <Panel title={settings.limits}>
      {data ? (
        <dl className={classes.limits}>
          {optionsOf(settings.limitNames).map(({ value: name, label }) => {
            const { limit, used } = data.limits[name];
            const format = name.endsWith('Bytes') ? formatBytes : formatNumber;
            return (
              <div key={name} className={classes.limit}>
                <dt>{label}</dt>
                <dd>
                  {limit === null
                    ? settings.unlimited(format(used))
                    : settings.used(format(used), format(limit))}
                </dd>
                <dd className={classes.track} aria-hidden="true">
                  {limit !== null && (
                    <span
                      data-full={used >= limit || undefined}
                      style={{ width: `${Math.min(100, (used / Math.max(1, limit)) * 100)}%` }}
                    />
                  )}
                </dd>
              </div>
            );
          })}
        </dl>
      ) : (
        <SkeletonRows count={8} height={30} />
      )}
    </Panel>
  );
}
