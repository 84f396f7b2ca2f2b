import type { FieldError } from '../field-error.ts';
import type { ItemSelection } from './update-items.ts';

/**
 * The validation error for a selection with several fields, which a schema cannot express. `path` is the pointer to the
 * selection.
 */
export function itemSelectionErrors(selection: ItemSelection, path: string): FieldError[] {
  const { ids, urlContains, all } = selection;
  const given = [ids, urlContains, all].filter((value) => value !== undefined);
  if (given.length <= 1) return [];
  return [{ path, code: 'conflict', message: 'must have only one of ids, urlContains and all' }];
}
