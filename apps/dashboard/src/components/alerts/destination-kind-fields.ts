import type { Destination } from '@shotclock/client';
import type { Control } from '../capture-fields/field.ts';

/** A field of the configuration of a destination. */
export type ConfigField = {
  name: string;
  /** In English. */
  description: string;
  control: Control;
  isRequired: boolean;
  example: string | null;
};

/** A kind of destination, as `destinationKindTable` of `contracts` declares it. */
export type DestinationKindFields = {
  kind: Destination['kind'];
  /** In English. */
  description: string;
  fields: readonly ConfigField[];
};
