/** Explores one hotel booking: filters of lists, details of views, and rare guests. */
import fc from 'fast-check';
import { clausesOf } from '../../contracts/clauses.ts';
import type { GuestIntent, Intents, StayIntent } from '../../contracts/intents.ts';
import { hotelOperations } from '../../contracts/operations.ts';
import type { Booked, Session } from '../../engine/session.ts';
import { shownWithout, upsellsOf } from '../../flows/steps/book-by-row.ts';
import { chooseOffer, type OfferWish, shownInViews } from '../../flows/steps/choose-offer.ts';
import { bookedRef, needBookings } from '../../flows/steps/needs.ts';
import { aroundToday, isAtRest, isViewed, ownBooking } from '../../flows/steps/own-booking.ts';
import { dayAfter } from '../../generators/calendar.ts';
import { pickSeed } from '../../generators/draws.ts';
import { contacts, guests, guestsOf } from '../../generators/people.ts';
import {
  bookingFilters,
  type DrawnFilters,
  filtersOn,
  viewDetails,
} from '../../generators/requests/booking-filters.ts';
import { type RareGuest, rareGuests, rareGuestsOf } from '../../generators/requests/rare-guests.ts';
import { stays } from '../../generators/stays.ts';
import { exploration, isSendable } from '../exploration.ts';

const stayToBook = { stays, contact: contacts, seed: pickSeed };

type DrawnStay = {
  readonly [Name in keyof typeof stayToBook]: (typeof stayToBook)[Name] extends fc.Arbitrary<infer T> ? T : never;
};

type Wish = { readonly guestsFor: (stay: StayIntent) => GuestIntent[][] } & Pick<OfferWish, 'supplier'>;

/** The intent of a booking. @param guestsFor Makes the guests for the chosen stay. */
const chosenStay = async (
  session: Session,
  { stays: drawnStays, contact, seed }: DrawnStay,
  { guestsFor, supplier }: Wish,
): Promise<Intents['create-booking']> => {
  await needBookings(session, 1);
  const worth: OfferWish['worth'] = (offer) => upsellsOf(offer).length;
  const chosen = await chooseOffer(session, {
    stays: drawnStays,
    seed,
    worth,
    ...(supplier !== undefined && { supplier }),
  });
  return { ...chosen, guests: guestsFor(chosen.search.stay), contact, upsells: upsellsOf(chosen.offer) };
};

export const bookedStay = async (session: Session, drawn: DrawnStay, wish: Wish): Promise<Booked> =>
  session.book(await chosenStay(session, drawn, wish));

/** An approximation: the time zone of the service is not known. */
const holdsToday = ({ createdFrom, createdTo }: DrawnFilters, nowMs: number): boolean => {
  const today = dayAfter(nowMs, 0);
  return (createdFrom ?? today) <= today && (createdTo ?? today) >= today;
};

export const exploreBookingFilters = exploration('explore-booking-filters', {
  story:
    'Book an offer that can be cancelled free of charge, and list bookings without a filter, with any, and without again.',
  operations: hotelOperations,
  exercises: [
    ...clausesOf(['json', 'booking-status']),
    'create-booking.one-request-books-once',
    'search-bookings.status-is-documented',
    'search-bookings.status-filter-holds',
    'search-bookings.creation-date-filter-holds',
    'search-bookings.filter-adds-nothing',
    'search-bookings.new-booking-is-listed',
  ],
  input: fc.record({
    ...stayToBook,
    guests,
    filters: bookingFilters,
    /** Replaces a drawn status by the status that the booking has. */
    isAsItIs: fc.boolean(),
  }),
  run: async (session, { guests: drawn, filters, isAsItIs, ...stay }) => {
    const booked = await bookedStay(session, stay, { guestsFor: (chosen) => guestsOf(drawn, chosen) });
    const booking = ownBooking(session, bookedRef(booked));
    const canView = session.target.bindings['view-booking'] !== undefined;
    // A list may take some time to show a new booking.
    await booking.listUntil({});
    await booking.listUntil(aroundToday(session.targetNowMs()));
    for (const filter of filters) {
      const nowMs = session.targetNowMs();
      const status = canView && filter.status !== undefined ? await booking.statusNow() : undefined;
      const asked = { ...filtersOn(filter, nowMs), ...(isAsItIs && status && { status }) };
      const isFit = asked.status === undefined || asked.status === status;
      if (isFit && holdsToday(asked, nowMs)) await booking.listUntil(asked);
      else await booking.list(asked);
      // The status may have changed meanwhile.
      if (canView && asked.status !== undefined) await booking.statusNow();
    }
    await booking.list({});
    // A booking in work may lawfully refuse its cancellation.
    if (canView) await booking.viewUntil(isAtRest);
  },
});

export const exploreViewDetails = exploration('explore-view-details', {
  story: 'Book an offer that can be cancelled free of charge, and view it with details in any combination and order.',
  operations: hotelOperations,
  exercises: [
    // It cancels nothing.
    ...shownInViews.filter((id) => id !== 'view-booking.cancelled-stays-cancelled'),
    ...clausesOf(['json']),
    'create-booking.status-is-documented',
    'create-booking.one-request-books-once',
    'booking-status.former-values-are-gone',
  ],
  input: fc.record({
    ...stayToBook,
    guests,
    details: fc.array(viewDetails, { minLength: 1, maxLength: 5, size: 'max' }),
  }),
  run: async (session, { guests: drawn, details, ...stay }) => {
    const booked = await bookedStay(session, stay, { guestsFor: (chosen) => guestsOf(drawn, chosen) });
    const booking = ownBooking(session, bookedRef(booked));
    await booking.viewUntil(isViewed);
    // A booking in work may lawfully refuse its cancellation.
    await booking.viewUntil(isAtRest);
    for (const each of details) {
      if (isSendable(session, 'view-booking', { details: each })) await booking.view(each);
    }
  },
});

const complete = (guest: RareGuest): RareGuest => ({ ...guest, lacks: [] });

/** Books for guests with rare names, ages and birthdays. A supplier may refuse any of them. */
export const exploreGuests = exploration('explore-guests', {
  story:
    'Book for guests with rare names and birthdays, with the strict supplier where they lack something, and view the booking.',
  operations: hotelOperations,
  exercises: [
    ...clausesOf(['json', 'hotel-refusal']),
    'create-booking.guest-without-citizenship-is-refused',
    'create-booking.guest-without-gender-is-refused',
    'create-booking.supplier-error-says-why',
    'create-booking.refused-booking-does-not-exist',
    'create-booking.one-request-books-once',
    'create-booking.status-is-documented',
    'view-booking.status-is-documented',
    'view-booking.booking-id-is-the-one-asked-for',
    'view-booking.stay-is-the-one-booked',
    'view-booking.guests-are-those-booked',
    'view-booking.upsells-are-a-list',
    'booking-status.former-values-are-gone',
  ],
  input: fc.record({ ...stayToBook, guests: rareGuests }),
  run: async (session, { guests: drawn, ...stay }) => {
    const { strictSupplier } = session.target.known;
    // The documentation names what one supplier refuses.
    const isStrict = strictSupplier !== undefined && drawn.some(({ lacks }) => lacks.length > 0);
    const right = await chosenStay(session, stay, {
      guestsFor: (chosen) => rareGuestsOf(drawn.map(complete), chosen),
      ...(isStrict && { supplier: strictSupplier }),
    });
    const lacking = { ...right, guests: rareGuestsOf(drawn, right.search.stay) };
    const clauses = (['citizenship', 'gender'] as const).flatMap(shownWithout);
    const about = { clauses, unlike: [right], isLacking: true };
    const wrong = isStrict && (await session.wrong(about, (options) => session.book(lacking, options)));
    const { booking } = wrong || (await session.book(right));
    if (!booking || !session.target.bindings['view-booking']) return;
    const own = ownBooking(session, booking);
    await own.viewUntil(isAtRest);
    await own.view({ includePriceDetails: false, includeResidenceDetails: true });
  },
});
