/** Stories of tests that book: what they need besides a session. */

import fc from 'fast-check';
import type { BookingRef, Intents } from '../../../../contracts/intents.ts';
import { type Flow, flow } from '../../../../engine/flow.ts';
import type { IssuedTickets, Session } from '../../../../engine/session.ts';
import { chooseOffer } from '../../../../flows/steps/choose-offer.ts';
import { findFlights } from '../../../../flows/steps/find-flights.ts';
import { guestsOf, passengersOf } from '../../../../generators/people.ts';
import type { World } from '../../../../sandbox/world.ts';

/** What tests need to book a flight in a world of the sandbox, and to see what is open there. */
const draw = (adults: number) => ({ daysLater: 3, adults, children: 0 });
const passenger = {
  ...({ firstName: 'Testina', lastName: 'Fictiva', gender: 'female', citizenship: 'DE' } as const),
  adultAge: 30,
  childAge: 5,
  daysSinceBirthday: 50,
  documentNumber: '123456789',
};

/** A whole booking, short of being sent, of a fare that can be exchanged and refunded. */
export const flyable = async (session: Session, adults = 1): Promise<Intents['pnr-create']> => {
  const { search, searchId, offers } = await findFlights(session, [draw(adults)]);
  const offer = offers.find(({ isRefundable, isExchangeable }) => isRefundable && isExchangeable) ?? offers[0];
  const contact = { email: 'nobody@example.invalid', phone: '+447700900123' };
  return { search, searchId, offer, contact, passengers: passengersOf([passenger, passenger], search) };
};

export const flown = async (session: Session, adults = 1): Promise<BookingRef> => {
  const { booking } = await session.bookFlight(await flyable(session, adults));
  if (!booking) throw new Error('nothing was booked');
  return booking;
};

export const ticketed = async (
  session: Session,
  adults = 1,
): Promise<IssuedTickets & { readonly booking: BookingRef }> => {
  const booking = await flown(session, adults);
  return { ...(await session.issueTickets(booking)), booking };
};

/** Bookings and tickets of partners that are still of use, as the world itself knows them. */
export const openFlights = (world: World): { bookings: number; tickets: number } => {
  const made = world.flights.pnrs.all().filter(({ number }) => number > 0);
  const tickets = made.flatMap((each) => each.tickets);
  return {
    bookings: made.filter(({ cancelledAtMs }) => cancelledAtMs === undefined).length,
    tickets: tickets.filter(({ coupons }) => coupons.every(({ status }) => status === 'open')).length,
  };
};

const stay = { daysLater: 3, nights: 2, adults: 2, childrenAges: [] };
const guest = {
  ...({ firstName: 'Testina', lastName: 'Fictiva', gender: 'female', citizenship: 'DE' } as const),
  adultAge: 30,
  daysSinceBirthday: 50,
};

/** A whole booking, short of being sent. */
export const bookable = async (session: Session) => {
  const chosen = await chooseOffer(session, { stays: [stay], seed: 1 });
  const contact = { email: 'nobody@example.invalid', phone: '+447700900123' };
  return { ...chosen, guests: guestsOf([guest, guest], chosen.search.stay), contact, upsells: [] };
};

export const story = (run: (session: Session) => Promise<unknown>, phase: Flow['phase'] = 'main'): Flow =>
  flow('books', {
    story: 'A story of a test.',
    phase,
    operations: [],
    exercises: [],
    input: fc.constant({}),
    run: async (session) => {
      await run(session);
    },
  });
