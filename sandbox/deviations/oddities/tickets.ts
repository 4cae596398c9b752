/** Lawful oddities of tickets and of voids. */
import type { Binding, Bindings } from '../../../contracts/bindings.ts';
import type { Intents } from '../../../contracts/intents.ts';
import type { CanonicalTicket } from '../../avia/canonical.ts';
import { reportedTicket } from '../../avia/reported.ts';
import type { RuleContext } from '../../avia/rules.ts';
import type { StoredPnr, StoredTicket } from '../../avia/state.ts';
import { carriers } from '../../data/flight-trade.ts';
import { odditiesOf, type Rules, ruled } from '../../deviation.ts';
import { calculationIdOf } from '../../handlers/tickets.ts';
import {
  bookingNotFound,
  invalidTicketState,
  type Refused,
  refusedReply,
  ticketNotFound,
  ticketUsed,
  voidTimeExpired,
} from '../../refusals.ts';
import { answer, isFields, isRefused, type Reply, withBody, withHeaders } from '../../reply.ts';
import { answers, eachOf, lacking, listOf, pnrAsked, refusals, successes, without, written } from '../changes.ts';

const digitsAtEnd = 10;

/** Thirteen digits for a vendor and a number, and the other way round. */
const otherForm = (ticketNumber: string, carrier?: string): string => {
  const [vendor, number = ''] = ticketNumber.split('-');
  const found = carriers.find(
    ({ code, accountingCode }) => code === (carrier ?? vendor) || vendor?.startsWith(accountingCode),
  );
  if (number !== '') return `${found?.accountingCode ?? '000'}${number.slice(-digitsAtEnd)}`;
  return `${found?.code ?? 'XX'}-${ticketNumber.slice(-digitsAtEnd)}`;
};

const issuing = ['ticket-issue', 'ticket-exchange'] as const;

/** What all passengers of a booking pay together. */
const fareOfAll = ({ fares }: StoredPnr) => ({
  base: fares.reduce((sum, { base }) => sum + base, 0),
  taxes: fares.reduce((sum, { taxes }) => sum + taxes, 0),
});

const numberOddities = odditiesOf({
  'numbers-tickets-in-the-other-form': {
    summary: 'A ticket number is 13 digits where it would be a vendor and a number, and the other way round.',
    ...ruled(issuing, 'ticketNumberOf', (before, serial, carrier, world) =>
      otherForm(before(serial, carrier, world), carrier),
    ),
  },
  'numbers-tickets-in-either-form': ruled(issuing, 'ticketNumberOf', (before, serial, carrier, world) => {
    const ticketNumber = before(serial, carrier, world);
    return serial % 2 === 1 ? otherForm(ticketNumber, carrier) : ticketNumber;
  }),
  'names-the-supplier-in-ticket-numbers': ruled(
    issuing,
    'ticketNumberOf',
    (before, serial, carrier, world) => `AIRBRIDGE2-000${before(serial, carrier, world).slice(-digitsAtEnd)}`,
  ),
  'tells-of-tickets-in-the-other-form': {
    summary: 'ticket_info reports the number of a ticket in another form than that of its issue.',
    reply: answers('ticket-info', (body) =>
      typeof body.ticket?.ticketNumber === 'string'
        ? { ...body, ticket: { ...body.ticket, ticketNumber: otherForm(body.ticket.ticketNumber) } }
        : body,
    ),
  },
});

const undated = (ticket: CanonicalTicket) => without('issuedAtMs', ticket);

const reportingOddities = odditiesOf({
  'tells-no-moment-of-issue': {
    ...eachOf('ticket-issue', 'tickets', undated),
    ...answers('ticket-info', (body) => (body.ticket ? { ...body, ticket: undated(body.ticket) } : body)),
    ...answers('ticket-exchange', (body) => ({ ...body, ticket: undated(body.ticket) })),
  },
  'issues-tickets-with-201': {
    summary: 'pnr_create and ticket_issue answer with 201.',
    reply: {
      ...successes('pnr-create', (reply): Reply => ({ ...reply, status: 201 })),
      ...successes('ticket-issue', (reply): Reply => ({ ...reply, status: 201 })),
    },
  },
  'shows-tickets-at-the-second-look': answers('ticket-info', (body, { asked, world }) =>
    world.count(`looks at ${asked?.ticketNumber}`) === 1 ? without('ticket', body) : body,
  ),
  'repeats-the-booking-of-an-exchange': answers('ticket-exchange', (body, { asked }) => ({
    ...body,
    bookingId: asked?.bookingId,
  })),
});

/** The first letter is turned round, which leads back, too. */
const secondName = (bookingId: string): string =>
  `${(15 - Number.parseInt(bookingId.slice(0, 1), 16)).toString(16)}${bookingId.slice(1)}`;

const bookingOddities = odditiesOf({
  'issues-one-ticket-for-all-passengers': {
    ...ruled(['ticket-issue'], 'keepsTickets', (_, booking, world) => {
      const isNew = ({ coupons }: (typeof booking.tickets)[number]) => coupons.every(({ status }) => status === 'open');
      const [first] = booking.tickets.filter(isNew);
      const ended = booking.tickets.filter((ticket) => !isNew(ticket));
      if (first) world.flights.pnrs.put({ ...booking, tickets: [...ended, { ...first, fare: fareOfAll(booking) }] });
      return false;
    }),
    reply: written('ticket-issue', 'tickets', (tickets) => listOf(tickets).slice(0, 1).map(lacking('price'))),
  },
  'names-bookings-anew-in-exchanges': {
    summary: 'ticket_exchange reports a second bookingId of the booking.',
    ...ruled(
      ['ticket-exchange'],
      'findsFlightBooking',
      (before, bookingId, within) => before(bookingId, within) ?? before(secondName(bookingId), within),
    ),
    reply: answers('ticket-exchange', (body, { asked }) => ({
      ...body,
      bookingId: secondName(asked?.bookingId ?? '0').toLowerCase(),
    })),
  },
  'shows-no-exchanged-tickets': ruled(['ticket-info'], 'findsTicket', (before, booking, ticketNumber, within) => {
    const found = before(booking, ticketNumber, within);
    const isOver = found?.coupons.every(({ status }) => status === 'exchanged');
    return within.operation === 'ticket-info' && isOver ? undefined : found;
  }),
});

const momentMs = 600;

const laterOddities = odditiesOf({
  'issues-tickets-a-moment-later': {
    summary: 'ticket_issue answers before the tickets are issued; retrievals show their numbers soon after.',
    reply: {
      ...written('ticket-issue', 'tickets', () => []),
      ...answers('pnr-retrieve', (body, { asked, world }) => {
        const isShown = (ticketNumber: string): boolean =>
          !pnrAsked(asked, world)?.tickets.some(
            (ticket) => ticket.ticketNumber === ticketNumber && world.now() < ticket.issuedAtMs + momentMs,
          );
        return { ...body, ticketNumbers: listOf(body.ticketNumbers).filter(isShown) };
      }),
    },
  },
});

const repeatedOddities = odditiesOf({
  'issues-the-same-tickets-again': {
    summary: 'A second ticket_issue succeeds, and reports the tickets that there are.',
    reply: refusals('ticket-issue', (reply, { asked, world }) => {
      const within: RuleContext = { operation: 'ticket-issue', world };
      const booking = asked && world.rules.findsFlightBooking(asked.bookingId, within);
      const open = booking?.tickets.filter(({ coupons }) => coupons.every(({ status }) => status === 'open')) ?? [];
      if (!booking || open.length === 0 || !JSON.stringify(reply.body).includes('INVALID_BOOKING_STATE')) return reply;
      const { bookingId } = booking;
      const tickets = open.map((ticket) => reportedTicket({ ticket, booking }, within));
      return answer(200, { bookingId, status: world.rules.pnrStatusOf(booking, within), tickets });
    }),
  },
});

type NamedById = 'ticket-exchange' | 'ticket-refund';

/** Sends the id of the calculation, and neither booking nor ticket. */
const byIdAlone = (operation: NamedById) => (bindings: Bindings) => {
  const binding = bindings[operation] as Binding<NamedById> | undefined;
  if (!binding) return bindings;
  const request: typeof binding.request = ({ exchangeId, calculation }: Partial<ExchangeOrRefund>) =>
    binding.request({ exchangeId, calculation, booking: {}, ticket: {} } as ExchangeOrRefund);
  return { ...bindings, [operation]: { ...binding, request } };
};

type ExchangeOrRefund = Intents['ticket-exchange'] & Intents['ticket-refund'];

const namedByIdOddities = odditiesOf({
  'exchanges-what-the-id-was-calculated-for': {
    ...ruled(['ticket-exchange'], 'asksAbout', (before, asked, within) => {
      const read = before(asked, within);
      if (within.operation !== 'ticket-exchange') return read;
      const found = within.world.flights.exchanges.find(String(read.exchangeId));
      return found ? { ...read, bookingId: found.bookingId, ticketNumber: found.ticketNumber } : read;
    }),
    warns: ['ticket-exchange.calculation-of-another-ticket-is-refused'],
  },
  'exchanges-by-the-exchange-id-alone': {
    ...ruled(['ticket-exchange'], 'asksAbout', (before, asked, within) => {
      const read = before(asked, within);
      if (within.operation !== 'ticket-exchange') return read;
      const found = within.world.flights.exchanges.find(String(read.exchangeId));
      const { bookingId = found?.bookingId, ticketNumber = found?.ticketNumber } = read;
      return { ...read, bookingId, ticketNumber };
    }),
    binds: byIdAlone('ticket-exchange'),
  },
  'refunds-by-the-id-of-the-calculation-alone': {
    ...ruled(['ticket-refund'], 'asksAbout', (before, asked, within) => {
      const read = before(asked, within);
      if (within.operation !== 'ticket-refund' || read.calculationId === undefined) return read;
      const all = within.world.flights.pnrs.all();
      const found = all
        .flatMap((booking) => booking.tickets.map((ticket) => ({ booking, ticket })))
        .find((each) => calculationIdOf(each, within.world) === read.calculationId);
      const { bookingId = found?.booking.bookingId, ticketNumber = found?.ticket.ticketNumber } = read;
      return { ...read, bookingId, ticketNumber };
    }),
    binds: byIdAlone('ticket-refund'),
  },
});

export const flightTicketOddities = [
  ...numberOddities,
  ...reportingOddities,
  ...bookingOddities,
  ...laterOddities,
  ...repeatedOddities,
  ...namedByIdOddities,
];

const touches = ['ticket-cancel'] as const;

const isVoid = ({ coupons }: StoredTicket): boolean => coupons.every(({ status }) => status === 'void');

/** Of a success in every dialect. */
const reporting = (fields: (voidedAtMs: number) => object) => ({
  touches,
  rules: { voidAnswerOf: (voidedAtMs: number) => fields(voidedAtMs) } satisfies Partial<Rules>,
});

const success = (voidedAtMs: number) => ({ success: true, voidedAt: new Date(voidedAtMs).toISOString() });
const bySecond = (voidedAtMs: number): string => `${new Date(voidedAtMs).toISOString().slice(0, 19)}Z`;

const answerOddities = odditiesOf({
  'answers-voids-in-the-other-form': {
    summary:
      'A void reports its moment where the dialect reports nothing, and nothing where the dialect reports the moment.',
    touches,
    rules: {
      voidAnswerOf: (voidedAtMs, _, { dialect }) => (dialect.voids === 'silently' ? success(voidedAtMs) : {}),
    },
  },
  'answers-voids-in-either-form': {
    summary: 'Every second void reports its moment, and the others nothing.',
    touches,
    rules: {
      voidAnswerOf: (voidedAtMs, _, world) => (world.count('voids answered') % 2 === 0 ? success(voidedAtMs) : {}),
    },
  },
  'tells-the-second-of-a-void': reporting((voidedAtMs) => ({ success: true, voidedAt: bySecond(voidedAtMs) })),
  'says-null-for-the-error-of-a-void': reporting((voidedAtMs) => ({ ...success(voidedAtMs), error: null })),
  'tells-much-of-a-void': {
    summary: 'A void reports the ticket, its status and what is given back beside its moment.',
    ...reporting((voidedAtMs) => ({
      ...success(voidedAtMs),
      ticketStatus: 'VOID',
      refund: { total: null },
      notes: [],
    })),
  },
  'answers-voids-with-other-headers': successes('ticket-cancel', (reply) =>
    withHeaders(reply, { 'content-type': 'application/json', 'cache-control': 'no-store', 'x-void': 'done' }),
  ),
});

/** Another reason where one was found. */
const refusedAs = (change: (refused: Refused, ticket: StoredTicket) => Refused) =>
  ruled(touches, 'voidRefusalOf', (before, subject, world) => {
    const refused = before(subject, world);
    return refused && change(refused, subject.ticket);
  });

const codeOddities = odditiesOf({
  'finds-no-voided-ticket-to-void': refusedAs((refused, ticket) => (isVoid(ticket) ? ticketNotFound : refused)),
  'says-that-the-time-of-a-second-void-is-over': refusedAs((refused, ticket) =>
    isVoid(ticket) ? voidTimeExpired : refused,
  ),
  'finds-no-booking-of-a-voided-ticket': refusedAs((refused, ticket) => (isVoid(ticket) ? bookingNotFound : refused)),
  'calls-the-state-of-used-tickets-invalid': refusedAs((refused) =>
    refused.code === ticketUsed.code ? invalidTicketState('It was used.') : refused,
  ),
  'looks-at-the-window-before-the-ticket': ruled(touches, 'voidRefusalOf', (before, subject, world) => {
    const { voidWindowFromMs, voidWindowMs } = world.rules;
    const isLate = world.now() >= voidWindowFromMs(subject) + voidWindowMs;
    return isLate ? voidTimeExpired : before(subject, world);
  }),
  'voids-nothing-of-one-supplier': ruled(['ticket-issue', ...touches], 'voidRefusalOf', (before, subject, world) => {
    const isItsSale = subject.booking.offer.supplier === 'ABR';
    return before(subject, world) ?? (isItsSale ? voidTimeExpired : undefined);
  }),
  'hides-tickets-of-other-partners': refusals('ticket-cancel', (reply, { asked, world }) => {
    const isThere = pnrAsked(asked, world) !== undefined;
    const error = isFields(reply.body) ? reply.body.error : undefined;
    const isHidden = isThere && isFields(error) && error.code === bookingNotFound.code;
    return isHidden
      ? withBody(reply, { ...Object(reply.body), error: { ...error, code: ticketNotFound.code } })
      : reply;
  }),
});

/** All but those of a token that does not count. */
const refusedUnder = (status: number) => refusals('ticket-cancel', (reply): Reply => ({ ...reply, status }));

const refusalOddities = odditiesOf({
  'refuses-voids-in-the-other-form': {
    summary: 'A refused void says success false where it would say an error alone, and the other way round.',
    ...ruled(touches, 'voidRefusalReply', (_, refused, { dialect }) => {
      const { code, message } = refused;
      return dialect.voids === 'silently'
        ? answer(200, { success: false, error: { code, message } })
        : refusedReply(refused);
    }),
  },
  'refuses-voids-with-200-and-an-error-alone': {
    touches,
    rules: { voidRefusalReply: ({ code, message }) => answer(200, { error: { code, message } }) },
  },
  'refuses-voids-with-422': refusedUnder(422),
  'refuses-voids-with-403': refusedUnder(403),
  'says-when-a-refused-void-was-not': {
    summary: 'A refused void says success false and null for voidedAt beside its error.',
    reply: refusals('ticket-cancel', (reply) =>
      isFields(reply.body) && isRefused(reply)
        ? withBody(reply, { success: false, voidedAt: null, ...reply.body })
        : reply,
    ),
  },
});

/** So often a change does not show yet: looks are repeated for longer. */
const looksBefore = 2;

/** Tickets of a status look open for some looks more. */
const shownLate = (status: string) =>
  answers('ticket-info', (body, { world }) => {
    const coupons = listOf(body.ticket?.coupons);
    const isMeant = coupons.length > 0 && coupons.every((coupon) => coupon.status === status);
    if (!isMeant || world.count(`looks at ${status} ${body.ticket.ticketNumber}`) > looksBefore) return body;
    return { ...body, ticket: { ...body.ticket, coupons: coupons.map((coupon) => ({ ...coupon, status: 'open' })) } };
  });

const showingOddities = odditiesOf({
  'shows-voids-late': shownLate('void'),
  'shows-refunds-late': shownLate('refunded'),
  'shows-exchanges-late': shownLate('exchanged'),
  'shows-no-voided-tickets': ruled(['ticket-info'], 'findsTicket', (before, booking, ticketNumber, within) => {
    const found = before(booking, ticketNumber, within);
    return within.operation === 'ticket-info' && found && isVoid(found) ? undefined : found;
  }),
});

export const flightVoidOddities = [...answerOddities, ...codeOddities, ...refusalOddities, ...showingOddities];
