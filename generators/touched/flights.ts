/** What a trace shows of flights, and of tickets that are voided. */
import { isGiven, isOneOf, passengersIn } from '../../contracts/cells/requested.ts';
import { areSameTicket, changesOf, ownTicketAsked, ticketAsked } from '../../contracts/checks/own-tickets.ts';
import { windowAt } from '../../contracts/checks/void-window.ts';
import type { Touch } from '../../contracts/domain-coverage.ts';
import type { Json } from '../../contracts/json.ts';
import { succeeded } from '../../contracts/outcome.ts';
import { classIn, passengerMixes } from '../../contracts/parties.ts';
import { field, idText, targetTimeOf } from '../../contracts/subjects.ts';
import type { Exchange, Trace } from '../../contracts/trace.ts';
import { horizons } from '../partitions.ts';
import { askedOf, daysBetween, type Reported, touchOf } from './touch-of.ts';

const travelIn = (search: Json | undefined): Reported => ({
  passengers: classIn(passengerMixes, passengersIn(search)),
  trip: isGiven(search, 'return') ? 'return' : 'one way',
});

const flightSearches = (trace: Trace): Touch[] =>
  askedOf(trace, 'avia-search').flatMap((each) => {
    const days = daysBetween(targetTimeOf(trace, each), field(each.intent, 'departure'));
    return touchOf('flight-search', {
      ...travelIn(each.intent),
      horizon: classIn(horizons, { days }),
      ...(isGiven(each.intent, 'route') && {
        route: isOneOf(trace.otherRoutes, field(each.intent, 'route')) ? 'other route' : 'usual route',
      }),
      partner: each.bearer,
    });
  });

const flightSteps = { 'avia-offer-price': 'priced', 'fare-rules': 'rules read', 'pnr-create': 'booked' } as const;

const flightOffers = (trace: Trace): Touch[] =>
  Object.entries(flightSteps).flatMap(([operation, step]) =>
    askedOf(trace, operation as keyof typeof flightSteps).flatMap(({ intent }) =>
      touchOf('flight-offer', { ...travelIn(field(intent, 'search')), step }),
    ),
  );

const numberForm = (number: string): string | undefined => {
  if (/^\d{13}$/.test(number)) return '13 digits';
  return /^[^-]+-\d+$/.test(number) ? 'with its vendor' : undefined;
};

const endings = { 'ticket-cancel': 'voided', 'ticket-exchange': 'exchanged', 'ticket-refund': 'refunded' } as const;

/** What is known of a ticket before it is asked to be voided. */
const ticketState = (trace: Trace, asks: Exchange): string => {
  const name = ticketAsked(asks);
  const isBefore = ({ index }: Exchange): boolean => index < asks.index;
  const isIt = (exchange: Exchange): boolean => areSameTicket(ticketAsked(exchange), name) === true;
  const isUsed = (trace.usedCoupons ?? []).some(
    (used) => used.beforeExchange <= asks.index && areSameTicket(used, name) === true,
  );
  const ticket = ownTicketAsked(trace, asks);
  if (!ticket) return isUsed ? 'used' : 'unknown';
  const ended = changesOf(trace, ticket).find((change) => isBefore(change) && succeeded(change));
  if (ended) return endings[ended.operation as keyof typeof endings] ?? 'ended';
  if (isUsed) return 'used';
  const calculations = askedOf(trace, 'ticket-exchange-calculation', 'ticket-refund-calculation');
  return calculations.some((each) => isBefore(each) && isIt(each) && succeeded(each)) ? 'calculated' : 'open';
};

const moments = { open: 'inside the window', passed: 'after it', unclear: undefined } as const;

const voids = (trace: Trace): Touch[] =>
  askedOf(trace, 'ticket-cancel').flatMap((asks) => {
    const number = idText(field(asks.request.body, 'ticketNumber'));
    if (number === undefined) return [];
    const ticket = ticketState(trace, asks);
    const moment = ticket === 'unknown' ? 'unknown' : moments[windowAt(trace, asks)];
    return touchOf('void', { number: numberForm(number), moment, ticket });
  });

export const flightTouches = (trace: Trace): Touch[] =>
  [flightSearches, flightOffers, voids].flatMap((shown) => shown(trace));
