/** Where hotels are searched: the hotels of both scales are in the first region, the others share what is left. */
import { type Hotel, hotels, knownHotelIds } from './hotels.ts';

export type Region = { readonly id: number; readonly code: string; readonly hotels: readonly Hotel[] };

const others = hotels('full').slice(knownHotelIds.length);

const shareOf = (at: number): readonly Hotel[] => others.filter((_, index) => index % 5 === at);

const full: readonly Region[] = [
  { id: 2114, code: 'lakes', hotels: hotels('small') },
  { id: 2120, code: 'capital', hotels: shareOf(0) },
  { id: 2155, code: 'seaside', hotels: shareOf(1) },
  { id: 2301, code: 'mountains', hotels: shareOf(2) },
  { id: 2302, code: 'old-towns', hotels: shareOf(3) },
  { id: 3007, code: 'islands', hotels: shareOf(4) },
];

/** Of the few hotels there are, some are in the second region too. */
const few = full
  .slice(0, 2)
  .map((region, at) => (at === 0 ? region : { ...region, hotels: hotels('small').slice(0, 5) }));

export const regions = (scale: 'full' | 'small'): readonly Region[] => (scale === 'full' ? full : few);
