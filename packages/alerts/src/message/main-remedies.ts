import type { AlertMessage, AlertRemedy } from './alert-message.ts';

/** The remedies of a message for services that have no place for those of each item: without items of which one is meant. */
export const mainRemedies = ({ items, remedies = [] }: AlertMessage): AlertRemedy[] => [
  ...((items.length === 1 ? items[0]!.remedies : []) ?? []),
  ...remedies,
];
