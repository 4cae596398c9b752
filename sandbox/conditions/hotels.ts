/** Circumstances of hotels: for whom, with what, found how, and sold by whom. */
import type { OperationId } from '../../contracts/operations.ts';
import { conditionsOf, type Meeting } from '../condition.ts';
import { presets, strictSupplier, suppliers } from '../data/hotel-trade.ts';
import { regions } from '../data/regions.ts';
import { hotelIds } from '../operations.ts';
import { type AboutHotels, aboutHotels } from './about-hotels.ts';

const where =
  (fits: (about: AboutHotels) => boolean) =>
  (meeting: Meeting): boolean =>
    aboutHotels(meeting).some(fits);

const [usualRegion] = regions('full');
const [usualPreset, rankedPreset] = presets;
const [commonSupplier] = suppliers;

const ofOffer = ['offer-pricing', 'create-booking', 'view-booking', 'search-bookings', 'cancel-booking'] as const;
const ofBooking: readonly OperationId[] = ['create-booking', 'view-booking', 'search-bookings', 'cancel-booking'];

export const hotelConditions = [
  ...conditionsOf(hotelIds, {
    'with-a-second-room': {
      summary: 'The stay has more than one room.',
      holds: where(({ stay }) => stay.rooms.length > 1),
    },
    'with-a-child-in-a-room': {
      summary: 'A child stays, too.',
      holds: where(({ stay }) => stay.rooms.some(({ childrenAges }) => childrenAges.length > 0)),
    },
    'for-one-guest': {
      summary: 'One adult stays alone.',
      holds: where(({ stay }) => {
        const [room, ...more] = stay.rooms;
        return more.length === 0 && room?.adults === 1 && room.childrenAges.length === 0;
      }),
    },
    'found-by-ranking': {
      summary: 'The preset of the search asks for ranking.',
      holds: where(({ preset }) => preset === rankedPreset.name),
    },
    'found-by-price': {
      summary: 'The preset of the search is the one that is taken where none is named.',
      holds: where(({ preset }) => preset === usualPreset.name),
    },
  }),
  ...conditionsOf(['hotel-search', 'hotel-pricing'], {
    'in-another-region': {
      summary: 'The search is for another region than the first.',
      holds: where(({ regionId }) => regionId !== undefined && regionId !== usualRegion?.id),
    },
  }),
  ...conditionsOf(ofOffer, {
    'of-the-strict-supplier': {
      summary: 'The offer is of the supplier that wants to know all of every guest.',
      holds: where(({ supplier }) => supplier === strictSupplier),
    },
    'of-a-common-supplier': {
      summary: 'The offer is of the first supplier.',
      holds: where(({ supplier }) => supplier === commonSupplier.code),
    },
  }),
  ...conditionsOf(ofBooking, {
    'with-an-extra': { summary: 'An extra is booked, too.', holds: where(({ upsells = 0 }) => upsells > 0) },
    'without-extras': { summary: 'No extra is booked.', holds: where(({ upsells }) => upsells === 0) },
  }),
];
