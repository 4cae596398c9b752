/**
 * The law of what must be there: a request that has nothing in its place is not served (parts 2.3, 3 and 4), and what is
 * refused where it is absent is refused where it is null or empty, and each time.
 */
import { isDeepStrictEqual } from 'node:util';
import { mismatch, type Opinion, unshown } from '../check.ts';
import { type IntentPart, isLeftOut, lackedPart } from '../checks/lacked.ts';
import { isRefused, showsNothingToAsker } from '../checks/refused-asks.ts';
import { isJsonObject, type Json } from '../json.ts';
import { type OperationId, operations } from '../operations.ts';
import { isRefusal, succeeded } from '../outcome.ts';
import { isAboutRights, isAuthorized, isAvia, isHotel, isIncomplete } from '../subjects.ts';
import type { Exchange, Trace } from '../trace.ts';
import { showsNoOffer } from './asked-for.ts';

const isAsked = (each: Exchange): boolean => isIncomplete(each) && isAuthorized(each) && !isAboutRights(each);

const incomplete = ({ exchanges }: Trace): Exchange[] => exchanges.filter(isAsked);

type Wanted = Readonly<Partial<Record<OperationId, readonly IntentPart[]>>>;

const isLacking = (exchange: Exchange, wanted: Wanted): boolean => {
  const part = lackedPart(exchange);
  return part !== undefined && isAsked(exchange) && wanted[exchange.operation]?.includes(part) === true;
};

/**
 * A target that says nothing less, or may not try it, lacks no evidence: any request of the operations is a subject. Where
 * the story ended for what a target lacks, that is the reason.
 */
const whereLacking = (wanted: Wanted, then: (exchange: Exchange, trace: Trace) => Opinion) => ({
  given: ({ exchanges, stopped }: Trace): Exchange[] => {
    const found = exchanges.filter((each) => isLacking(each, wanted));
    if (found.length > 0 || stopped?.because === 'needs') return found;
    return exchanges.filter(({ operation }) => wanted[operation] !== undefined);
  },
  then: (exchange: Exchange, trace: Trace): Opinion =>
    isLacking(exchange, wanted) ? then(exchange, trace) : unshown('the request lacks nothing'),
});

/** @param wanted What the interface names as what each operation is about. */
export const incompleteIsRefused = (wanted: Wanted) => whereLacking(wanted, isRefused);

/** An answer without an offer says that there is none; rules are of one, and show it. */
export const incompleteShowsNoOffer = (wanted: Wanted) =>
  whereLacking(wanted, (exchange, trace) =>
    (exchange.operation === 'fare-rules' ? showsNothingToAsker : showsNoOffer)(exchange, trace),
  );

/** Each request to book has a mark of its own in a name. */
const people: readonly string[] = ['guests', 'passengers'];

/** All that it says beside what it lacks, and people. */
const restOf = ({ intent }: Exchange, part: IntentPart): Json => {
  if (!isJsonObject(intent ?? null)) return null;
  const { lacks: _, ...said } = intent as Readonly<Record<string, Json>>;
  return Object.fromEntries(Object.entries(said).filter(([name]) => name !== part && !people.includes(name)));
};

/** What may have changed something, so that an answer is another one for that reason. */
const isAct = (exchange: Exchange): boolean =>
  operations[exchange.operation].effect !== 'reads' && !isIncomplete(exchange) && !isRefusal(exchange);

const hasActBetween = ({ exchanges }: Trace, one: Exchange, other: Exchange): boolean =>
  exchanges.slice(Math.min(one.index, other.index) + 1, Math.max(one.index, other.index)).some(isAct);

/** An offer may be gone at one time and be there at another: only what blames the request is about the lack. */
const blamesRequest = ({ response }: Exchange, part: IntentPart): boolean =>
  part === 'booking' || part === 'ticket' || response?.status === 400 || response?.status === 422;

const refusedAlike = (exchange: Exchange, trace: Trace): Opinion => {
  const part = lackedPart(exchange);
  if (part === undefined || !isAsked(exchange)) return unshown('the request lacks nothing');
  const refused = incomplete(trace).find(
    (each) =>
      each !== exchange &&
      each.operation === exchange.operation &&
      lackedPart(each) === part &&
      isLeftOut(each, part) &&
      isRefusal(each) &&
      blamesRequest(each, part) &&
      isDeepStrictEqual(restOf(each, part), restOf(exchange, part)) &&
      !hasActBetween(trace, each, exchange),
  );
  if (!refused) return unshown('nothing shows that the service minds the lack');
  const expected = `a refusal, as where ${part} was left out (exchange ${refused.index})`;
  return succeeded(exchange) ? mismatch(exchange, ['response', 'status'], expected) : undefined;
};

export const lackIsRefusedAlike = {
  given: ({ exchanges }: Trace): Exchange[] => exchanges.filter((each) => isAvia(each) || isHotel(each)),
  then: refusedAlike,
};
