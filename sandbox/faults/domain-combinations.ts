/** Faults that show only where two or three things come together in one request. */
import { answers, listOf, without } from '../altering/sold.ts';
import { fault } from '../deviation.ts';
import type { Stay } from '../hotels/canonical.ts';
import type { HotelRules } from '../hotels/rules.ts';
import { dayMs } from '../sales/days.ts';

const isLong = ({ checkIn, checkOut }: Stay): boolean => Date.parse(checkOut) - Date.parse(checkIn) > 7 * dayMs;

const hotelFaults = [
  fault('tells-other-offer-ids-of-long-stays', {
    violates: ['hotel-pricing.keeps-offer-ids-of-search'],
    onlyExplored: true,
    summary: 'The pricing of a hotel tells other offerIds than the search for stays of more than a week.',
    touches: ['hotel-pricing', 'offer-pricing'],
    rules: ({ offerIdOf }: HotelRules) => ({
      offerIdOf: (offer, telling) => {
        const offerId = offerIdOf(offer, telling);
        const isOther = isLong(offer.stay) && telling.operation !== 'hotel-search';
        return isOther ? [...offerId].toReversed().join('') : offerId;
      },
    }),
  }),
];

const manyPassengers = 3;

const flightFaults = [
  fault('tells-three-passengers-no-price', {
    violates: ['avia-search.offers-have-prices'],
    onlyExplored: true,
    summary: 'The last offer of a flight search has no price where three passengers fly.',
    reply: answers('avia-search', (body, { asked }) => {
      const isMeant = asked !== undefined && asked.party.adults + asked.party.children >= manyPassengers;
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
];

export const domainCombinationFaults = [...hotelFaults, ...flightFaults, ...relationFaults];
