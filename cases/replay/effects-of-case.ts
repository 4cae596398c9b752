/** What a case does to a service when it is sent again, told before anything is sent, and what the target lacks for it. */

import { boundOperations } from '../../contracts/intents.ts';
import { isJsonObject, type Json } from '../../contracts/json.ts';
import { hasEffect } from '../../contracts/operations.ts';
import { importedFlow } from '../../contracts/outcome.ts';
import type { Target } from '../../contracts/target.ts';
import type { Exchange, Trace } from '../../contracts/trace.ts';
import type { CaseEffects } from '../../reports/effects-text.ts';
import { scalarsIn } from '../references.ts';
import { peopleIn } from './people.ts';
import { isWrongLogin, type Step } from './steps.ts';

/** Longer cases were not recorded by us. */
const stepsMax = 2_000;
/** Nor were clocks moved further. */
const movedMsMax = 400 * 86_400_000;

const movedMsOf = ({ clockAdvances, resumed, exchanges }: Trace, steps: readonly Step[]): number => {
  const last = steps.at(-1)?.then.index ?? -1;
  const byLevers = clockAdvances.filter(({ beforeExchange }) => beforeExchange <= last);
  const [before, after] = resumed ? [exchanges[resumed.beforeExchange - 1], exchanges[resumed.beforeExchange]] : [];
  const between = before && after && after.index <= last ? Date.parse(after.sentAt) - Date.parse(before.sentAt) : 0;
  return byLevers.reduce((sum, { ms }) => sum + ms, between);
};

const listOf = (value: Json | undefined): readonly Json[] => (Array.isArray(value) ? value : []);
const memberOf = (value: Json | undefined, name: string): Json | undefined =>
  isJsonObject(value) ? value[name] : undefined;

/** How many a booking is for; tickets are issued for each of them. */
const travellersOf = ({ intent, request, sentAt }: Exchange): number =>
  intent === undefined
    ? peopleIn(request.body, sentAt.slice(0, 10)).filter(({ isListed }) => isListed).length
    : listOf(memberOf(intent, 'passengers')).length;

/** It asks for something: a request with nothing in it has no effect anywhere. */
const asks = (trace: Trace, { intent, request }: Exchange): boolean =>
  intent !== undefined || (trace.flow === importedFlow && JSON.stringify(request.body ?? {}) !== '{}');

/** The offer that an imported request names, as the last answer before told it. */
const offerNamed = ({ exchanges }: Trace, { index, request }: Exchange): Json | undefined => {
  const named = new Set(scalarsIn(request.body).map(({ value }) => value));
  const offers = exchanges
    .slice(0, index)
    .flatMap(({ facts }) => [...(facts?.offers ?? []), ...(facts?.flightOffers ?? [])]);
  return offers.findLast((offer) =>
    [offer.reference, 'offerId' in offer ? offer.offerId : undefined].some(
      (name) => name !== undefined && named.has(name),
    ),
  ) as Json | undefined;
};

const costsOf = (trace: Trace, steps: readonly Step[]): ReadonlyMap<string, number> => {
  const costs = new Map<string, number>();
  for (const { then } of steps) {
    const offer = then.intent === undefined ? offerNamed(trace, then) : memberOf(then.intent, 'offer');
    const price = memberOf(offer, 'price');
    const [amount, currency] = [memberOf(price, 'amount'), memberOf(price, 'currency')];
    if (typeof amount !== 'number' || !Number.isFinite(amount)) continue;
    const key = typeof currency === 'string' ? currency : '';
    costs.set(key, (costs.get(key) ?? 0) + amount);
  }
  return costs;
};

export const effectsOfCase = (trace: Trace, steps: readonly Step[]): CaseEffects => {
  const is =
    (...all: readonly Exchange['operation'][]) =>
    ({ then }: Step): boolean =>
      all.includes(then.operation) && asks(trace, then);
  const booked = steps.filter(is('create-booking', 'pnr-create'));
  const travellersMax = Math.max(1, ...steps.filter(is('pnr-create')).map(({ then }) => travellersOf(then)));
  return {
    requests: steps.length,
    stays: steps.filter(is('create-booking')).length,
    flights: steps.filter(is('pnr-create')).length,
    tickets: steps.filter(is('ticket-issue')).length * travellersMax + steps.filter(is('ticket-exchange')).length,
    wrongLogins: steps.filter(({ then }) => isWrongLogin(then)).length,
    costs: costsOf(trace, booked),
    movedMs: movedMsOf(trace, steps),
  };
};

/** Whether something of it books, ends or issues anything. */
export const hasEffects = (trace: Trace, steps: readonly Step[]): boolean =>
  steps.some(({ then }) => hasEffect(then) && asks(trace, then));

/** Why none of it is sent; undefined where the target has and allows all that is needed. */
export const lackingFor = (
  trace: Trace,
  steps: readonly Step[],
  { target, attempts }: { readonly target: Target; readonly attempts: number },
): string | undefined => {
  const { may, bindings, levers, otherPartner } = target;
  const { stays, flights, tickets, movedMs } = effectsOfCase(trace, steps);
  if (steps.length > stepsMax) return `it has ${steps.length} steps, and no case of ours has more than ${stepsMax}`;
  if (movedMs < 0 || movedMs > movedMsMax) return 'it moves the clock further than any case of ours';
  const books = attempts * (stays + flights);
  const issues = attempts * tickets;
  if (books > (may.books?.perRun ?? 0)) return `needs may.books.perRun of ${books} at least in the target file`;
  if (issues > (may.tickets?.perRun ?? 0)) return `needs may.tickets.perRun of ${issues} at least in the target file`;
  const isEnding = hasEffects(trace, steps);
  if (isEnding && !may.books) return 'needs may.books in the target file';
  const unbound = steps.find(
    ({ then }) =>
      then.intent !== undefined && boundOperations.some((each) => each === then.operation && !bindings[each]),
  );
  if (unbound) return `needs bindings['${unbound.then.operation}'] in the target file`;
  if (!otherPartner && steps.some(({ then }) => then.bearer === 'other' || then.login === 'other'))
    return 'needs otherPartner, the credentials of a second partner, in the target file';
  if (movedMs > 0 && !levers.openWorld && !levers.advanceClock)
    return 'needs levers.openWorld or levers.advanceClock in the target file';
  return undefined;
};
