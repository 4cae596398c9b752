/** The domain of each clause: the dimensions over which its subjects can vary, by the topic it belongs to. */

import { type Area, areaOfClause } from './areas.ts';
import { topicOf } from './clause.ts';
import type { ClauseId, Topic } from './clauses.ts';
import { type ClassName, type DimensionId, dimensions } from './dimensions.ts';

export type ClauseDomain = {
  /** In the order of the closed list. */
  readonly classes: ReadonlyMap<DimensionId, readonly ClassName[]>;
  /** Those of all dimensions. */
  readonly names: readonly ClassName[];
  /** Why it has no dimension. */
  readonly whyNone?: string;
};

const reads = ['partner', 'read', 'after'] as const;
const acts = ['partner', 'turn', 'after'] as const;
const dictionary = [...reads, 'language'] as const;

const stays = ['occupancy', 'rooms', 'preset', 'region', 'supplier'] as const;
const bookings = [...stays, 'extras'] as const;
const flights = ['passengers', 'trip', 'route', 'supplier'] as const;
const tickets = [...flights, 'passenger'] as const;

/** A new topic does not compile before it has its row. */
const byTopic: Readonly<Record<Topic, readonly DimensionId[]>> = {
  token: ['partner', 'turn'],
  bearer: ['language', 'after'],
  json: [...reads, 'language'],
  countries: dictionary,
  cities: [...dictionary, 'position'],
  'accommodation-types': dictionary,
  amenities: dictionary,
  'bed-types': dictionary,
  'meal-types': dictionary,
  'hotel-card': [...dictionary, 'position'],
  'hotel-flow': [...bookings, 'partner'],
  'hotel-search': [...stays, ...reads],
  'hotel-pricing': [...stays, ...reads],
  'offer-pricing': [...stays, ...reads],
  'create-booking': [...bookings, ...acts],
  'search-bookings': [...bookings, ...reads],
  'cancel-booking': [...bookings, ...acts],
  'booking-status': [...bookings, ...reads],
  'view-booking': [...bookings, ...reads],
  'hotel-refusal': ['partner', 'after'],
  'hotel-bearer': ['after'],
  'avia-search': [...flights, ...reads],
  'avia-flow': [...flights, 'partner'],
  'avia-availability': ['passengers', 'trip', 'route', ...reads],
  'avia-schedule': ['trip', 'route', ...reads],
  'avia-offer-price': [...flights, ...reads],
  'fare-rules': [...flights, ...reads],
  'pnr-create': [...flights, ...acts],
  'pnr-retrieve': [...flights, ...reads],
  'pnr-cancel': [...flights, ...acts],
  'pnr-reprice': [...flights, ...reads],
  'avia-booking': reads,
  'ticket-issue': [...flights, ...acts],
  'ticket-info': [...tickets, ...reads],
  'ticket-cancel': [...tickets, ...acts],
  'ticket-exchange-calculation': [...tickets, ...reads],
  'ticket-exchange': [...tickets, ...acts],
  'ticket-refund-calculation': [...tickets, ...reads],
  'ticket-refund': [...tickets, ...acts],
  'avia-refusal': ['partner', 'after'],
  'avia-bearer': ['after'],
  refusal: ['partner', 'after'],
};

/** What can have come before, by area: whatever was done with hotels is nothing to flights. */
const befores: Readonly<Record<Area, readonly ClassName[]>> = {
  token: ['refusal', 'wrong login'],
  dictionaries: ['refusal', 'wrong login'],
  hotels: ['refusal', 'wrong login', 'cancellation', 'refused booking'],
  flights: ['refusal', 'wrong login', 'cancellation', 'reprice', 'calculation', 'void', 'refused void'],
  general: ['refusal', 'wrong login'],
};

type Exception = {
  readonly clauses: RegExp;
  /** These are added to what its topic says. */
  readonly with?: readonly DimensionId[];
  /** What such a clause cannot vary over. */
  readonly without?: readonly DimensionId[] | 'all';
  readonly because: string;
};

/** All that fit a clause count. */
const exceptions: readonly Exception[] = [
  {
    clauses: /^token\.(wrong|refusal|incomplete|needs-no-bearer|renewed|works-until)/,
    without: 'all',
    because: 'few wrong or further logins may be sent, and none of them is about anything else',
  },
  { clauses: /^token\.serves-many/, without: ['turn'], because: 'its requests are of every operation' },
  { clauses: /^bearer\.issued/, with: ['partner'], because: 'only an issued token is of a partner' },
  {
    clauses: /\.(unknown|malformed|invented|incomplete|missing-country|non-numeric|lack-of-rights)/,
    without: [...bookings, ...tickets, 'position'],
    because: 'what is asked about is none of ours',
  },
  {
    clauses: /^create-booking\.(guest-without|supplier-error|refused-booking|complete-guests)/,
    without: ['supplier', 'extras'],
    because: 'one supplier demands it, whatever else is booked',
  },
  { clauses: /\.(no-score-where|presets-keep)/, without: ['preset'], because: 'its presets are named by the target' },
  { clauses: /\.(booked-upsells|upsells-have)/, without: ['extras'], because: 'without extras it says nothing' },
];

const dimensionIds = Object.keys(dimensions) as DimensionId[];

const domainOf = (clause: ClauseId): ClauseDomain => {
  const fitting = exceptions.filter(({ clauses }) => clauses.test(clause));
  const without = fitting.flatMap((each) => (each.without === 'all' ? dimensionIds : (each.without ?? [])));
  const has = new Set([...byTopic[topicOf(clause) as Topic], ...fitting.flatMap((each) => each.with ?? [])]);
  const ids = dimensionIds.filter((id) => has.has(id) && !without.includes(id));
  const classes = new Map(ids.map((id) => [id, id === 'after' ? befores[areaOfClause(clause)] : dimensions[id]]));
  const [reason] = fitting;
  return {
    classes,
    names: [...classes.values()].flat(),
    ...(ids.length === 0 && reason && { whyNone: reason.because }),
  };
};

const known = new Map<ClauseId, ClauseDomain>();

/** The dimensions of a clause with those of their classes that its subjects can be of. */
export const clauseDomain = (clause: ClauseId): ClauseDomain => {
  const found = known.get(clause) ?? domainOf(clause);
  known.set(clause, found);
  return found;
};
