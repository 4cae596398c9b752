/** What hotels are sold with, as plain data: suppliers, presets, rooms, rates and options. */
import type { Preset, Supplier } from '../hotels/state.ts';

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
