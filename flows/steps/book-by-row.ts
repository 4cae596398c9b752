/** Books what a row of circumstances asks for, as far as the target has it. */

import type { ClauseId } from '../../contracts/clauses.ts';
import type { OfferFact, Upsell } from '../../contracts/facts.ts';
import type { BookingRef, ChosenOffer, ContactIntent, GuestIntent } from '../../contracts/intents.ts';
import { errorCodeOf, outcomeOf, succeeded } from '../../contracts/outcome.ts';
import type { Target } from '../../contracts/target.ts';
import { type Session, stopOf } from '../../engine/session.ts';
import { type GuestDraw, guestsOf } from '../../generators/people.ts';
import type { BookingRow, StayDraw } from '../../generators/stays.ts';
import { chooseOffer, type OfferWish } from './choose-offer.ts';
import { inHandsOf, otherOf, presetsAsked, wantedBy } from './find-hotels.ts';
import { bookedRef } from './needs.ts';

/** One early check-in and one late check-out, as far as the offer has them and says how to name them. */
export const upsellsOf = ({ earlyCheckIns = [], lateCheckOuts = [] }: OfferFact): Upsell[] =>
  [earlyCheckIns, lateCheckOuts].flatMap((options) => {
    const named = options.find(({ reference = null }) => reference !== null);
    return named ? [named] : [];
  });

/** Guests of whom one thing is missing that the strict supplier wants to know. */
export type MissingOfGuest = 'citizenship' | 'gender';

/** What a request shows in which a guest lacks something. */
export const shownWithout = (lack: MissingOfGuest): readonly ClauseId[] => [
  `create-booking.guest-without-${lack}-is-refused`,
  'create-booking.supplier-error-says-why',
  'create-booking.refused-booking-does-not-exist',
];

/** Complete where nothing is said. */
export type Incomplete = { readonly lacks?: MissingOfGuest; readonly of?: 'first' | 'last' };

const without = (guest: GuestIntent, lack: MissingOfGuest): GuestIntent => {
  const { [lack]: _, ...rest } = guest;
  return rest;
};

export const incomplete = (rooms: readonly (readonly GuestIntent[])[], { lacks, of }: Incomplete): GuestIntent[][] => {
  const all = rooms.flat();
  const lacking = of === 'first' ? all[0] : all.at(-1);
  return rooms.map((room) => room.map((guest) => (lacks && guest === lacking ? without(guest, lacks) : guest)));
};

export type StaysDrawn = {
  readonly stays: readonly StayDraw[];
  readonly guests: readonly GuestDraw[];
  readonly contact: ContactIntent;
  readonly seed: number;
};

/** A booking that was asked for, and in whose hands it is. */
export type BookedByRow = {
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

const wishOf = (session: Session, { stays, seed }: StaysDrawn, row: BookingRow): OfferWish => {
  const presets = [undefined, ...presetsAsked(session.target.known, { seed, sample: session.sample })];
  return {
    ...wantedBy(session, row, stays),
    seed,
    preset: presets[row.preset % presets.length],
    seller: row.seller,
    worth: (offer) => (row.hasExtras ? upsellsOf(offer).length : 0),
  };
};

/** What is tried where a booking is refused, and what was tried before. */
type BookingTries = {
  /** Where it is not the supplier who refuses. */
  readonly offersMax: number;
  readonly suppliersMax: number;
  readonly otherThan?: OfferFact;
  /** The supplier of each offer that was refused by its supplier. */
  readonly refusedBy?: readonly (string | undefined)[];
};

const suppliersMax = 4;

/** Those from a place on come first. */
export const rotated = <Item>(items: readonly Item[], by = 1): readonly Item[] => [
  ...items.slice(by),
  ...items.slice(0, by),
];

/** The next supplier may mind the same: other guests come, for another stay. */
const withOthers = (drawn: StaysDrawn): StaysDrawn => ({
  ...drawn,
  stays: rotated(drawn.stays),
  guests: rotated(drawn.guests),
});

/**
 * Where another client took the room just verified, another offer is tried; where its supplier refuses it, those of
 * others. In the end for two adults in one room, because a child or a second room may be the reason.
 */
export const bookedWith = async (
  session: Session,
  drawn: StaysDrawn,
  row: BookingRow,
  tries: BookingTries,
): Promise<Omit<BookedByRow, 'own' | 'other'>> => {
  const { otherThan, refusedBy = [] } = tries;
  const fewest: BookingRow = { ...row, party: 'two', rooms: 1 };
  const isOfFewest = row.party !== 'family' && row.rooms === 1;
  const wish = { ...wishOf(session, drawn, row), seller: row.seller + refusedBy.length, refusedBy };
  const chosen = await chooseOffer(session, { ...wish, ...(otherThan && { otherThan }) }).catch((thrown: unknown) => {
    if (isOfFewest || stopOf(thrown)?.because !== 'refused') throw thrown;
    return undefined;
  });
  if (!chosen) return bookedWith(session, drawn, fewest, tries);
  const guests = guestsOf(drawn.guests, chosen.search.stay);
  const upsells = row.hasExtras ? upsellsOf(chosen.offer) : [];
  const booked = await session.book({ ...chosen, guests, contact: drawn.contact, upsells });
  const isOfSupplier = errorCodeOf(booked.exchange) === 'SUPPLIER_ERROR';
  // The service may keep a record of what a supplier has refused.
  const isRefused = isOfSupplier || (!booked.booking && outcomeOf(booked.exchange).kind === 'refusal');
  const { offersMax, suppliersMax } = tries;
  // Only the first of them is worth a booking of another story.
  const kept = refusedBy.length === 0 ? 0 : wantedElsewhere(session.target);
  const mayTry = (isOfSupplier ? suppliersMax : offersMax) > 1 && (await session.bookingsLeft()) > kept;
  if (!isRefused || !mayTry) return { name: bookedRef(booked), chosen, isAnswered: succeeded(booked.exchange) };
  const again = { ...drawn, seed: drawn.seed + 1 };
  const before = { ...tries, otherThan: chosen.offer };
  return isOfSupplier
    ? bookedWith(session, withOthers(again), suppliersMax > 2 ? row : fewest, {
        ...before,
        suppliersMax: suppliersMax - 1,
        refusedBy: [...refusedBy, chosen.offer.supplier],
      })
    : bookedWith(session, again, fewest, isOfFewest ? { ...before, offersMax: offersMax - 1 } : before);
};

/** With too few bookings left for a refusal of the second partner, the first partner books. */
const triesMin = 4;

export const bookedByRow = async (session: Session, drawn: StaysDrawn, row: BookingRow): Promise<BookedByRow> => {
  const isAffordable = (await session.bookingsLeft()) >= triesMin;
  const asked: BookingRow = isAffordable ? row : { ...row, partner: 'own' };
  return inHandsOf(session, asked, async (own) => {
    const made = await bookedWith(
      own,
      drawn,
      row,
      own === session ? { offersMax: 2, suppliersMax } : { offersMax: 1, suppliersMax: 2 },
    );
    return { ...made, own, other: otherOf(session, own) };
  });
};
