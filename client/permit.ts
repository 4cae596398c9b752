/** The interlock before everything that books: without a permit nothing of it is sent, and each serves one request. */
import { type Effect, operations } from '../contracts/operations.ts';
import type { Call } from './call.ts';

/** Only its identity counts: a copy permits nothing. */
export type Permit = { readonly for: 'create-booking' | 'cancel-booking' };

const unused = new WeakSet<Permit>();

const granted = (operation: Permit['for']): Permit => {
  const permit = { for: operation };
  unused.add(permit);
  return permit;
};

/** For the ledger alone, which gives it out once the intent to book is on disk. */
export const permitToBook = (): Permit => granted('create-booking');

/** For what cancels a booking that we made, or one that a view has just said not to exist. */
export const permitToCancel = (): Permit => granted('cancel-booking');

/** A token that must not count, with nothing to book: it is answered by no service, and could book nowhere. */
const isHarmless = ({ bearer = 'own', body }: Call): boolean =>
  bearer !== 'own' && bearer !== 'other' && JSON.stringify(body) === '{}';

/** Uses the permit of a call up; throws TypeError for a call with an effect that has none. */
export const assertPermitted = (call: Call): void => {
  const { operation, permit } = call;
  const effect = operations[operation].effect as Effect;
  if (effect !== 'books' && effect !== 'tickets') return;
  const isPermitted = permit !== undefined && permit.for === operation && unused.delete(permit);
  if (isPermitted || isHarmless(call)) return;
  throw new TypeError(
    `call of ${operation}: it has an effect and needs a permit of its own (session.book, session.cancel)`,
  );
};
