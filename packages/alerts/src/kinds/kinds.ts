import type { DestinationKindName } from '@shotclock/contracts';
import type { DestinationKind } from './destination-kind.ts';
import { discord } from './discord.ts';
import { ntfy } from './ntfy.ts';
import { telegram } from './telegram.ts';
import { webhook } from './webhook.ts';

/** The implementation of each kind that `destinationKindTable` declares. */
export const destinationKinds: Record<DestinationKindName, DestinationKind> = {
  webhook,
  discord,
  telegram,
  ntfy,
};
