import type { AlertMessage, AlertRemedy } from './alert-message.ts';

/**
 * The remedies for services that cannot show them beside each item: those of the message and, if it has a single item, those of
 * that item.
 */
export const mainRemedies = ({ items, remedies = [] }: AlertMessage): AlertRemedy[] => [
  ...((items.length === 1 ? items[0]!.remedies : []) ?? []),
  ...remedies,
];
