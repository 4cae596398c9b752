/** Books what a row of circumstances asks for, as far as the target has it. */
import type { OfferFact } from '../../contracts/facts.ts';
import type { BookingRef, Contact } from '../../contracts/intent-parts.ts';
import type { ChosenOffer } from '../../contracts/intents.ts';
import { outcomeOf, succeeded } from '../../contracts/outcome.ts';
import type { Target } from '../../contracts/target.ts';
import type { Session } from '../../engine/session.ts';
import { type GuestDraw, guestsOf } from '../../generators/guests.ts';
import type { BookingRow } from '../../generators/stay-rows.ts';
import type { StayDraw } from '../../generators/stays.ts';
import { chooseOffer, type OfferWish } from './choose-offer.ts';
import { bookedRef } from './need-bookings.ts';
import { presetsAsked } from './presets-asked.ts';
import { inHandsOf, otherOf, wantedBy } from './row-asked.ts';
import { upsellsOf } from './upsells-of.ts';

export type Drawn = {
  readonly stays: readonly StayDraw[];
  readonly guests: readonly GuestDraw[];
  readonly contact: Contact;
  readonly seed: number;
};

/** A booking that was asked for, and in whose hands it is. */
export type Made = {
  readonly name: BookingRef;
  readonly chosen: ChosenOffer;
  readonly isAnswered: boolean;
  readonly own: Session;
  /** The partner whose it is not, where the target has two. */
  readonly other: Session | undefined;
};

/** What other stories need at least: that of the strict supplier, and those of flights, each with one. */
export const wantedElsewhere = ({ known, bindings, may }: Target): number => {
  const ofFlights = bindings['pnr-create'] && known.route !== undefined ? (may.tickets ? 6 : 2) : 0;
  return (known.strictSupplier === undefined ? 0 : 3) + ofFlights;
};

/** What to choose by a row. */
export const wishOf = (session: Session, { stays, seed }: Drawn, row: BookingRow): OfferWish => {
  const presets = [undefined, ...presetsAsked(session.target.known, { seed, sample: session.sample })];
  return {
    ...wantedBy(session, row, stays),
    seed,
    preset: presets[row.preset % presets.length],
    seller: row.seller,
    worth: (offer) => (row.hasExtras ? upsellsOf(offer).length : 0),
  };
};

/** A supplier may refuse what was just verified, because somebody else took the room: then another offer is tried. */
const bookedWith = async (
  session: Session,
  drawn: Drawn,
  row: BookingRow,
  { offersMax, otherThan }: { readonly offersMax: number; readonly otherThan?: OfferFact },
): Promise<Omit<Made, 'own' | 'other'>> => {
  const chosen = await chooseOffer(session, { ...wishOf(session, drawn, row), ...(otherThan && { otherThan }) });
  const guests = guestsOf(drawn.guests, chosen.search.stay);
  const upsells = row.hasExtras ? upsellsOf(chosen.offer) : [];
  const booked = await session.book({ ...chosen, guests, contact: drawn.contact, upsells });
  const isRefused = !booked.booking && outcomeOf(booked.exchange).kind === 'refusal';
  if (!isRefused || offersMax < 2 || (await session.bookingsLeft()) === 0)
    return { name: bookedRef(booked), chosen, isAnswered: succeeded(booked.exchange) };
  const next = { offersMax: offersMax - 1, otherThan: chosen.offer };
  return bookedWith(session, { ...drawn, seed: drawn.seed + 1 }, row, next);
};

/** Who has too few bookings left for a refusal of the second partner books for the first. */
const triesMin = 4;

export const bookedByRow = async (session: Session, drawn: Drawn, row: BookingRow): Promise<Made> => {
  const isAffordable = (await session.bookingsLeft()) >= triesMin;
  const asked: BookingRow = isAffordable ? row : { ...row, partner: 'own' };
  return inHandsOf(session, asked, async (own) => {
    const made = await bookedWith(own, drawn, row, { offersMax: own === session ? 2 : 1 });
    return { ...made, own, other: otherOf(session, own) };
  });
};
