import { type Database, type KeyHold, markKeyEffect, type Queryable } from '@shotclock/db';
import { CoreError } from '../errors.ts';

/** From the effect to its answer: a little more than the longest that a request may wait for its result (120 s). */
const answerLeaseSeconds = 150;

const writes: ReadonlySet<PropertyKey> = new Set(['insert', 'update', 'delete', 'transaction']);

/**
 * The database for a verb whose request holds an idempotency key: each of its transactions first marks the key
 * TOOK_EFFECT, so effect and mark are kept together or not at all, and it fails when the key was taken over. Outside of
 * a transaction it is for reading: a write there could not be told from none after a crash, so it throws.
 */
export function oneEffect(db: Database, hold: KeyHold): Database {
  return {
    ...db,
    orm: readOnly(db.orm),
    transaction: (work) =>
      db.transaction(async (tx) => {
        if (!(await markKeyEffect(tx, hold, answerLeaseSeconds)))
          throw new CoreError(
            'conflict',
            'This request took too long, and another with the same Idempotency-Key is carried out in its place.',
          );
        return work(tx);
      }),
  };
}

function readOnly(orm: Queryable): Queryable {
  return new Proxy(orm, {
    get(target, name) {
      if (writes.has(name))
        throw new Error(`${String(name)} outside of ctx.db.transaction, which idempotency keys rest on`);
      const value: unknown = Reflect.get(target, name, target);
      return typeof value === 'function' ? value.bind(target) : value;
    },
  });
}
