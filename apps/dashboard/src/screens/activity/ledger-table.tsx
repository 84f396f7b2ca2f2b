import type { ContentChangeActivity, WalletEntry } from '@shotclock/client';
import rows from '../../components/layout/rows.module.css';
import { WideTable } from '../../components/layout/wide-table.tsx';
import { formatCredits } from '../../components/text/format.ts';
import { Tag } from '../../components/text/status.tsx';
import { Time } from '../../components/text/time.tsx';
import { texts } from '../../texts/texts.ts';
import classes from './activity-screen.module.css';

const { activity } = texts;

/** Wallet entries, with the balance after each entry. */
export function LedgerTable({ entries }: { entries: readonly (WalletEntry | ContentChangeActivity)[] }) {
  return (
    <WideTable label={activity.wallet} stacks>
      <thead>
        <tr>
          <th scope="col">{activity.columns.time}</th>
          <th scope="col" className={rows.spare}>
            {activity.columns.type}
          </th>
          <th scope="col">{activity.columns.description}</th>
          <th scope="col" className={rows.number}>
            {activity.columns.amount}
          </th>
          <th scope="col" className={`${rows.number} ${rows.spare}`}>
            {activity.columns.balance}
          </th>
        </tr>
      </thead>
      <tbody>
        {entries.map((entry) => {
          const isCredit = entry.transactionType === 'CREDIT';
          return (
            <tr
              key={`${entry.transactionType} ${entry.referenceType} ${entry.referenceId} ${entry.createdAt}`}
            >
              <td className={rows.muted}>
                <Time at={entry.createdAt} />
              </td>
              <td className={rows.spare}>
                <Tag tone={isCredit ? 'good' : 'quiet'}>{activity.references[entry.referenceType]}</Tag>
              </td>
              <td className={classes.subject}>
                <p className={`${classes.note} ${rows.clamped}`} title={entry.description}>
                  {entry.description}
                </p>
              </td>
              <td className={rows.number}>
                {isCredit ? '+' : '−'}
                {formatCredits(entry.amount)}
              </td>
              <td className={`${rows.number} ${rows.spare}`}>{formatCredits(entry.balanceAfter)}</td>
            </tr>
          );
        })}
      </tbody>
    </WideTable>
  );
}
