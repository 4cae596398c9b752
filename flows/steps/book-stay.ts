/** Walks from a search to a booking of a hotel, with everything the strictest supplier wants to know. */
import type { BookingRef, Contact } from '../../contracts/intents.ts';
import { outcomeOf } from '../../contracts/outcome.ts';
import { type GuestDraw, guestsOf } from '../../generators/guests.ts';
import type { StayDraw } from '../../generators/stays.ts';
import { chooseOffer } from '../booking/choose-offer.ts';
import { bookedRef } from '../booking/need-bookings.ts';
import { upsellsOf } from '../booking/upsells-of.ts';
import type { Session } from '../session.ts';

/** What a story draws to book. */
export type StayToBook = {
  readonly stays: readonly StayDraw[];
  readonly guests: readonly GuestDraw[];
  readonly contact: Contact;
  readonly seed: number;
};

/** A supplier may refuse what was just verified, because somebody else took the room: then another offer is tried. */
export const bookStay = async (session: Session, drawn: StayToBook, offersMax = 2): Promise<BookingRef> => {
  const { stays, seed, contact } = drawn;
  const chosen = await chooseOffer(session, { stays, seed, worth: (offer) => upsellsOf(offer).length });
  const guests = guestsOf(drawn.guests, chosen.search.stay);
  const booked = await session.book({ ...chosen, guests, contact, upsells: upsellsOf(chosen.offer) });
  const isRefused = !booked.booking && outcomeOf(booked.exchange).kind === 'refusal';
  if (!isRefused || offersMax < 2 || (await session.bookingsLeft()) === 0) return bookedRef(booked);
  return bookStay(session, { ...drawn, seed: seed + 1 }, offersMax - 1);
};
