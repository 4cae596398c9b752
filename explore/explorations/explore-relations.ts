/** Explores relations between answers: what one change of a request must not change. */
import { clausesOf } from '../../contracts/clauses.ts';
import type { BookingFact } from '../../contracts/facts.ts';
import type { BookingRef } from '../../contracts/intents.ts';
import { refOf } from '../../engine/effects/refs.ts';
import type { Session } from '../../engine/session.ts';
import { searchOn } from '../../flows/steps/find-hotels.ts';
import { endWithout, unbound } from '../../flows/steps/needs.ts';
import { listedBookings } from '../../flows/steps/own-booking.ts';
import { picked } from '../../generators/draws.ts';
import { guestsOf } from '../../generators/people.ts';
import { filtersOn, type Relations, relations } from '../../generators/relations.ts';
import { exploration } from '../exploration.ts';
import { bookedStay } from './explore-bookings.ts';

const readAmenities = async ({ send }: Session, [one, other]: Relations['languages']): Promise<void> => {
  for (const language of [one, other, one]) {
    await send({ operation: 'amenities', headers: { 'accept-language': language } });
  }
};

const searchTwice = async (session: Session, { stays, isPresetNamed, seed }: Relations): Promise<void> => {
  const [preset] = isPresetNamed ? picked(session.target.known.presets ?? [], 1, seed) : [];
  const [stay] = stays;
  if (!stay) return;
  const search = searchOn(session, stay, preset);
  for (let time = 0; time < 2; time += 1) await session.ask('hotel-search', search);
};

/** The whole list. Where it is empty and booking is allowed, one booking is made first. */
const listSomething = async (session: Session, drawn: Relations): Promise<readonly BookingFact[]> => {
  const { entries } = await listedBookings(session, {});
  if (entries.length > 0 || (await session.bookingsLeft()) === 0) return entries;
  await bookedStay(session, drawn, { guestsFor: (stay) => guestsOf(drawn.guests, stay) });
  return (await listedBookings(session, {})).entries;
};

/** @returns The bookings of the whole list. */
const listThreeWays = async (session: Session, drawn: Relations): Promise<BookingRef[]> => {
  const { filters } = drawn;
  const entries = await listSomething(session, drawn);
  for (const filter of filters) await listedBookings(session, filtersOn(filter, session.targetNowMs()));
  await listedBookings(session, {});
  return entries.flatMap((entry) => refOf(entry) ?? []);
};

/** Four times with residence details and four times without. */
const viewInEveryWay = async (
  { ask }: Session,
  booking: BookingRef,
  { includeResidenceDetails, isDetailFirst }: Relations,
): Promise<void> => {
  for (const isWithResidence of [includeResidenceDetails, !includeResidenceDetails]) {
    for (const isDetailed of [isDetailFirst, !isDetailFirst, !isDetailFirst, isDetailFirst]) {
      const details = { includePriceDetails: isDetailed, includeResidenceDetails: isWithResidence };
      await ask('view-booking', { booking, details });
    }
  }
};

export const exploreRelations = exploration<Relations>('explore-relations', {
  story: 'Read amenities in two languages, search twice alike, list bookings with filters, and view one with details.',
  operations: [
    'amenities',
    'hotel-search',
    'hotel-pricing',
    'offer-pricing',
    'create-booking',
    'search-bookings',
    'view-booking',
  ],
  exercises: [
    ...clausesOf(['json']),
    'amenities.same-in-every-language',
    'hotel-search.equal-search-keeps-offer-ids',
    'search-bookings.filter-adds-nothing',
    'search-bookings.status-filter-holds',
    'search-bookings.creation-date-filter-holds',
    'view-booking.price-details-change-nothing-else',
    'view-booking.price-details-when-asked-for',
    'view-booking.no-price-details-unless-asked-for',
    'view-booking.upsells-have-price-details-when-asked-for',
    'view-booking.upsells-have-no-price-details-unless-asked-for',
  ],
  input: relations,
  run: async (session, drawn) => {
    const { bindings, known } = session.target;
    await readAmenities(session, drawn.languages);
    const mayList = bindings['search-bookings'] !== undefined;
    const [booking] = mayList ? picked(await listThreeWays(session, drawn), 1, drawn.seed) : [];
    if (booking && bindings['view-booking']) await viewInEveryWay(session, booking, drawn);
    if (bindings['hotel-search'] && known.region !== undefined) await searchTwice(session, drawn);
    endWithout([
      ...unbound(bindings, ['search-bookings', 'view-booking', 'hotel-search']),
      known.region === undefined && 'known.region, where hotels can be searched,',
    ]);
  },
});
