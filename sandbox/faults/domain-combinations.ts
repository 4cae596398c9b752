/** Faults that show only where two or three things come together in one request. */
import { fault } from '../deviation.ts';
import { answers, listOf, without } from '../hotels/alter.ts';
import type { PricedOffer, Stay } from '../hotels/canonical.ts';
import { dayMs } from '../hotels/days.ts';
import type { HotelRules } from '../hotels/rules.ts';

const hasChildren = ({ rooms }: Stay): boolean => rooms.some(({ childrenAges }) => childrenAges.length > 0);

const isLong = ({ checkIn, checkOut }: Stay): boolean => Date.parse(checkOut) - Date.parse(checkIn) > 7 * dayMs;

const hotelFaults = [
  fault('tells-other-offer-ids-to-children-who-stay-long', {
    violates: ['hotel-pricing.keeps-offer-ids-of-search'],
    onlyExplored: true,
    summary: 'The pricing of a hotel tells other offerIds than the search where children stay for more than a week.',
    touches: ['hotel-pricing', 'offer-pricing'],
    rules: ({ offerIdOf }: HotelRules) => ({
      offerIdOf: (offer, telling) => {
        const offerId = offerIdOf(offer, telling);
        const isOther = hasChildren(offer.stay) && isLong(offer.stay) && telling.operation !== 'hotel-search';
        return isOther ? [...offerId].toReversed().join('') : offerId;
      },
    }),
  }),
  fault('scores-long-stays-beyond-one', {
    violates: ['hotel-pricing.ai-score-is-null-or-zero-to-one'],
    onlyExplored: true,
    summary: 'The pricing of a hotel scores offers of more than a week, where a preset ranks them, between 1 and 2.',
    reply: answers('hotel-pricing', (body, { asked, world }) => {
      const stay = asked && world.searches.find(asked.searchId)?.stay;
      if (!stay || !isLong(stay)) return body;
      const scored = ({ aiScore, ...rest }: PricedOffer) => ({
        ...rest,
        aiScore: aiScore === null ? null : aiScore + 1,
      });
      return { ...body, offers: listOf(body.offers).map(scored) };
    }),
  }),
];

const manyAdults = 3;

const flightFaults = [
  fault('tells-three-adults-no-price-of-a-return', {
    violates: ['avia-search.offers-have-prices'],
    onlyExplored: true,
    summary: 'The last offer of a flight search has no price where three adults fly there and back.',
    reply: answers('avia-search', (body, { asked }) => {
      const isMeant = asked?.journey.return !== undefined && asked.party.adults >= manyAdults;
      const offers = listOf(body.offers);
      return isMeant
        ? { ...body, offers: [...offers.slice(0, -1), ...offers.slice(-1).map((one) => without('price', one))] }
        : body;
    }),
  }),
];

const relationFaults = [
  fault('tells-the-hotel-by-its-room-beside-both-details', {
    violates: ['view-booking.price-details-change-nothing-else'],
    onlyExplored: true,
    summary:
      'A view that is asked for price details and residence details tells the name of the room for that of the hotel.',
    reply: answers('view-booking', (view, { asked }) =>
      asked?.details.includePriceDetails && asked.details.includeResidenceDetails
        ? { ...view, hotel: { ...view.hotel, name: view.hotel.room.roomName } }
        : view,
    ),
  }),
  fault('lists-a-booking-again-from-a-day-on', {
    violates: ['search-bookings.filter-adds-nothing'],
    onlyExplored: true,
    summary: 'A list from a day on, without a last day, holds its last booking once more, under another id.',
    reply: answers('search-bookings', (body, { asked, world }) => {
      const last = listOf(body.bookings).at(-1);
      if (!last || asked?.createdFrom === undefined || asked.createdTo !== undefined) return body;
      const again = { ...last, bookingId: world.rules.bookingIdOf(9_000_001, world), guestNames: ['Nemo Nobody'] };
      return { ...body, bookings: [...listOf(body.bookings), again] };
    }),
  }),
];

export const domainCombinationFaults = [...hotelFaults, ...flightFaults, ...relationFaults];
