import {
  type BrowserSupervisor,
  browserChecks,
  browserFindings,
  type ProtectionSettings,
} from '@shotclock/capture';
import { diskCheck, egressCheck, queueCheck } from '@shotclock/core';
import type { EgressAllow } from '@shotclock/egress';
import { type CaptureConsumer, queueConnection } from '@shotclock/queue';
import { type Check, type Config, failed, ok } from '@shotclock/runtime';

const browserRemedy = 'Read the log of the worker, which contains the reason.';

/** The checks that only a worker can run: of its browsers, its queue connection, its network and its disks. */
export function workerChecks(options: {
  config: Config<'worker'>;
  browsers: Pick<BrowserSupervisor, 'facts' | 'healthy'>;
  consumer: Pick<CaptureConsumer, 'ping'>;
  allow: EgressAllow;
}): Check[] {
  const { config, browsers, consumer, allow } = options;
  const settings = { sandbox: config.chromiumSandbox, isolation: config.browserIsolation };
  const egress = egressCheck(allow, { reachesPublic: false });
  // The guard does not change while the process runs.
  let egressFinding: ReturnType<Check['run']> | undefined;
  return [
    ...browserChecks.map((name) => browserCheck(name, browsers, settings)),
    queueCheckOf(config, consumer),
    diskCheck(config.dataDir),
    { ...egress, run: () => (egressFinding ??= egress.run()) },
  ];
}

function browserCheck(
  name: (typeof browserChecks)[number],
  browsers: Pick<BrowserSupervisor, 'facts' | 'healthy'>,
  settings: ProtectionSettings,
): Check {
  return {
    name,
    remedy: browserRemedy,
    async run() {
      if (name === 'browser' && !browsers.healthy())
        return failed('No browser process is running.', browserRemedy);
      return (await browserFindings(browsers.facts()!, settings))[name];
    },
  };
}

/** With the queue in Postgres, the open connection is used, because each worker may open only a few. */
function queueCheckOf(config: Config<'worker'>, consumer: Pick<CaptureConsumer, 'ping'>): Check {
  const check = queueCheck(queueConnection(config));
  const ping = async () => {
    await consumer.ping();
    return ok('The queue in Postgres responds.');
  };
  return config.redisUrl ? check : { ...check, run: ping };
}
