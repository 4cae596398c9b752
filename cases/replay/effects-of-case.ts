/** What sending a case again does to a service, and what the target lacks for it: known before anything is sent. */

import { importedFlow } from '../../contracts/imported-trace.ts';
import { isBound } from '../../contracts/intents.ts';
import type { Json } from '../../contracts/json.ts';
import { hasEffect } from '../../contracts/operations.ts';
import { field } from '../../contracts/subjects.ts';
import type { Target } from '../../contracts/target.ts';
import type { Exchange, Trace } from '../../contracts/trace.ts';
import type { CaseEffects } from '../../reports/effects-text.ts';
import { listOf, scalarsIn } from '../body-places.ts';
import { betweenRunsMs } from './moved-dates.ts';
import { travellersIn } from './people.ts';
import { isWrongLogin, type ReplayStep } from './repeated.ts';

/** Preflight records no longer case. */
const stepsMax = 2_000;
/** Preflight moves no clock further. */
const movedMsMax = 400 * 86_400_000;

const movedMsOf = (trace: Trace, steps: readonly ReplayStep[]): number => {
  const last = steps.at(-1)?.then.index ?? -1;
  const byLevers = trace.clockAdvances.filter(({ beforeExchange }) => beforeExchange <= last);
  const between = trace.resumed && trace.resumed.beforeExchange <= last ? betweenRunsMs(trace) : 0;
  return byLevers.reduce((sum, { ms }) => sum + ms, between);
};

/** How many people a booking is for: each gets a ticket. */
const travellersOf = (exchange: Exchange): number =>
  exchange.intent === undefined
    ? travellersIn(exchange, exchange.sentAt.slice(0, 10)).filter(({ isListed }) => isListed).length
    : listOf(field(exchange.intent, 'passengers')).length;

/** False for an empty request, which has no effect on any service. */
const asks = (trace: Trace, { intent, request }: Exchange): boolean =>
  intent !== undefined || (trace.flow === importedFlow && JSON.stringify(request.body ?? {}) !== '{}');

/** The offer that an imported request names, from the last answer before it. */
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

const costsOf = (trace: Trace, steps: readonly ReplayStep[]): ReadonlyMap<string, number> => {
  const costs = new Map<string, number>();
  for (const { then } of steps) {
    const offer = then.intent === undefined ? offerNamed(trace, then) : field(then.intent, 'offer');
    const price = field(offer, 'price');
    const [amount, currency] = [field(price, 'amount'), field(price, 'currency')];
    if (typeof amount !== 'number' || !Number.isFinite(amount)) continue;
    const key = typeof currency === 'string' ? currency : '';
    costs.set(key, (costs.get(key) ?? 0) + amount);
  }
  return costs;
};

export const effectsOfCase = (trace: Trace, steps: readonly ReplayStep[]): CaseEffects => {
  const is =
    (...all: readonly Exchange['operation'][]) =>
    ({ then }: ReplayStep): boolean =>
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

export const hasEffects = (trace: Trace, steps: readonly ReplayStep[]): boolean =>
  steps.some(({ then }) => hasEffect(then) && asks(trace, then));

/** Why nothing is sent; undefined where the target has and allows everything needed. */
export const lackingFor = (
  trace: Trace,
  steps: readonly ReplayStep[],
  { target, attempts }: { readonly target: Target; readonly attempts: number },
): string | undefined => {
  const { may, bindings, levers, otherPartner } = target;
  const { stays, flights, tickets, movedMs } = effectsOfCase(trace, steps);
  if (steps.length > stepsMax) return `it has ${steps.length} steps, and a case of Preflight has at most ${stepsMax}`;
  if (movedMs < 0 || movedMs > movedMsMax) return 'it moves the clock further than any case of Preflight does';
  const books = attempts * (stays + flights);
  const issues = attempts * tickets;
  if (books > (may.books?.perRun ?? 0)) return `needs may.books.perRun of ${books} at least in the target file`;
  if (issues > (may.tickets?.perRun ?? 0)) return `needs may.tickets.perRun of ${issues} at least in the target file`;
  const isEnding = hasEffects(trace, steps);
  if (isEnding && !may.books) return 'needs may.books in the target file';
  const unbound = steps.find(
    ({ then: { intent, operation } }) => intent !== undefined && isBound(operation) && !bindings[operation],
  );
  if (unbound) return `needs bindings['${unbound.then.operation}'] in the target file`;
  if (!otherPartner && steps.some(({ then }) => then.bearer === 'other' || then.login === 'other'))
    return 'needs otherPartner, the credentials of a second partner, in the target file';
  if (movedMs > 0 && !levers.openWorld && !levers.advanceClock)
    return 'needs levers.openWorld or levers.advanceClock in the target file';
  return undefined;
};
