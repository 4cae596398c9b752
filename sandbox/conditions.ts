/** All conditions by id: circumstances under which alone a fault may show. */
import type { OperationId } from '../contracts/operations.ts';
import { callerOf } from './access/rules.ts';
import { flightConditions } from './conditions/flights.ts';
import { hotelConditions } from './conditions/hotels.ts';
import { knownHotelIds } from './data/hotels.ts';
import { type Condition, conditionsOf, type Meeting } from './deviation.ts';
import { aviaIds, dictionaryIds, hotelIds } from './operations.ts';

const everywhere: readonly OperationId[] = [...dictionaryIds, ...hotelIds, ...aviaIds];

/** What changes something. */
const doing: readonly OperationId[] = [
  'create-booking',
  'cancel-booking',
  'pnr-create',
  'pnr-cancel',
  'ticket-issue',
  'ticket-cancel',
  'ticket-exchange',
  'ticket-refund',
];
const reading = everywhere.filter((operation) => !doing.includes(operation));

const countryAsked = ({ request }: Meeting): number => Number(request.query.get('countryId') ?? Number.NaN);

/** Of those that have cities. */
const countryAt =
  (share: number) =>
  (meeting: Meeting): boolean => {
    const { countries, citiesOf } = meeting.world;
    const inhabited = countries.filter(({ id }) => citiesOf(id).length > 0);
    return inhabited[Math.floor((inhabited.length - 1) * share)]?.id === countryAsked(meeting);
  };

const askingConditions = [
  ...conditionsOf(everywhere, {
    'asked-by-the-other-partner': {
      summary: 'The second partner asks.',
      holds: ({ request, world }) => callerOf(request, world) === world.partners[1]?.clientId,
    },
  }),
  ...conditionsOf(dictionaryIds, {
    'asked-in-russian': {
      summary: 'The request prefers Russian.',
      holds: ({ request }) => /^ru\b/i.test(request.headers['accept-language'] ?? ''),
    },
  }),
  ...conditionsOf(reading, {
    'from-the-third-read': {
      summary: 'The same partner has asked the same twice before.',
      holds: ({ operation, request, world }) => {
        const { path, query, body } = request;
        return world.count(`${operation} ${path} ${query} ${callerOf(request, world)} ${body}`) > 2;
      },
    },
  }),
  ...conditionsOf(doing, {
    'from-the-third-of-its-kind': {
      summary: 'The operation was answered twice before, and not refused.',
      holds: ({ operation, world }) => world.counted(`${operation} answered`) > 1,
    },
  }),
  ...conditionsOf(['cities'], {
    'of-the-last-country': { summary: 'The cities are of the last country that has some.', holds: countryAt(1) },
    'of-a-country-in-the-middle': { summary: 'The cities are of one country in the middle.', holds: countryAt(0.6) },
  }),
  ...conditionsOf(['hotel-static'], {
    'of-a-hotel-late-in-the-list': {
      summary: 'The card is of one hotel, the tenth of those that a target may know.',
      holds: ({ request }) => request.path.endsWith(`/${knownHotelIds[9]}/static`),
    },
  }),
] satisfies readonly Condition[];

// Circumstances of earlier requests, for any subject.

const answered =
  (...operations: readonly OperationId[]) =>
  ({ world }: Meeting): boolean =>
    operations.some((operation) => world.counted(`${operation} answered`) > 0);

const refused =
  (...operations: readonly OperationId[]) =>
  ({ world }: Meeting): boolean =>
    operations.some((operation) => world.counted(`${operation} refused`) > 0);

const beforeConditions = [
  ...conditionsOf([...dictionaryIds, ...hotelIds, ...aviaIds], {
    'after-a-wrong-login': { summary: 'A login was refused before.', holds: refused('token') },
  }),
  ...conditionsOf(hotelIds, {
    'after-a-cancellation': { summary: 'A booking was cancelled before.', holds: answered('cancel-booking') },
    'after-a-refused-booking': { summary: 'A booking was refused before.', holds: refused('create-booking') },
  }),
  ...conditionsOf(aviaIds, {
    'after-a-refused-void': { summary: 'A void was refused before.', holds: refused('ticket-cancel') },
    'after-a-void': { summary: 'A ticket was voided before.', holds: answered('ticket-cancel') },
    'after-a-reprice': { summary: 'A booking was repriced before.', holds: answered('pnr-reprice') },
    'after-a-calculation': {
      summary: 'An exchange or a refund was calculated before.',
      holds: answered('ticket-exchange-calculation', 'ticket-refund-calculation'),
    },
  }),
];

const list = [...askingConditions, ...hotelConditions, ...flightConditions, ...beforeConditions];

export type ConditionId = (typeof list)[number]['id'];

export const conditions = Object.fromEntries(list.map((one) => [one.id, one])) as Readonly<
  Record<ConditionId, Condition<ConditionId>>
>;

export const conditionIds: readonly ConditionId[] = list.map(({ id }) => id);
