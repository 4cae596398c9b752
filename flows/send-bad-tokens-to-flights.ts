import fc from 'fast-check';
import { clausesOf } from '../contracts/clauses.ts';
import type { FlightOfferFact } from '../contracts/facts.ts';
import type { BookingRef, FlightIntents, FlightSearch, TicketRef } from '../contracts/intents.ts';
import { flow } from '../engine/flow.ts';
import type { CallOptions, Session } from '../engine/session.ts';
import { badTokens, garbageTokens } from '../generators/bad-tokens.ts';
import { flightsOfOne, flightToBook } from '../generators/flights.ts';
import { passengersOf } from '../generators/people.ts';
import { bookFound, namedTicket } from './steps/book-flight.ts';
import { type FoundFlights, findFlights } from './steps/find-flights.ts';
import { calculatedRefund } from './steps/own-ticket.ts';
import {
  aviaOperations,
  badForOwn,
  emptyFlightAsks,
  exceptLast,
  type FlightAsk,
  flightAsks,
  searching,
  sendAll,
} from './steps/token-asks.ts';

const ofBooking = ['pnr-retrieve', 'pnr-reprice'] as const;
const ofTicket = ['ticket-info', 'ticket-exchange-calculation', 'ticket-refund-calculation'] as const;
type Bound = keyof FlightIntents;

const afterBooking = [
  ...ofBooking,
  ...ofTicket,
  'pnr-cancel',
  'ticket-issue',
  'ticket-cancel',
  'ticket-exchange',
  'ticket-refund',
] as const;

/** A ticket of such an offer can be asked about in every way. */
const allowsAll = ({ isExchangeable, isRefundable }: FlightOfferFact): boolean =>
  isExchangeable === true && isRefundable === true;

const aboutOwn = ['pnr-create' as const, ...afterBooking] as const;

/** In a sample one of the two that are tried, another with the next operation and the next seed. */
const badFor = ({ sample }: Session, bad: readonly CallOptions[], operation: (typeof aboutOwn)[number]) =>
  sample.some(bad, { standard: 1 }, aboutOwn.indexOf(operation));

type TicketOfBooking = { readonly booking: BookingRef; readonly ticket: TicketRef };

const isBound = ({ isAsked, target }: Session, operation: Bound): boolean =>
  isAsked(operation) && target.bindings[operation] !== undefined;

/** Calculates with tokens that must not count and with ours, and then asks with the former for what was calculated. */
const calculateBadly = async <Calculated>(
  session: Session,
  operation: 'ticket-exchange' | 'ticket-refund',
  bad: readonly CallOptions[],
  calculate: (callOptions: CallOptions) => Promise<Calculated>,
  perform: (calculated: Calculated, callOptions: CallOptions) => Promise<unknown>,
): Promise<void> => {
  const calculation = `${operation}-calculation` as const;
  const isPerformed = isBound(session, operation) && session.target.bindings[calculation];
  if (!isPerformed && !isBound(session, calculation)) return;
  if (session.isAsked(calculation)) {
    for (const callOptions of badFor(session, bad, calculation)) await calculate(callOptions);
  }
  const calculated = await calculate({});
  for (const callOptions of isPerformed ? badFor(session, bad, operation) : []) await perform(calculated, callOptions);
};

/** As long as tickets may be issued. */
const exchangeBadly = (
  session: Session,
  { search, ...about }: TicketOfBooking & { readonly search: FlightSearch },
  bad: readonly CallOptions[],
): Promise<void> =>
  calculateBadly(
    session,
    'ticket-exchange',
    bad,
    (callOptions) => session.ask('ticket-exchange-calculation', { ...about, search }, callOptions),
    async ({ facts }, callOptions) => {
      const { exchangeId, offers: [offer] = [] } = facts.exchange ?? {};
      if (typeof exchangeId !== 'string' || (await session.ticketsLeft()) === 0) return;
      const wanted = offer?.reference === undefined ? {} : { offer: offer.reference };
      await session.exchangeTicket({ ...about, exchangeId, ...wanted }, callOptions);
    },
  );

const refundBadly = (session: Session, about: TicketOfBooking, bad: readonly CallOptions[]): Promise<void> =>
  calculateBadly(
    session,
    'ticket-refund',
    bad,
    (callOptions) => calculatedRefund(session, about, callOptions),
    ({ intent }, callOptions) => session.refundTicket(intent, callOptions),
  );

/**
 * Asks about our own booking, and its ticket, with tokens that must not count; what changes them comes last. What only
 * reads is asked with our own token, too: what no token opens shows nothing.
 */
const askAboutOwn = async (
  session: Session,
  booking: BookingRef,
  search: FlightSearch,
  bad: readonly CallOptions[],
) => {
  const { ask, isAsked, target } = session;
  const { bindings } = target;
  // Of a sample, other stories ask with our own token.
  const ours = session.sample.at({ standard: [], full: [{}] });
  for (const operation of ofBooking.filter((each) => isBound(session, each))) {
    for (const callOptions of [...badFor(session, bad, operation), ...ours])
      await ask(operation, { booking }, callOptions);
  }
  const wantsTicket = [...ofTicket, 'ticket-issue', 'ticket-cancel', 'ticket-exchange', 'ticket-refund'] as const;
  const left = target.may.tickets ? await session.ticketsLeft() : 0;
  if (left > 0 && bindings['ticket-issue'] && wantsTicket.some(isAsked)) {
    // One is kept for our own token: what no token opens shows nothing.
    const issues = isAsked('ticket-issue') ? badFor(session, bad, 'ticket-issue').slice(0, left - 1) : [];
    for (const callOptions of issues) await session.issueTickets(booking, callOptions);
    const [ticket] = (await session.issueTickets(booking)).tickets;
    const named = ticket && namedTicket(booking, ticket);
    if (ticket && named) {
      const about = { booking, ticket };
      if (isBound(session, 'ticket-info'))
        for (const callOptions of [...badFor(session, bad, 'ticket-info'), ...ours])
          await ask('ticket-info', about, callOptions);
      await exchangeBadly(session, { ...about, search }, bad);
      await refundBadly(session, about, bad);
      if (isAsked('ticket-cancel')) {
        for (const callOptions of badFor(session, bad, 'ticket-cancel')) await session.voidTicket(named, callOptions);
      }
      await session.voidTicket(named);
    }
  }
  if (!isAsked('pnr-cancel')) return;
  for (const callOptions of badFor(session, bad, 'pnr-cancel')) await session.cancelFlight(booking, callOptions);
};

/** Asks every avia operation without a token and with every kind of token that must not count. */
export const sendBadTokensToFlights = flow('send-bad-tokens-to-flights', {
  story: 'Ask every avia operation without a token, with garbage, and with a token altered in every way.',
  phase: 'main',
  isJudgedNarrowly: true,
  sendsBadTokens: true,
  operations: aviaOperations,
  exercises: [
    ...clausesOf(['refusal'], { except: ['refusal.lack-is-refused-alike', 'refusal.has-one-form'] }),
    'avia-bearer.missing-token-is-refused',
    'avia-bearer.invalid-token-is-refused',
    'avia-refusal.carries-code-and-message',
  ],
  input: fc.record({
    garbage: garbageTokens,
    ...flightToBook(flightsOfOne),
  }),
  run: async (session, { garbage, seed, ...drawn }) => {
    const { isAsked, target, sample } = session;
    const { unowned, altered, isSampled } = badTokens(
      garbage,
      sample,
      (operation) => !searching.some((one) => one === operation),
    );
    // What needs no valid token comes first: it can be shown even where the login fails.
    const empty = emptyFlightAsks(session);
    await sendAll(sample.some(empty, { standard: 0 }), unowned);
    const [draw] = drawn.flights;
    const earlier: FoundFlights[] = [];
    const asks = draw ? await flightAsks(session, draw, empty, (found) => earlier.push(found)) : empty;
    const valid = asks.filter((ask) => !empty.includes(ask));
    // With valid content it may have an effect on a faulty service, and so needs the permission that a booking needs.
    const left = target.may.books ? await session.bookingsLeft() : 0;
    // What is asked about our own booking need not be asked with an empty body as well.
    const isAskedEmpty = ({ operation }: FlightAsk) =>
      sample.depth === 'full' || left === 0 || !aboutOwn.some((one) => one === operation);
    await sendAll(sample.at({ standard: asks.filter(isAskedEmpty), full: valid }), unowned, isSampled);
    await sendAll(asks.filter(isAskedEmpty), altered, isSampled);

    if (left === 0 || !aboutOwn.some(isAsked)) return;
    const bad = badForOwn(altered, seed);
    const books = isAsked('pnr-create') ? exceptLast(badFor(session, bad, 'pnr-create'), left) : [];
    const isTicketed = left > books.length && afterBooking.some(isAsked);
    if (books.length === 0 && !isTicketed) return;
    // Of a sample, what was asked for is booked.
    const [found = await findFlights(session, drawn.flights)] = sample.at({ standard: earlier, full: [] });
    if (books.length > 0) {
      const { search, searchId, offers } = found;
      const intent = { searchId, search, offer: offers[0], contact: drawn.contact };
      const all = passengersOf(drawn.passengers, search);
      for (const callOptions of books) await session.bookFlight({ ...intent, passengers: all }, callOptions);
    }
    if (!isTicketed) return;
    const { booking, chosen } = await bookFound(session, found, { ...drawn, seed }, { fits: allowsAll });
    await askAboutOwn(session, booking, chosen.search, bad);
  },
});
