import { CoreError, type ManagementContext } from '@shotclock/core';
import { findApiKeyByPrefix } from '@shotclock/db/all-accounts';
import { InvalidArgumentError } from 'commander';
import { idOf } from './id-of.ts';

const prefix = /^sc_[0-9A-Za-z]{8}$/;

/** A key's ID or prefix. */
export type KeyName = number | string;

/** Parses an argument that refers to a key by its ID or by the prefix that `key list` shows. */
export function keyOf(text: string): KeyName {
  if (prefix.test(text)) return text;
  if (text.startsWith('sc_'))
    throw new InvalidArgumentError('It must be an ID, or a prefix of 11 characters.');
  return idOf(text);
}

/**
 * Returns the ID of the key to which the argument refers.
 * @throws CoreError not_found (no key has this prefix)
 */
export async function findKeyId({ db }: ManagementContext, key: KeyName): Promise<number> {
  if (typeof key === 'number') return key;
  const row = await findApiKeyByPrefix(db.orm, key);
  if (!row) throw new CoreError('not_found', `There is no API key ${key}.`);
  return row.id;
}
