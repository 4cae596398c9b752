/** Faults of whose searches a partner may price. */
import { faultsOf } from '../deviation.ts';
import type { HotelOperation } from '../hotels/canonical.ts';
import type { HotelRules } from '../hotels/rules.ts';
import type { StoredSearch } from '../hotels/state.ts';

/** Lets every partner use searches that fit, in one operation. */
const knowsAll = (operation: HotelOperation, fits: (search: StoredSearch) => boolean = () => true) => ({
  touches: ['hotel-search', 'hotel-pricing', 'offer-pricing'] as const,
  rules: ({ knowsSearch }: HotelRules): Partial<HotelRules> => ({
    knowsSearch: (search, clientId, asked) =>
      (asked.operation === operation && fits(search)) || knowsSearch(search, clientId, asked),
  }),
});

export const hotelPartnerFaults = [
  ...faultsOf('hotel-pricing.other-partner-sees-nothing', {
    'prices-hotels-of-searches-of-other-partners': knowsAll('hotel-pricing'),
    'prices-hotels-of-searches-of-other-partners-without-ranking': knowsAll(
      'hotel-pricing',
      ({ preset }) => preset.ranking === 'off',
    ),
  }),
  ...faultsOf('offer-pricing.other-partner-sees-nothing', {
    'verifies-offers-of-other-partners': knowsAll('offer-pricing'),
    'verifies-offers-of-other-partners-for-one-room': knowsAll('offer-pricing', ({ stay }) => stay.rooms.length === 1),
  }),
];
