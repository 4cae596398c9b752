import fc from 'fast-check';
import { clausesOf } from '../../contracts/clauses.ts';
import { hotelOperations } from '../../contracts/operations.ts';
import { shownWithout } from '../../flows/steps/book-by-row.ts';
import { isAtRest, ownBooking } from '../../flows/steps/own-booking.ts';
import { type RareGuest, rareGuests, rareGuestsOf } from '../../generators/requests/rare-guests.ts';
import { chosenStay, stayToBook } from '../booked-stay.ts';
import { exploration } from '../exploration.ts';

const complete = (guest: RareGuest): RareGuest => ({ ...guest, lacks: [] });

/** Books for guests with rare names, ages and birthdays. A supplier may refuse any of them: what follows must fit. */
export const exploreGuests = exploration('explore-guests', {
  story:
    'Book for guests with rare names and birthdays, with the strict supplier where they lack something, and view what came of it.',
  phase: 'main',
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
    // Only of one supplier is it said what it refuses.
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
