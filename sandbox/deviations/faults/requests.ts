/** Faults that only the laws of requests and refusals see: what is lacking, of which ticket, and in which form. */
import { isDeepStrictEqual } from 'node:util';
import { faultsOf, ruled } from '../../deviation.ts';
import { voidTimeExpired } from '../../refusals.ts';
import { type Fields, withBody } from '../../reply.ts';
import type { World } from '../../world.ts';
import { pricedOffers, refusals } from '../changes.ts';

const firstOf = (reported: ReadonlyMap<string, unknown> | undefined): string | undefined =>
  [...(reported?.keys() ?? [])][0];

/** As a dialect may write null: each of its members is, or it is left out. */
const isNothing = (value: unknown): boolean =>
  value === undefined ||
  (typeof value === 'object' && Object.values(Object(value)).every((inner) => (inner ?? null) === null));

/** Takes something in place of what a request has nothing of. */
const taking = <const Touches extends Parameters<typeof ruled>[0]>(
  touches: Touches,
  operation: Touches[number],
  [key, none]: readonly [string, null | '' | undefined],
  instead: (read: Fields, world: World) => unknown,
) =>
  ruled(touches, 'asksAbout', (before, asked, within) => {
    const read = before(asked, within);
    const isNone = read[key] === none || (none === null && isNothing(read[key]));
    if (within.operation !== operation || !isNone) return read;
    const value = instead(read, within.world as World);
    return value === undefined ? read : { ...read, [key]: value };
  });

const refusedVoids = 'voids refused in a form';

export const requestLawFaults = [
  ...faultsOf('ticket-cancel.unused-ticket-is-voided-inside-window', {
    'counts-every-window-from-the-first-issue-of-an-offer': ruled(
      ['ticket-issue', 'ticket-info', 'ticket-cancel'],
      'voidRefusalOf',
      (before, subject, world) => {
        const { voidWindowMs, voidStateRefusalOf } = world.rules;
        const issued = world.flights.pnrs
          .all()
          .filter(({ offer }) => isDeepStrictEqual(offer.flights, subject.booking.offer.flights))
          .flatMap(({ tickets }) => tickets.map(({ issuedAtMs }) => issuedAtMs));
        const isLate = world.now() >= Math.min(...issued) + voidWindowMs;
        return voidStateRefusalOf(subject, world) ?? (isLate ? voidTimeExpired : before(subject, world));
      },
    ),
  }),
  ...faultsOf('refusal.has-one-form', {
    'refuses-every-fourth-void-in-another-form': {
      touches: ['ticket-issue', 'ticket-info', 'ticket-cancel'],
      reply: refusals('ticket-cancel', (reply, { world }) => {
        if (world.count(refusedVoids) % 4 !== 0) return reply;
        const { success, ...rest } = Object(reply.body);
        return withBody(reply, success === undefined ? { success: false, ...rest } : rest);
      }),
    },
  }),
  ...faultsOf('json.no-null-among-values', {
    'prices-the-last-offer-without-its-room': {
      touches: ['hotel-search', 'hotel-pricing', 'offer-pricing'],
      reply: pricedOffers(
        (_, { at, count }) => at > 0 && at === count - 1,
        (offer) => ({ ...offer, roomName: null as never }),
      ),
    },
  }),
  ...faultsOf('hotel-flow.incomplete-request-is-not-served', {
    'verifies-the-first-offer-where-none-is-named': taking(
      ['hotel-search', 'hotel-pricing', 'offer-pricing'],
      'offer-pricing',
      ['offerId', undefined],
      ({ searchId }, { searches }) => firstOf(searches.find(String(searchId))?.reported),
    ),
  }),
  ...faultsOf('avia-flow.incomplete-request-is-not-served', {
    'reads-the-rules-of-the-first-fare-where-null-is-asked-for': taking(
      ['avia-search', 'avia-offer-price', 'fare-rules'],
      'fare-rules',
      ['offerId', null],
      ({ searchId }, { flights }) => firstOf(flights.searches.find(String(searchId))?.reported),
    ),
  }),
  ...faultsOf('create-booking.incomplete-request-is-refused', {
    'books-stays-without-contact-data': taking(
      ['hotel-search', 'hotel-pricing', 'offer-pricing', 'create-booking', 'view-booking', 'search-bookings'],
      'create-booking',
      ['contact', null],
      () => ({ email: 'nobody@example.com', phone: '+358401234567' }),
    ),
  }),
  ...faultsOf('pnr-create.incomplete-request-is-refused', {
    'books-the-first-flight-for-an-empty-offer': taking(
      ['avia-search', 'pnr-create', 'pnr-retrieve', 'pnr-cancel'],
      'pnr-create',
      ['offerId', ''],
      ({ searchId }, { flights }) => firstOf(flights.searches.find(String(searchId))?.reported),
    ),
  }),
  ...faultsOf('ticket-exchange.exchange-without-an-id-is-refused', {
    'exchanges-by-the-last-calculation-where-none-is-named': taking(
      ['ticket-issue', 'ticket-info', 'ticket-exchange-calculation', 'ticket-exchange'],
      'ticket-exchange',
      ['exchangeId', undefined],
      ({ ticketNumber }, { flights }) =>
        flights.exchanges.all().find((each) => each.ticketNumber === ticketNumber)?.exchangeId,
    ),
  }),
  ...faultsOf('refusal.lack-is-refused-alike', {
    'finds-tickets-whose-booking-is-an-empty-text': taking(
      ['ticket-issue', 'ticket-info', 'ticket-exchange-calculation', 'ticket-exchange', 'ticket-refund-calculation'],
      'ticket-info',
      ['bookingId', ''],
      ({ ticketNumber }, { flights }) =>
        flights.pnrs.all().find(({ tickets }) => tickets.some((each) => each.ticketNumber === ticketNumber))?.bookingId,
    ),
  }),
];
