import type { ScheduleExecution } from '@shotclock/client/source';
import type { Streams } from '../output.ts';

export type Counts = Pick<ScheduleExecution, 'totalItems' | 'successfulItems' | 'failedItems'>;

/** Shows how far a run is. `close` ends the line of the bar; the next `show` starts another one. */
export type Progress = { show(counts: Counts): void; close(): void };

const width = 30;

/** On a terminal, a bar in one line; otherwise, one line per change. */
export function createProgress({
  writeErr,
  isTerminal = false,
}: Pick<Streams, 'writeErr' | 'isTerminal'>): Progress {
  let last = '';
  return {
    show(counts) {
      const text = textOf(counts);
      if (text === last) return;
      last = text;
      writeErr(isTerminal ? `\r\u001b[K${bar(counts)} ${text}` : `${text}\n`);
    },
    close() {
      if (!isTerminal || last === '') return;
      writeErr('\n');
      last = '';
    },
  };
}

function bar({ totalItems, successfulItems, failedItems }: Counts): string {
  const share = totalItems === 0 ? 1 : (successfulItems + failedItems) / totalItems;
  const filled = Math.round(share * width);
  return `[${'#'.repeat(filled)}${'.'.repeat(width - filled)}]`;
}

function textOf({ totalItems, successfulItems, failedItems }: Counts): string {
  const failed = failedItems === 0 ? '' : `, ${failedItems} failed`;
  return `${successfulItems + failedItems} of ${totalItems}${failed}`;
}
