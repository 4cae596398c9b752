/** The interlock before every effect: without a permit nothing with an effect is sent, and each serves one request. */
import type { Json } from '../contracts/json.ts';
import { type Effect, type OperationId, operations } from '../contracts/operations.ts';
import type { Bearer } from '../contracts/trace.ts';

type Books = 'create-booking' | 'pnr-create';
type Issues = 'ticket-issue' | 'ticket-exchange';
/** Each takes back our booking or our ticket. */
export type Undoes = 'cancel-booking' | 'pnr-cancel' | 'ticket-cancel' | 'ticket-refund';

/** Only its identity counts: a copy permits nothing. */
export type Permit = { readonly for: Books | Issues | Undoes };

const unused = new WeakSet<Permit>();

const granted = (operation: Permit['for']): Permit => {
  const permit = { for: operation };
  unused.add(permit);
  return permit;
};

/** For the ledger alone, which gives it out once the intent to book is on disk. */
export const permitToBook = (operation: Books = 'create-booking'): Permit => granted(operation);

export const permitToIssue = (operation: Issues): Permit => granted(operation);

/** For what ends our booking or our ticket, or one that cannot exist. */
export const permitToCancel = (operation: Undoes = 'cancel-booking'): Permit => granted(operation);

type Permitted = {
  readonly operation: OperationId;
  readonly permit?: Permit;
  readonly bearer?: Bearer;
  readonly body?: Json;
};

/** A token that must not count, with nothing to book: it is answered by no service, and could book nowhere. */
const isHarmless = ({ bearer = 'own', body }: Permitted): boolean =>
  bearer !== 'own' && bearer !== 'other' && JSON.stringify(body) === '{}';

/** Uses the permit of a call up; throws TypeError for a call with an effect that has none. */
export const assertPermitted = (call: Permitted): void => {
  const { operation, permit } = call;
  const effect = operations[operation].effect as Effect;
  if (effect !== 'books' && effect !== 'tickets') return;
  const isPermitted = permit !== undefined && permit.for === operation && unused.delete(permit);
  if (isPermitted || isHarmless(call)) return;
  throw new TypeError(
    `call of ${operation}: it has an effect and needs a permit of its own (session.book, session.bookFlight and their like)`,
  );
};
