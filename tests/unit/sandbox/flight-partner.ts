/** A partner who sells flights of a sandbox world in either dialect: speaks through the bindings of its target file. */
import assert from 'node:assert/strict';
import type { FlightOfferFact, TicketFact } from '../../../contracts/facts.ts';
import type { BookingRef, ChosenFlight, FlightSearch, PassengerIntent, TicketRef } from '../../../contracts/intents.ts';
import { preflightPartner } from '../../../sandbox/access/tokens.ts';
import type { DialectId } from '../../../sandbox/dialects.ts';
import { type HotelPartner, hotelPartner, type Said, targets } from './hotel-partner.ts';

export const adult: PassengerIntent = {
  firstName: 'Anna',
  lastName: 'Pfqabcdefghijk',
  birthDate: '1990-02-28',
  gender: 'female',
  citizenship: 'FI',
  document: { number: 'X1234567', expiresOn: '2036-01-31' },
  isChild: false,
};

export const child: PassengerIntent = {
  ...adult,
  firstName: 'Olli',
  birthDate: '2019-05-05',
  gender: 'male',
  isChild: true,
};

export type TicketAsked = { readonly booking: BookingRef; readonly ticket: TicketRef };

export type Voided = { readonly status: number; readonly body: Record<string, unknown> };

export type FlightPartner = Pick<HotelPartner, 'ask' | 'send'> & {
  readonly intent: FlightSearch;
  readonly search: (intent?: Partial<FlightSearch>) => Promise<Said & { readonly intent: FlightSearch }>;
  /** Searches, and finds an offer that is meant; without a condition one that can be exchanged for a penalty. */
  readonly choose: (
    isMeant?: (offer: FlightOfferFact) => boolean,
    intent?: Partial<FlightSearch>,
  ) => Promise<ChosenFlight>;
  readonly book: (chosen?: ChosenFlight, change?: (passenger: PassengerIntent) => PassengerIntent) => Promise<Said>;
  /** Books and issues, and names the first ticket. */
  readonly issue: (chosen?: ChosenFlight) => Promise<TicketAsked & { readonly issued: Said }>;
  /** ticket_cancel, whose body is documented. */
  readonly void: (asked: TicketAsked) => Promise<Voided>;
  readonly isOpen: (asked: TicketAsked) => Promise<boolean | undefined>;
};

export const ticketOf = (ticket: TicketFact | undefined): TicketRef => ({
  ticketNumber: ticket?.ticketNumber ?? null,
});
export const bookingOf = ({ facts }: Said): BookingRef => ({ bookingId: facts.flightBooking?.bookingId ?? null });
export const errorOf = ({ body }: { readonly body: Record<string, unknown> }) => Object(body.error);

/** Of the two fare families that can be exchanged, the cheaper has penalties. */
const isClassic = ({ isExchangeable }: FlightOfferFact): boolean => isExchangeable === true;

export const flightPartner = async (
  baseUrl: string,
  dialect: DialectId,
  credentials: unknown = preflightPartner,
): Promise<FlightPartner> => {
  const { ask, send } = await hotelPartner(baseUrl, dialect, credentials);
  const route = targets[dialect].known?.route ?? null;
  const intent: FlightSearch = { route, departure: '2026-11-06', return: '2026-11-13', adults: 1, children: 1 };

  const search: FlightPartner['search'] = async (given = {}) => {
    const asked = { ...intent, ...given };
    return { ...(await ask('avia-search', asked)), intent: asked };
  };

  const choose: FlightPartner['choose'] = async (isMeant = isClassic, given = {}) => {
    const { facts, intent: asked } = await search(given);
    const offer = facts.flightOffers?.find(isMeant);
    assert.ok(offer);
    return { searchId: String(facts.searchId), offer, search: asked };
  };

  const book: FlightPartner['book'] = async (given, change = (one) => one) => {
    const chosen = given ?? (await choose());
    const { adults, children } = chosen.search;
    const passengers = [...Array(children).fill(child), ...Array(adults).fill(adult)].map(change);
    const contact = { email: 'desk@partner.invalid', phone: '+358000000000' };
    return ask('pnr-create', { ...chosen, passengers, contact });
  };

  const issue: FlightPartner['issue'] = async (chosen) => {
    const booking = bookingOf(await book(chosen));
    const issued = await ask('ticket-issue', { booking });
    const ticketNumber = issued.facts.tickets?.[0]?.ticketNumber;
    assert.ok(ticketNumber);
    return { booking, ticket: { ticketNumber }, issued };
  };

  return {
    ask,
    send,
    intent,
    search,
    choose,
    book,
    issue,
    void: ({ booking: { bookingId }, ticket: { ticketNumber } }) =>
      send('ticket-cancel', JSON.stringify({ bookingId, ticketNumber })),
    isOpen: async (asked) => (await ask('ticket-info', asked)).facts.tickets?.[0]?.isOpen,
  };
};
