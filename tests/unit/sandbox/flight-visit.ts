/** The part of a long visit that sells, books and tickets flights; it goes on with what a fault left of an answer. */
import type { AviaOperation } from '../../../sandbox/avia/canonical.ts';
import { type Answer, lenient } from './caller.ts';

/** What a visit went on with, by the order in which it was met; a visit to another world never looks elsewhere. */
export type FlightChoices = readonly unknown[];

export type FlightVisit = {
  readonly ask: (operation: AviaOperation, body: unknown, token: string | undefined) => Promise<Answer>;
  /** Of the other partner. */
  readonly otherToken: string | undefined;
  /** Of a visit to an equal world without faults. */
  readonly choices?: FlightChoices | undefined;
};

/** The stages of a visit, between which the clock moves; tokens do not live as long as all of them. */
export type FlightVisitor = {
  readonly begin: (token: string) => Promise<void>;
  readonly ticket: (token: string) => Promise<void>;
  /** One more void of a ticket that was issued by the stage before. */
  readonly voidNext: (token: string) => Promise<void>;
  readonly choices: () => FlightChoices;
};

const route = { origin: 'HEL', destination: 'FCO' };
const flightNumbers = ['NV 201', 'NV 205', 'AQ 871'];
const dates = { outbound: '2026-12-03', inbound: '2026-12-10' };
const passengers = { adults: 1, children: 0 };
const traveller = {
  name: { first: 'Anna', last: 'Visitor' },
  birthDate: '1990-01-01',
  gender: 'female',
  nationality: 'FI',
  type: 'ADT',
  passport: { number: 'X1', expires: '2036-01-01' },
};
const child = { ...traveller, name: { first: 'Kim', last: 'Guest' }, birthDate: '2018-01-01', type: 'CHD' };
const contact = { email: 'desk@partner.invalid', phone: '+358000000000' };
const unknownBookings = [
  '00000000-0000-4000-a000-000000000000',
  '00000000-0000-4000-a000-00000000000',
  '00000000-0000-4000-a000-00000000000g',
  'no-uuid',
];
const unknownTicket = '4210000000000';
const seeded = [
  { bookingId: 'c0ffee00-4d1c-4b7a-a3f2-5e6d7c8b9a01', ticketNumber: '4210100000017' },
  { bookingId: 'f1e1d000-93b5-4c2e-a814-0b1c2d3e4f02', ticketNumber: '4210100000024' },
];

export const flightVisitor = ({ ask, otherToken, choices }: FlightVisit): FlightVisitor => {
  let token = '';
  const met: unknown[] = [];
  const asked = async (operation: AviaOperation, body: unknown, by: string | undefined = token) =>
    lenient((await ask(operation, body, by)).text);
  /** What was met here, unless a fault has left nothing of it. */
  const choice = (found: unknown): unknown => {
    const chosen = typeof found === 'string' && found !== '' ? found : choices?.[met.length];
    met.push(chosen);
    return chosen;
  };

  type Ticket = { readonly bookingId: unknown; readonly ticketNumber: unknown };
  const offers: unknown[] = [];
  let searchId: unknown;
  const waiting: unknown[] = [];
  const issued: Ticket[] = [];
  /** Of one booking of two passengers. */
  const ofTwo: Ticket[] = [];
  let forTwo: unknown;

  const book = async (offerId: unknown): Promise<unknown> => {
    const { booking } = await asked('pnr-create', { searchId, offerId, travellers: [traveller], contact });
    return choice(Object(booking).bookingId);
  };
  const issue = async (bookingId: unknown): Promise<Ticket> => {
    const { tickets } = await asked('ticket-issue', { bookingId });
    return { bookingId, ticketNumber: choice(Object(Object(tickets)[0]).ticketNumber) };
  };

  /**
   * An offer of its own search, for a traveller and one companion: not the cheapest, whose carrier has no other flight
   * for an exchange.
   */
  const bookWith = async (companion: typeof traveller): Promise<unknown> => {
    const children = companion.type === 'CHD' ? 1 : 0;
    const found = await asked('avia-search', { route, dates, passengers: { adults: 2 - children, children } });
    const all = Object.values(Object(found.offers)).map(Object);
    const { booking } = await asked('pnr-create', {
      searchId: choice(found.searchId),
      offerId: choice(all.filter(({ fare }) => Object(fare).brand === 'Classic')[1]?.offerId),
      travellers: [traveller, companion],
      contact,
    });
    return choice(Object(booking).bookingId);
  };
  const issueForTwo = async (bookingId: unknown): Promise<void> => {
    const { tickets } = await asked('ticket-issue', { bookingId });
    for (const at of [0, 1]) {
      const ticket = { bookingId, ticketNumber: choice(Object(Object(tickets)[at]).ticketNumber) };
      await asked('ticket-info', ticket);
      ofTwo.push(ticket);
    }
  };

  const search = async () => {
    await asked('avia-schedule', { route, dates });
    const segments = flightNumbers.map((flightNumber) => ({ flightNumber, departureDate: dates.outbound }));
    await asked('avia-availability', { segments });
    const found = await asked('avia-search', { route, dates, passengers });
    searchId = choice(found.searchId);
    await asked('avia-search', { route, dates, passengers });
    await asked('avia-search', { route: { origin: 'HEL', destination: 'XXX' }, dates, passengers });
    for (const brand of ['Light', 'Classic', 'Flex']) {
      const all = Object.values(Object(found.offers)).map(Object);
      offers.push(choice(all.find(({ fare }) => Object(fare).brand === brand)?.offerId));
    }
    for (const offerId of [...offers, 'none', null]) {
      await asked('avia-offer-price', { searchId, offerId });
      await asked('fare-rules', { searchId, offerId });
    }
    await asked('avia-offer-price', { searchId, offerId: offers[0] }, otherToken);
    await asked('fare-rules', { searchId, offerId: offers[0] }, otherToken);
  };

  const look = async (bookingId: unknown, ticketNumber: unknown = unknownTicket) => {
    await asked('pnr-retrieve', { bookingId });
    await asked('pnr-reprice', { bookingId });
    await asked('ticket-info', { bookingId, ticketNumber });
    await asked('ticket-exchange-calculation', { bookingId, ticketNumber, newDates: dates });
    await asked('ticket-refund-calculation', { bookingId, ticketNumber });
  };

  const cancel = async () => {
    const bookingId = await book(offers[0]);
    await look(bookingId);
    for (const operation of ['pnr-retrieve', 'pnr-reprice', 'ticket-issue'] as const) {
      await asked(operation, { bookingId }, otherToken);
    }
    await asked('pnr-cancel', { bookingId }, otherToken);
    await asked('pnr-cancel', { bookingId });
    await look(bookingId);
    await asked('ticket-issue', { bookingId });
  };

  const priceAnew = async () => {
    const bookingId = await book(offers[0]);
    for (let i = 0; i < 2; i += 1) await asked('pnr-reprice', { bookingId });
    const ticket = await issue(bookingId);
    // With an open ticket it is refused.
    await asked('ticket-issue', { bookingId });
    await asked('ticket-cancel', ticket);
    await asked('pnr-retrieve', { bookingId });
    await asked('pnr-cancel', { bookingId });
    await asked('pnr-retrieve', { bookingId });
  };

  const voidTwice = async () => {
    const ticket = await issue(await book(offers[1]));
    await look(ticket.bookingId, ticket.ticketNumber);
    // With an open ticket it is refused.
    await asked('pnr-cancel', { bookingId: ticket.bookingId });
    await asked('ticket-info', ticket, otherToken);
    await asked('ticket-exchange-calculation', { ...ticket, newDates: dates }, otherToken);
    await asked('ticket-refund-calculation', ticket, otherToken);
    await asked('ticket-cancel', ticket, otherToken);
    for (const wrong of [
      { ...ticket, ticketNumber: unknownTicket },
      { bookingId: ticket.bookingId },
      ...['', null].map((bookingId) => ({ ...ticket, bookingId })),
      ...unknownBookings.map((bookingId) => ({ ...ticket, bookingId })),
      ...seeded,
      ticket,
      ticket,
    ]) {
      await asked('ticket-cancel', wrong);
      await asked('ticket-info', ticket);
    }
    for (const one of seeded) await asked('ticket-info', one);
    await asked('pnr-cancel', { bookingId: ticket.bookingId });
    await asked('ticket-issue', { bookingId: ticket.bookingId });
  };

  const exchange = async () => {
    const ticket = await issue(await book(offers[1]));
    const newDates = { ...dates, outbound: '2026-12-05' };
    const calculated = await asked('ticket-exchange-calculation', { ...ticket, newDates });
    const exchangeId = choice(calculated.exchangeId);
    await asked('ticket-exchange', { ...ticket, exchangeId: 'none' });
    for (const one of [ticket, { ...ticket, bookingId: '' }]) await asked('ticket-info', one);
    await asked('ticket-exchange', ticket);
    await asked('ticket-exchange', { exchangeId });
    const { newTicket } = await asked('ticket-exchange', { ...ticket, exchangeId });
    const ticketNumber = choice(Object(newTicket).ticketNumber);
    for (const one of [ticket, { ...ticket, ticketNumber }]) {
      await asked('ticket-info', one);
      await asked('ticket-refund', one);
      const { quoteKey } = await asked('ticket-refund-calculation', one);
      await asked('ticket-refund', { quoteKey });
      await asked('ticket-refund', one);
      await asked('ticket-refund', one);
      await asked('ticket-info', one);
      await asked('ticket-cancel', one);
      await asked('ticket-info', one);
    }
  };

  /** Families: what is done to one ticket or booking, and what is looked at afterwards. */
  const families = async () => {
    const bookings: unknown[] = [];
    for (let i = 0; i < 5; i += 1) bookings.push(await bookWith(child));
    const tickets: Ticket[][] = [];
    for (const bookingId of bookings.slice(0, 3)) {
      await asked('pnr-retrieve', { bookingId });
      const reported = Object((await asked('ticket-issue', { bookingId })).tickets);
      tickets.push([0, 1].map((at) => ({ bookingId, ticketNumber: choice(Object(reported[at]).ticketNumber) })));
    }
    const lookAtAll = async () => {
      for (const bookingId of bookings) await asked('pnr-retrieve', { bookingId });
      for (const ticket of tickets.flat()) await asked('ticket-info', ticket);
    };
    await lookAtAll();
    const [[first, second] = [], [, refunded] = [], [voided] = []] = tickets;
    const newDates = { ...dates, outbound: '2026-12-05' };
    const exchangeId = choice((await asked('ticket-exchange-calculation', { ...first, newDates })).exchangeId);
    await asked('ticket-exchange', { ...first, exchangeId }, otherToken);
    for (const ticket of [second, first, first]) await asked('ticket-exchange', { ...ticket, exchangeId });
    await asked('ticket-refund-calculation', refunded);
    await asked('ticket-refund', refunded, otherToken);
    await asked('ticket-refund', refunded);
    await asked('ticket-cancel', { ...voided, bookingId: bookings[3] });
    await asked('ticket-cancel', voided);
    await lookAtAll();
    await asked('pnr-cancel', { bookingId: bookings[3] });
    for (let i = 0; i < 3; i += 1) await lookAtAll();
  };

  return {
    begin: async (own) => {
      token = own;
      await search();
      for (const bookingId of unknownBookings) {
        await look(bookingId);
        await asked('pnr-cancel', { bookingId });
        await asked('ticket-issue', { bookingId });
      }
      await cancel();
      await priceAnew();
      await voidTwice();
      await exchange();
      for (let i = 0; i < 3; i += 1) waiting.push(await book(offers[2]));
      forTwo = await bookWith(traveller);
      await families();
      // What is refused comes last: a world that books it all the same must not shift the ids of the others.
      await book('');
    },
    ticket: async (own) => {
      token = own;
      for (const bookingId of waiting) issued.push(await issue(bookingId));
      await issueForTwo(forTwo);
    },
    voidNext: async (own) => {
      token = own;
      for (const one of seeded) await asked('ticket-cancel', one);
      const ticket = issued.shift();
      await asked('ticket-cancel', ticket);
      await asked('ticket-info', ticket);
      // Their first ticket is voided while the window is open; the other when it has passed, and then refunded.
      const [first, second] = ofTwo;
      if (issued.length === 2) await asked('ticket-cancel', first);
      if (issued.length > 0) return;
      for (const operation of ['ticket-cancel', 'ticket-info', 'ticket-refund-calculation', 'ticket-refund'] as const) {
        await asked(operation, second);
      }
    },
    choices: () => met,
  };
};
