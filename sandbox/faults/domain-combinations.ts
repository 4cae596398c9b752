/** Faults that show only where two or three things come together in one request. */
import { answers, listOf, without } from '../altering/sold.ts';
import { exploredFaultsOf } from '../deviation.ts';
import type { Stay } from '../hotels/canonical.ts';
import { dayMs } from '../sales/days.ts';
import { backwards, tellsIdsInPricing } from './hotel-offer-ids.ts';

const isLong = ({ checkIn, checkOut }: Stay): boolean => Date.parse(checkOut) - Date.parse(checkIn) > 7 * dayMs;

const manyPassengers = 3;

export const domainCombinationFaults = [
  ...exploredFaultsOf('hotel-pricing.keeps-offer-ids-of-search', {
    'tells-other-offer-ids-of-long-stays': tellsIdsInPricing((offerId, { stay }) =>
      isLong(stay) ? backwards(offerId) : offerId,
    ),
  }),
  ...exploredFaultsOf('avia-search.offers-have-prices', {
    'tells-three-passengers-no-price': answers('avia-search', (body, { asked }) => {
      const isMeant = asked !== undefined && asked.party.adults + asked.party.children >= manyPassengers;
      const offers = listOf(body.offers);
      return isMeant
        ? { ...body, offers: [...offers.slice(0, -1), ...offers.slice(-1).map((one) => without('price', one))] }
        : body;
    }),
  }),
  ...exploredFaultsOf('view-booking.price-details-change-nothing-else', {
    'tells-the-hotel-by-its-room-beside-both-details': answers('view-booking', (view, { asked }) =>
      asked?.details.includePriceDetails && asked.details.includeResidenceDetails
        ? { ...view, hotel: { ...view.hotel, name: view.hotel.room.roomName } }
        : view,
    ),
  }),
];
