/** Ways to bend the lists of hotels, offers and bookings that hotel operations answer. */
import type { CanonicalOffer, FoundHotel, ListedBooking, PricedOffer } from '../hotels/canonical.ts';
import { answers, listOf, type Met, type Picks } from './sold.ts';

export const cannotBeCancelled = ({ freeUntilMs }: CanonicalOffer): boolean => freeUntilMs === null;
export const isScored = ({ aiScore }: CanonicalOffer): boolean => aiScore !== null;

/** Changes hotels of a search. */
export const foundHotels = (picks: Picks<FoundHotel>, change: (hotel: FoundHotel) => unknown) =>
  answers('hotel-search', (body) => {
    const hotels = listOf(body.hotels);
    return {
      ...body,
      hotels: hotels.map((hotel, at) => (picks(hotel, { at, count: hotels.length }) ? change(hotel) : hotel)),
    };
  });

/** Changes offers of a search, which are counted through all of its hotels. */
export const foundOffers = (picks: Picks<CanonicalOffer>, change: (offer: CanonicalOffer) => unknown) =>
  answers('hotel-search', (body) => {
    const hotels = listOf(body.hotels);
    const count = hotels.reduce((sum, { offers }) => sum + listOf(offers).length, 0);
    let at = -1;
    const changed = (offer: CanonicalOffer): unknown => {
      at += 1;
      return picks(offer, { at, count }) ? change(offer) : offer;
    };
    return { ...body, hotels: hotels.map((hotel) => ({ ...hotel, offers: listOf(hotel.offers).map(changed) })) };
  });

/** Changes offers of the pricing of a hotel. */
export const pricedOffers = (picks: Picks<PricedOffer>, change: (offer: PricedOffer) => unknown) =>
  answers('hotel-pricing', (body) => {
    const offers = listOf(body.offers);
    return {
      ...body,
      offers: offers.map((offer, at) => (picks(offer, { at, count: offers.length }) ? change(offer) : offer)),
    };
  });

/** Changes the one offer that offer_pricing answers with. */
export const pricedOffer = (change: (offer: PricedOffer) => unknown) =>
  answers('offer-pricing', (body) => (body.offer ? { ...body, offer: change(body.offer) } : body));

/** Changes bookings of a list. */
export const listedBookings = (
  picks: (booking: ListedBooking, met: Met<'search-bookings'>) => boolean,
  change: (booking: ListedBooking) => unknown,
) =>
  answers('search-bookings', (body, met) => ({
    ...body,
    bookings: listOf(body.bookings).map((booking) => (picks(booking, met) ? change(booking) : booking)),
  }));
