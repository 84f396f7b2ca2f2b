// A monitor that expects a request after each run, such as Healthchecks (https://healthchecks.io/docs/http_api/) or a push monitor
// of Uptime Kuma. Without the address for failures, the monitor would report a failed run as a success.
import { cleanLine } from '../message/clean-text.ts';
import { shorten } from '../message/fit-message.ts';
import { outcomeOf, type Sent, startAttempt } from './attempt.ts';
import type { DestinationKind, StoredConfig } from './destination-kind.ts';
import { urlOrigin } from './url-origin.ts';

const maxMessage = 200;

export const heartbeat: DestinationKind = {
  origin: urlOrigin,

  async send({ outcome, title }, config, sending) {
    const url = outcome === 'failed' ? failureUrl(config, title) : config.url!;
    const request = { method: 'GET', url, headers: {}, body: '' };
    const sent = refuseIgnored(await startAttempt(config, sending).send(request));
    return { ...outcomeOf(sent, 'NOT_SENT'), text: false };
  },
};

/** By default, the address with `status=down` (Uptime Kuma), or with `/fail` (Healthchecks, Better Stack). */
function failureUrl({ url, failureUrl: given }: StoredConfig, title: string): string {
  if (given !== undefined) return given;
  const failure = new URL(url!);
  if (/\/api\/push\/[^/]+$/.test(failure.pathname)) {
    failure.searchParams.set('status', 'down');
    failure.searchParams.set('msg', shorten(cleanLine(title), maxMessage));
  } else failure.pathname = `${failure.pathname.replace(/\/+$/, '')}/fail`;
  return failure.href;
}

/** Healthchecks responds with 200 and `OK (not found)` or `OK (rate limited)` to a request that it ignores. */
const refuseIgnored = (sent: Sent): Sent =>
  sent.delivered && /^OK \(/.test(sent.response ?? '')
    ? { ...sent, delivered: false, error: `The monitor ignored the request: ${sent.response}` }
    : sent;
