import type { DestinationKindName } from '@shotclock/contracts';
import { alertmanager } from './alertmanager.ts';
import { apprise } from './apprise.ts';
import type { DestinationKind } from './destination-kind.ts';
import { discord } from './discord.ts';
import { email } from './email.ts';
import { heartbeat } from './heartbeat.ts';
import { inbox } from './inbox.ts';
import { ntfy } from './ntfy.ts';
import { slack } from './slack.ts';
import { teams } from './teams.ts';
import { telegram } from './telegram.ts';
import { webhook } from './webhook.ts';

/** The implementation of each kind that `destinationKindTable` declares. */
export const destinationKinds: Record<DestinationKindName, DestinationKind> = {
  webhook,
  email,
  slack,
  discord,
  teams,
  telegram,
  ntfy,
  apprise,
  alertmanager,
  heartbeat,
  inbox,
};
