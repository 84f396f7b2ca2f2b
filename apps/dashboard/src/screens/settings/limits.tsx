import { useMe } from '../../api/me.ts';
import { blockingError } from '../../api/problem.ts';
import { formatBytes, formatNumber } from '../../components/format.ts';
import { optionsOf } from '../../components/options-of.ts';
import { Panel } from '../../components/page.tsx';
import { ProblemNotice } from '../../components/problem-notice.tsx';
import { SkeletonRows } from '../../components/skeleton-rows.tsx';
import { texts } from '../../texts/texts.ts';
import classes from './settings.module.css';

const { settings } = texts;

/** The limits of the account and their usage. */
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
