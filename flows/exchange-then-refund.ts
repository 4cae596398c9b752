/** Exchanges one ticket of a booking and refunds another, and looks after each at what was not touched. */
import fc from 'fast-check';
import { clausesOf } from '../contracts/clauses.ts';
import type { Intents } from '../contracts/intents.ts';
import type { OperationId } from '../contracts/operations.ts';
import { isRefusal, succeeded } from '../contracts/outcome.ts';
import { idText } from '../contracts/subjects.ts';
import { flow } from '../engine/flow.ts';
import type { CallOptions, ReadExchange, Session } from '../engine/session.ts';
import { type FlightRow, flightRows, journeyOf } from '../generators/flights.ts';
import { type UnknownBooking, unknownBooking, unknownLike, unknownTicketLike } from '../generators/unknown-ids.ts';
import { type CensusLooks, census } from './steps/acts.ts';
import { askIncompletely, readWithoutEach, shownByIncompleteAsks, withoutEach } from './steps/ask-incompletely.ts';
import { type ActedOn, flexible, namedTicket, type Ticketed } from './steps/book-flight.ts';
import { laterBy } from './steps/find-flights.ts';
import { actOnTickets, bookKin, type Hands, walkRows } from './steps/flight-rows.ts';
import { endWithout, needTickets, unbound } from './steps/needs.ts';
import { retrieveUntilFound } from './steps/own-booking.ts';
import {
  calculatedRefund,
  lookAround,
  otherwise,
  ownTicket,
  refundCalculated,
  type TicketInput,
  ticketDraws,
  voidWrongly,
} from './steps/own-ticket.ts';

const ofExchange = ['ticket-exchange-calculation', 'ticket-exchange'] as const satisfies readonly OperationId[];
const ofRefund = ['ticket-refund-calculation', 'ticket-refund'] as const satisfies readonly OperationId[];
const own = [...ofExchange, ...ofRefund] as const;

/** To another day, on which the same flights go. */
const daysLater = 7;

/** One for the ticket, one for what it is exchanged for, and one that an invented exchange must not make. */
const ticketsWanted = 3;

const rowsOfTwo = flightRows.filter(({ party }) => party !== 'one adult');

type ExchangeInput = TicketInput & { readonly inventedExchangeId: string; readonly unknownBooking: UnknownBooking };

/** What is asked of a booking with tickets: of the ticket in question, and of the others once something has changed. */
type Exchangeable = Ticketed & ActedOn & Pick<ExchangeRow, 'input' | 'isFirst' | 'beside'>;

type Intent = Intents['ticket-exchange'];

/** Undefined where no exchangeId was reported. */
const asCalculated = (about: Omit<Intent, 'exchangeId'>, { facts }: ReadExchange): Intent | undefined => {
  const { exchangeId, offers: [offer] = [] } = facts.exchange ?? {};
  const id = idText(exchangeId);
  if (id === undefined) return undefined;
  return { ...about, exchangeId: id, ...(offer?.reference !== undefined && { offer: offer.reference }) };
};

/** By the other partner, and of another ticket. @returns Whether that may have used the exchangeId up. */
const exchangedWrongly = async (
  { session, stranger }: Hands,
  right: Intent,
  { others: [another], mayTry }: Pick<Exchangeable, 'others'> & { readonly mayTry: () => Promise<boolean> },
): Promise<boolean> => {
  const wrong: (ReadExchange | undefined)[] = [];
  if (stranger && (await mayTry())) wrong.push(await stranger.exchangeTicket(right));
  if (another && (await mayTry())) {
    const about = { clauses: ['ticket-exchange.calculation-of-another-ticket-is-refused'], unlike: [right] } as const;
    const ofAnother = { ...right, ticket: another };
    wrong.push(await session.wrong(about, (options) => session.exchangeTicket(ofAnother, options)));
  }
  return wrong.some((asked) => asked && !isRefusal(asked.exchange));
};

/** Whether what was calculated of a ticket is asked for once it has ended in the other way. */
const showsEnded = ({ sample, target, isAsked }: Session): boolean =>
  sample.depth === 'full' &&
  isAsked('ticket-exchange') &&
  isAsked('ticket-refund') &&
  own.every((each) => target.bindings[each]);

/** Of a sample, one of the two is asked for a void once it is gone. */
const voidsOnce = ({ sample }: Session, gone: 'exchanged' | 'refunded'): boolean =>
  sample.some(['exchanged', 'refunded'], { standard: 1 }).includes(gone);

/** Our ticket, in a booking that does not exist. Of a sample, other stories ask for a ticket that does not exist there. */
const askInUnknownBooking = async (
  session: Session,
  about: Intents['ticket-exchange-calculation'],
  unknown: UnknownBooking,
): Promise<void> => {
  const { isAsked, target, sample, wrong, ask } = session;
  const booking = { bookingId: unknownLike(unknown, about.booking.bookingId) };
  const operations = (['ticket-info', 'ticket-exchange-calculation', 'ticket-refund-calculation'] as const).filter(
    (operation) => isAsked(operation) && target.bindings[operation],
  );
  for (const operation of sample.at({ standard: [], full: operations }))
    await wrong({ clauses: [], unlike: [about] }, (options) => ask(operation, { ...about, booking }, options));
};

/**
 * While the ticket is open. An exchange without an id may come about on a faulty service, and is asked for last.
 *
 * @returns Whether that may have been so.
 */
const askOfTicketIncompletely = async (
  session: Session,
  {
    right,
    unknownBooking,
    ...about
  }: Intents['ticket-exchange-calculation'] &
    Pick<ExchangeInput, 'unknownBooking'> & { readonly right: Intent | undefined },
  mayTry: () => Promise<boolean>,
): Promise<boolean> => {
  const named = { booking: about.booking, ticket: about.ticket };
  const asks = [
    ...readWithoutEach(session, 'ticket-info', ['booking', 'ticket'], named),
    ...readWithoutEach(session, 'ticket-exchange-calculation', ['booking', 'ticket'], about),
    ...readWithoutEach(session, 'ticket-refund-calculation', ['booking', 'ticket'], named),
  ];
  await askIncompletely(session, asks);
  await askInUnknownBooking(session, about, unknownBooking);
  if (!right) return false;
  let isExchanged = false;
  const clauses = ['ticket-exchange.exchange-without-an-id-is-refused'] as const;
  const send = async (options: CallOptions) => {
    if (isExchanged || !(await mayTry())) return;
    const { exchange } = await session.exchangeTicket(right, options);
    isExchanged = !isRefusal(exchange);
  };
  await askIncompletely(session, withoutEach(['exchangeId'], { clauses, whole: right, send }), { standard: 1 });
  return isExchanged;
};

/** Whether the exchange was refused, and another ticket may show more. */
const exchanged = async (
  hands: Hands,
  { booking, ticket, named, others, chosen, input, isFirst, beside }: Exchangeable,
): Promise<boolean> => {
  const { session, stranger } = hands;
  const { ask, isAsked, sample } = session;
  const old = ownTicket(session, booking, ticket);
  const about = { booking, ticket };
  const intent = { ...about, search: laterBy(chosen.search, daysLater) };
  let calculated = await ask('ticket-exchange-calculation', intent);
  if (stranger && isAsked('ticket-exchange-calculation') && succeeded(calculated.exchange))
    await stranger.ask('ticket-exchange-calculation', intent);
  if (!isAsked('ticket-exchange')) return false;
  let right = asCalculated(about, calculated);
  const isInDepth = isFirst && sample.depth === 'full' && isAsked('ticket-cancel');
  // One is kept for the exchange that is to come about.
  const mayTry = async () => isFirst && (await session.ticketsLeft()) > 1;
  if (isInDepth) await voidWrongly(hands, named, input);
  if (await mayTry()) {
    const { inventedExchangeId: exchangeId } = input;
    const unlike = [right ?? { ...about, exchangeId: '' }];
    await session.wrong({ clauses: ['ticket-exchange.invented-exchange-id-is-refused'], unlike }, (options) =>
      session.exchangeTicket({ ...about, ...right, exchangeId }, options),
    );
  }
  if (
    isFirst &&
    (await askOfTicketIncompletely(session, { ...intent, right, unknownBooking: input.unknownBooking }, mayTry))
  )
    return true;
  if (right && (await exchangedWrongly(hands, right, { others, mayTry }))) {
    calculated = await ask('ticket-exchange-calculation', intent);
    right = asCalculated(about, calculated);
  }
  if (!right) return isRefusal(calculated.exchange);
  const refund = isFirst && showsEnded(session) ? await calculatedRefund(session, about) : undefined;
  const done = await session.exchangeTicket(right);
  if (!succeeded(done.exchange)) return isRefusal(done.exchange);
  await old.lookUntilClosed();
  const [issued] = done.tickets;
  if (issued) {
    const { look, lookUntilFound } = ownTicket(session, booking, issued);
    await lookUntilFound();
    // It is there still when another ticket of its booking is refunded.
    if (sample.depth === 'full') beside.push(look);
  }
  await lookAround(session, booking, { ended: ticket, others });
  if (isFirst && (await session.ticketsLeft()) > 0) await session.exchangeTicket(right);
  if (refund && succeeded(refund.exchange)) await session.refundTicket(refund.intent);
  if (isFirst && voidsOnce(session, 'exchanged')) await session.voidTicket(named);
  if (isInDepth) await voidWrongly(hands, named, otherwise(input));
  return false;
};

/** Asks for a refund before it is calculated; undefined where the request would not say of which ticket. */
const uncalculated = (
  session: Session,
  { booking, ticket }: Ticketed & ActedOn,
  { digits, unknownBookingId }: TicketInput,
): Promise<ReadExchange | undefined> => {
  const ticketNumber = unknownTicketLike(digits, ticket.ticketNumber);
  const unlike = [{ booking: { bookingId: unknownBookingId }, ticket: { ticketNumber } }];
  return session.wrong({ clauses: ['ticket-refund.uncalculated-refund-is-refused'], unlike }, (options) =>
    session.refundTicket({ booking, ticket }, options),
  );
};

/** Whether another ticket may show more. */
const refunded = async (
  hands: Hands,
  { booking, ticket, named, others, chosen }: Ticketed & ActedOn,
  { input, isFirst }: { readonly input: TicketInput; readonly isFirst: boolean },
): Promise<boolean> => {
  const { session, stranger } = hands;
  const about = { booking, ticket };
  const isInDepth = isFirst && session.sample.depth === 'full' && session.isAsked('ticket-cancel');
  const search = laterBy(chosen.search, daysLater);
  const right =
    isFirst && showsEnded(session)
      ? asCalculated(about, await session.ask('ticket-exchange-calculation', { ...about, search }))
      : undefined;
  const { exchange, intent } = await refundCalculated(session, about, async (calculated) => {
    if (stranger && session.isAsked('ticket-refund-calculation'))
      await stranger.ask('ticket-refund-calculation', about);
    const wrong = isFirst && session.isAsked('ticket-refund') && (await stranger?.refundTicket(calculated));
    if (isInDepth) await voidWrongly(hands, named, input);
    return Boolean(wrong && !isRefusal(wrong.exchange));
  });
  if (!succeeded(exchange)) return isRefusal(exchange);
  await session.refundTicket(intent);
  if (right && (await session.ticketsLeft()) > 0) await session.exchangeTicket(right);
  if (voidsOnce(session, 'refunded')) await session.voidTicket(named);
  if (isInDepth) await voidWrongly(hands, named, otherwise(input));
  await lookAround(session, booking, { ended: ticket, others });
  return false;
};

type ExchangeRow = {
  readonly row: FlightRow;
  readonly input: ExchangeInput;
  readonly isFirst: boolean;
  readonly beside: CensusLooks;
};

/** What is there besides the ticket that is acted on: the others of its booking, and another booking of the same offer. */
const addCompany = async (
  hands: Hands,
  subject: Ticketed & ActedOn,
  { row, input, beside }: ExchangeRow,
): Promise<void> => {
  const { session } = hands;
  const { booking, others } = subject;
  const looksAtOthers = others.map((other) => () => ownTicket(session, booking, other).look());
  const kin = await bookKin(hands, subject, journeyOf(input, row));
  beside.push(...looksAtOthers, ...(kin ? [() => retrieveUntilFound(session, kin)] : []));
  // The first look after an act may be late, and shows what changes by itself beside the second.
  const retrieval = kin ? [() => session.ask('pnr-retrieve', { booking })] : [];
  await census([...retrieval, ...retrieval, ...beside, ...looksAtOthers]);
};

/** @returns The tickets of the booking in which one was exchanged, with those that are there still. */
const exchangeOne = async (hands: Hands, about: ExchangeRow): Promise<(Ticketed & ActedOn) | undefined> => {
  const { row, input, isFirst } = about;
  let last: (Ticketed & ActedOn) | undefined;
  await actOnTickets(hands, { row, input, ticketsMin: ticketsWanted - 1, ...flexible }, async (subject, time) => {
    last = subject;
    if (time === 0) await addCompany(hands, subject, about);
    return exchanged(hands, { ...subject, input, isFirst, beside: about.beside });
  });
  return last;
};

/** The next ticket of the same booking; undefined where there is none, or it has no number. */
const nextOf = ({ others: [next, ...more], ticket, ...ticketed }: Ticketed & ActedOn) => {
  const named = next && namedTicket(ticketed.booking, next);
  return next && named ? { ...ticketed, ticket: next, named, others: [ticket, ...more] } : undefined;
};

const refundOne = async (hands: Hands, { row, input, isFirst }: ExchangeRow, begun: (Ticketed & ActedOn) | undefined) =>
  actOnTickets(hands, { row, input, ticketsMin: 1, ...flexible, begun }, async (subject, time) => {
    if (isFirst && time === 0 && hands.session.isAsked('ticket-refund')) {
      const wrong = await uncalculated(hands.session, subject, input);
      // The ticket may be refunded now. Then it shows nothing more, and another ticket is calculated first.
      if (wrong && !isRefusal(wrong.exchange)) return true;
    }
    return refunded(hands, subject, { input, isFirst });
  });

export const exchangeThenRefund = flow('exchange-then-refund', {
  story:
    'Issue two tickets, exchange one as it was calculated and in wrong ways, refund the other as it was calculated and once more, void what is gone, and look at what was not touched.',
  phase: 'main',
  operations: ['avia-search', 'pnr-create', 'pnr-retrieve', 'ticket-issue', 'ticket-info', 'ticket-cancel', ...own],
  exercises: [
    ...clausesOf([
      'json',
      'ticket-exchange-calculation',
      'ticket-exchange',
      'ticket-refund-calculation',
      'ticket-refund',
      'refusal',
    ]),
    'avia-booking.unknown-booking-is-refused',
    'pnr-retrieve.acts-name-the-booking',
    'pnr-retrieve.finds-each-booking',
    'pnr-retrieve.people-are-as-sent',
    'pnr-retrieve.operations-agree',
    'pnr-retrieve.acts-elsewhere-change-nothing',
    'ticket-info.acts-elsewhere-change-nothing',
    'ticket-info.operations-agree',
    'avia-flow.amounts-keep-their-currency',
    'ticket-info.coupon-status-is-told',
    'ticket-info.finds-each-issued-ticket',
    'ticket-info.answers-the-ticket-asked-for',
    'ticket-issue.works-on-created-booking',
    'ticket-issue.ticket-numbers-have-a-documented-form',
    'ticket-cancel.ended-ticket-is-refused',
    'avia-flow.each-kind-of-flight-is-served',
    'avia-refusal.carries-code-and-message',
    'avia-bearer.issued-token-is-accepted',
  ],
  forFullOnly: [
    ...shownByIncompleteAsks,
    'ticket-exchange.ended-ticket-is-refused',
    'ticket-refund.ended-ticket-is-refused',
  ],
  input: fc.record({ ...ticketDraws, inventedExchangeId: fc.uuid({ version: 4 }), unknownBooking }),
  run: async (session, input) => {
    if (!own.some(session.isAsked)) return;
    const { bindings, otherPartner } = session.target;
    const isExchanged = ofExchange.some(session.isAsked) && ofExchange.every((each) => bindings[each]);
    const isRefunded = ofRefund.some(session.isAsked) && ofRefund.every((each) => bindings[each]);
    if (!isExchanged && !isRefunded) endWithout(unbound(bindings, own));
    const isOneEnough = (await needTickets(session, 1)) < ticketsWanted;
    // Of a sample for two always, whose tickets can be mixed up.
    const rows = session.sample.at({ standard: rowsOfTwo, full: flightRows });
    const all: CensusLooks = [];
    await walkRows(session, { offset: 2, rows }, async (hands, row, at) => {
      const about: ExchangeRow = { row, input, isFirst: at === 0, beside: [] };
      const begun = isExchanged && !isOneEnough ? await exchangeOne(hands, about) : undefined;
      if (isRefunded) await refundOne(hands, about, begun && nextOf(begun));
      await census(about.beside);
      all.push(...about.beside);
    });
    // What later rows did to it, the clean-up alone would meet.
    if (session.sample.depth === 'full') await census(all);
    endWithout([
      ...unbound(bindings, [...own.filter(session.isAsked), 'ticket-info', 'pnr-retrieve']),
      isExchanged && isOneEnough && `${ticketsWanted} of may.tickets, for an exchange,`,
      !otherPartner && 'otherPartner, who must not see an exchange or a refund that is not its own,',
    ]);
  },
});
