import type { AlertRule } from '@shotclock/client';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { allRules } from '../../components/alerts/use-alert-names.ts';
import { useDestinations } from '../../components/alerts/use-destinations.ts';
import { LinkButton } from '../../components/controls/link-button.tsx';
import { EmptyState } from '../../components/layout/empty-state.tsx';
import { Panel } from '../../components/layout/page.tsx';
import { ProblemNotice } from '../../components/layout/problem-notice.tsx';
import rows from '../../components/layout/rows.module.css';
import { SkeletonRows } from '../../components/layout/skeleton-rows.tsx';
import { WideTable } from '../../components/layout/wide-table.tsx';
import { Tag } from '../../components/text/status.tsx';
import { alertTexts } from '../../texts/alert-texts.ts';
import { texts } from '../../texts/texts.ts';
import classes from './alerts-screen.module.css';
import { NewLink } from './new-link.tsx';

const { rules: words, tabs, events } = alertTexts;

/** The account's rules. */
export function RuleList() {
  const { data, error, refetch } = useQuery(allRules());
  const { destinations } = useDestinations();
  const names = new Map(destinations?.map(({ id, name }) => [id, name]));
  if (error && !data) return <ProblemNotice error={error} onRetry={() => void refetch()} />;
  const create = <NewLink to="/alerts/rules/new">{words.create}</NewLink>;
  return (
    <Panel title={tabs.rules} flush aside={create}>
      {!data || !destinations ? (
        <SkeletonRows count={3} height={28} />
      ) : data.content.length === 0 ? (
        destinations.length === 0 ? (
          <EmptyState icon="bell" title={words.none} hint={words.needsDestination}>
            <LinkButton to="/alerts/destinations/new">{alertTexts.destinations.create}</LinkButton>
          </EmptyState>
        ) : (
          <EmptyState icon="bell" title={words.none} hint={words.noneHint}>
            {create}
          </EmptyState>
        )
      ) : (
        <WideTable label={tabs.rules} stacks>
          <thead>
            <tr>
              <th scope="col">{words.columns.name}</th>
              <th scope="col">{words.columns.events}</th>
              <th scope="col">{words.columns.about}</th>
              <th scope="col">{words.columns.to}</th>
            </tr>
          </thead>
          <tbody>
            {data.content.map((rule) => (
              <tr key={rule.id}>
                <td>
                  <Link
                    to="/alerts/rules/$ruleId"
                    params={{ ruleId: String(rule.id) }}
                    className={`${rows.strong} ${classes.name}`}
                  >
                    {rule.name}
                  </Link>{' '}
                  {!rule.enabled && <Tag>{words.off}</Tag>}
                </td>
                <td data-label={words.columns.events}>
                  <span className={classes.tags}>
                    {rule.events.map((name) => (
                      <Tag key={name}>{events[name].name}</Tag>
                    ))}
                  </span>
                </td>
                <td className={rows.muted} data-label={words.columns.about}>
                  {aboutText(rule)}
                </td>
                <td className={`${rows.muted} ${classes.name}`} data-label={words.columns.to}>
                  {rule.destinationIds.map((id) => names.get(id) ?? `#${id}`).join(', ') || texts.common.none}
                </td>
              </tr>
            ))}
          </tbody>
        </WideTable>
      )}
    </Panel>
  );
}

function aboutText({ scheduleIds, itemIds, tags }: AlertRule): string {
  if (scheduleIds) return words.someSchedules(scheduleIds.length);
  if (tags) return words.tagged(tags.join(', '));
  return itemIds ? words.somePages(itemIds.length) : words.all;
}
