/** The hotels of a world of either scale, sorted by id, the regions where they are searched, and how they are sold. */

import type { Preset, Supplier } from '../hotels/state.ts';
import { type City, geography } from './geography.ts';
import { accommodationTypes, amenities } from './type-lists.ts';

type InTwoLanguages = { readonly ru: string; readonly en: string };

/** The fields after `category` are not named in the interface: their names are ours. */
export type Hotel = {
  readonly id: number;
  readonly isDeleted: boolean;
  readonly name: InTwoLanguages;
  readonly stars: number;
  readonly phones: readonly string[];
  readonly amenities: readonly { readonly id: number; readonly nameEn: string }[];
  readonly photos: readonly { readonly url: string; readonly isMain: boolean }[];
  readonly category: { readonly id: number; readonly nameEn: string };
  readonly address: InTwoLanguages;
  readonly city: Pick<City, 'id' | 'nameRu' | 'nameEn'>;
  readonly country: City['country'];
  readonly coordinates: Pick<City, 'latitude' | 'longitude'>;
  readonly contacts: { readonly email: string; readonly site?: string };
  readonly description: InTwoLanguages;
  readonly registryCertificate: { readonly number: string; readonly validUntil: string } | null;
};

/** In every world of either scale; what a target may name as known. */
export const knownHotelIds = [7, 42, 118, 903, 1204, 5570, 10018, 23456, 77801, 104729, 250001, 431007] as const;

const hotelsInAll = 240;

// Leaves gaps, beyond the ids that are known.
const idOf = (at: number): number => knownHotelIds[at] ?? 431_000 + 137 * at + (at % 5) * 3;

// Some types are of no hotel at all, so that a record of the list can be broken without breaking a card.
const typesInUse = [3, 4, 9, 17, 40, 240, 1004].map((id) => accommodationTypes.find((type) => type.id === id));

const cities = [...geography('small').citiesByCountry.values()].flat();

const brands: readonly InTwoLanguages[] = [
  { ru: 'Гранд', en: 'Grand' },
  { ru: 'Морской бриз', en: 'Sea Breeze' },
  { ru: 'Старый город', en: 'Old Town' },
  { ru: 'Сад', en: 'Garden' },
  { ru: 'Аврора', en: 'Aurora' },
];

const twoDigits = (value: number): string => String(value).padStart(2, '0');

/** Every so many of them, from the list, beginning at a place of the hotel's own. */
const some = <Item>(items: readonly Item[], at: number, count: number): Item[] =>
  Array.from({ length: count }, (_, i) => items[(at * 7 + i * 11) % items.length]).filter((item) => item !== undefined);

const at = <Item>(items: readonly Item[], index: number): NonNullable<Item> => {
  const item = items[index % items.length];
  if (item === undefined || item === null) throw new Error(`hotels: nothing at ${index}`);
  return item;
};

const hotelAt = (index: number): Hotel => {
  const id = idOf(index);
  const [brand, city, type] = [at(brands, index), at(cities, index * 13), at(typesInUse, index)];
  return Object.freeze({
    id,
    isDeleted: index % 6 === 3,
    name: { ru: `${brand.ru} ${city.nameRu}`, en: `${brand.en} ${city.nameEn}` },
    stars: index % 6,
    phones: Array.from({ length: (index + 1) % 4 }, (_, i) => `+7 495 555-${twoDigits(index % 100)}-${twoDigits(i)}`),
    amenities: some(amenities, index, (index + 3) % 8).map(({ id: amenityId, nameEn }) => ({ id: amenityId, nameEn })),
    photos: Array.from({ length: (index + 2) % 5 }, (_, i) => ({
      url: `https://photos.invalid/${id}/${i + 1}.jpg`,
      isMain: i === 0,
    })),
    category: { id: type.id, nameEn: type.nameEn },
    address: { ru: `ул. Садовая, ${index + 1}`, en: `${index + 1} Garden Street` },
    city: { id: city.id, nameRu: city.nameRu, nameEn: city.nameEn },
    country: city.country,
    coordinates: { latitude: city.latitude, longitude: city.longitude },
    contacts: { email: `desk-${id}@hotel.invalid`, ...(index % 2 === 0 && { site: `https://hotel-${id}.invalid/` }) },
    description: { ru: `Отель в центре, ${city.nameRu}.`, en: `A hotel in the centre of ${city.nameEn}.` },
    registryCertificate:
      index % 3 === 0 ? { number: `77-${twoDigits(index % 100)}-${id}`, validUntil: '2028-12-31' } : null,
  });
};

const full: readonly Hotel[] = Array.from({ length: hotelsInAll }, (_, index) => hotelAt(index));
const small: readonly Hotel[] = full.slice(0, knownHotelIds.length);

export const hotels = (scale: 'full' | 'small'): readonly Hotel[] => (scale === 'full' ? full : small);

// Where hotels are searched: the hotels of both scales are in the first region, the others share what is left.

export type Region = { readonly id: number; readonly code: string; readonly hotels: readonly Hotel[] };

const others = hotels('full').slice(knownHotelIds.length);

const shareOf = (at: number): readonly Hotel[] => others.filter((_, index) => index % 5 === at);

const allRegions: readonly Region[] = [
  { id: 2114, code: 'lakes', hotels: hotels('small') },
  { id: 2120, code: 'capital', hotels: shareOf(0) },
  { id: 2155, code: 'seaside', hotels: shareOf(1) },
  { id: 2301, code: 'mountains', hotels: shareOf(2) },
  { id: 2302, code: 'old-towns', hotels: shareOf(3) },
  { id: 3007, code: 'islands', hotels: shareOf(4) },
];

/** Of the few hotels there are, some are in the second region too. */
const few = allRegions
  .slice(0, 2)
  .map((region, at) => (at === 0 ? region : { ...region, hotels: hotels('small').slice(0, 5) }));

export const regions = (scale: 'full' | 'small'): readonly Region[] => (scale === 'full' ? allRegions : few);

// What hotels are sold with, as plain data: suppliers, presets, rooms, rates and options.

export const suppliers = [
  { code: 'NWR', name: 'Northwind Rooms', isStrict: false },
  { code: 'BBY', name: 'Bluebay Beds', isStrict: false },
  { code: 'MRD', name: 'Meridian Stays', isStrict: true },
  { code: 'HBD', name: 'Harbour Direct', isStrict: false },
] as const satisfies readonly Supplier[];

export type SupplierCode = (typeof suppliers)[number]['code'];

/** Sold by in every hotel, so that its rule can be met everywhere. */
export const strictSupplier: SupplierCode = 'MRD';

/** The first is taken where a search names none. */
export const presets = [
  { name: 'by-price', ranking: 'off' },
  { name: 'smart', ranking: 'on' },
  { name: 'smart-unreachable', ranking: 'failing' },
] as const satisfies readonly Preset[];

export type RoomKind = {
  readonly name: string;
  /** Of the price of the cheapest kind. */
  readonly percent: number;
  /**
   * Ids of bed types, of which the guests get one; some types are of no room, so that their records can be broken
   * alone.
   */
  readonly bedVariants: readonly number[];
};

export const roomKinds: readonly RoomKind[] = [
  { name: 'Standard Room', percent: 100, bedVariants: [11, 5] },
  { name: 'Superior Room', percent: 125, bedVariants: [30] },
  { name: 'Family Room', percent: 160, bedVariants: [47, 2] },
  { name: 'Junior Suite', percent: 190, bedVariants: [47, 30] },
  { name: 'Single Room', percent: 80, bedVariants: [2] },
];

export type OptionKind = { readonly time: string; readonly percentOfNight: number };

export type RateKind = {
  readonly name: string;
  readonly percent: number;
  /** Ids of meal types; a hotel serves one of them. */
  readonly meals: readonly number[];
  /** Before the day of arrival; undefined when cancelling always costs. */
  readonly freeUntilDays?: number;
  readonly latePenaltyPercent: number;
  readonly earlyCheckIns: readonly OptionKind[];
  readonly lateCheckOuts: readonly OptionKind[];
};

export const flexible: RateKind = {
  name: 'Flexible',
  percent: 115,
  meals: [2, 5, 8],
  freeUntilDays: 3,
  latePenaltyPercent: 50,
  earlyCheckIns: [
    { time: '08:00', percentOfNight: 50 },
    { time: '11:00', percentOfNight: 25 },
  ],
  lateCheckOuts: [{ time: '16:00', percentOfNight: 30 }],
};

export const rateKinds: readonly RateKind[] = [
  flexible,
  {
    name: 'Half board, early decision',
    percent: 120,
    meals: [34, 90],
    freeUntilDays: 14,
    latePenaltyPercent: 80,
    earlyCheckIns: [],
    lateCheckOuts: [{ time: '18:00', percentOfNight: 60 }],
  },
  {
    name: 'Saver',
    percent: 90,
    meals: [3],
    latePenaltyPercent: 100,
    earlyCheckIns: [],
    lateCheckOuts: [],
  },
];
