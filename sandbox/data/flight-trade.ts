/**
 * What flights are sold with, as plain data: airports, carriers, suppliers, fare families with their rules, and routes.
 */

export type Airport = { readonly code: string; readonly city: string };

export const airports: readonly Airport[] = [
  { code: 'HEL', city: 'Helsinki' },
  { code: 'FCO', city: 'Rome' },
  { code: 'OSL', city: 'Oslo' },
  { code: 'LIS', city: 'Lisbon' },
  { code: 'VIE', city: 'Vienna' },
  { code: 'ATH', city: 'Athens' },
  { code: 'WAW', city: 'Warsaw' },
  { code: 'DUB', city: 'Dublin' },
];

export type FlightSupplier = { readonly code: string; readonly name: string };

export const flightSuppliers: readonly FlightSupplier[] = [
  { code: 'SKL', name: 'Skyline Distribution' },
  { code: 'ABR', name: 'Airbridge' },
];

export type Carrier = {
  readonly code: string;
  readonly name: string;
  /** The first three of the thirteen digits of its ticket numbers. */
  readonly accountingCode: string;
  /** The code of the supplier that sells it. */
  readonly supplier: string;
  /** Of the fare of a route. */
  readonly percent: number;
};

export const carriers: readonly Carrier[] = [
  { code: 'NV', name: 'Nordvind', accountingCode: '421', supplier: 'SKL', percent: 100 },
  { code: 'AQ', name: 'Aquila', accountingCode: '533', supplier: 'ABR', percent: 112 },
  { code: 'LM', name: 'Lumen Airways', accountingCode: '618', supplier: 'SKL', percent: 93 },
];

export type FareRule = { readonly topic: string; readonly text: string };

export type FareFamily = {
  readonly code: string;
  readonly name: string;
  /** Of the fare of a carrier on a route. */
  readonly percent: number;
  /** Of the base fare; null when nothing is given back. */
  readonly refundPenaltyPercent: number | null;
  /** In minor units; null when a ticket cannot be exchanged. */
  readonly exchangePenaltyMinor: number | null;
  readonly rules: readonly FareRule[];
};

export const fareFamilies: readonly FareFamily[] = [
  {
    code: 'LIGHT',
    name: 'Light',
    percent: 80,
    refundPenaltyPercent: null,
    exchangePenaltyMinor: null,
    rules: [
      { topic: 'refund', text: 'Nothing is given back once the ticket can no longer be voided.' },
      { topic: 'exchange', text: 'The ticket cannot be exchanged.' },
      { topic: 'baggage', text: 'One piece of hand baggage of eight kilograms.' },
    ],
  },
  {
    code: 'CLASSIC',
    name: 'Classic',
    percent: 100,
    refundPenaltyPercent: 30,
    exchangePenaltyMinor: 4_550,
    rules: [
      {
        topic: 'refund',
        text: 'Given back before departure less 30 per cent of the fare; taxes are given back in full.',
      },
      { topic: 'exchange', text: 'Exchanged before departure for 45.50 EUR and the difference of fares.' },
      { topic: 'baggage', text: 'One piece of 23 kilograms and hand baggage.' },
    ],
  },
  {
    code: 'FLEX',
    name: 'Flex',
    percent: 145,
    refundPenaltyPercent: 0,
    exchangePenaltyMinor: 0,
    rules: [
      { topic: 'refund', text: 'Given back before departure in full.' },
      { topic: 'exchange', text: 'Exchanged before departure for the difference of fares alone.' },
      { topic: 'baggage', text: 'Two pieces of 23 kilograms and hand baggage.' },
    ],
  },
];

export type FlightRoute = {
  readonly between: readonly [string, string];
  /** Of an adult, one way, by the plainest carrier on a plain day, in minor units. */
  readonly fareMinor: number;
  readonly minutes: number;
};

export const routes: readonly FlightRoute[] = [
  { between: ['HEL', 'FCO'], fareMinor: 14_200, minutes: 215 },
  { between: ['OSL', 'LIS'], fareMinor: 17_350, minutes: 245 },
  { between: ['VIE', 'ATH'], fareMinor: 9_900, minutes: 130 },
  { between: ['WAW', 'DUB'], fareMinor: 8_450, minutes: 170 },
];

export type ScheduledFlight = {
  readonly flightNumber: string;
  /** The code of its carrier. */
  readonly carrier: string;
  readonly from: string;
  readonly to: string;
  /** `HH:mm`, in UTC as everything in this world. */
  readonly departs: string;
  readonly minutes: number;
  /** Days of the week on which it flies, 0 for Sunday. */
  readonly weekdays: readonly number[];
  readonly seats: number;
};

const daily = [0, 1, 2, 3, 4, 5, 6];

/** There by an odd number and back by the next one. */
const pair = (
  number: string,
  route: number,
  times: readonly [string, string],
  { seats = 186, weekdays = daily } = {},
): readonly ScheduledFlight[] => {
  const [carrier = '', digits] = number.split(' ');
  const { between, minutes } = routes[route] as FlightRoute;
  const [from, to] = between;
  return [
    { flightNumber: number, carrier, from, to, minutes, seats, weekdays, departs: times[0] },
    {
      flightNumber: `${carrier} ${Number(digits) + 1}`,
      carrier,
      from: to,
      to: from,
      minutes,
      seats,
      weekdays,
      departs: times[1],
    },
  ];
};

export const schedule: readonly ScheduledFlight[] = [
  ...pair('NV 201', 0, ['06:40', '11:20']),
  ...pair('NV 205', 0, ['16:05', '20:45']),
  ...pair('AQ 871', 0, ['09:30', '14:15'], { seats: 220 }),
  ...pair('LM 33', 0, ['12:55', '17:50'], { seats: 144 }),
  ...pair('NV 411', 1, ['07:15', '12:30']),
  ...pair('AQ 655', 1, ['13:40', '19:05'], { weekdays: [1, 3, 5] }),
  ...pair('LM 71', 2, ['08:20', '11:45']),
  ...pair('AQ 129', 2, ['18:10', '21:30']),
  // Small enough to be sold out.
  ...pair('LM 97', 3, ['10:00', '14:00'], { seats: 3 }),
];
