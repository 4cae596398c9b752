/** The four parts of the service that a report shows together: what every operation shares, reference data, hotels and flights. */
import { type Area, type ClauseId, clauseIds } from './clauses.ts';

export const families = ['general', 'reference data', 'hotels', 'flights'] as const;
export type Family = (typeof families)[number];

const familyOfArea: Readonly<Record<Area, Family>> = {
  token: 'general',
  bearer: 'general',
  json: 'general',
  countries: 'reference data',
  cities: 'reference data',
  'accommodation-types': 'reference data',
  amenities: 'reference data',
  'bed-types': 'reference data',
  'meal-types': 'reference data',
  'hotel-card': 'reference data',
  'hotel-flow': 'hotels',
  'hotel-search': 'hotels',
  'hotel-pricing': 'hotels',
  'offer-pricing': 'hotels',
  'create-booking': 'hotels',
  'search-bookings': 'hotels',
  'cancel-booking': 'hotels',
  'booking-status': 'hotels',
  'view-booking': 'hotels',
  'hotel-refusal': 'hotels',
  'hotel-bearer': 'hotels',
  'avia-search': 'flights',
  'avia-flow': 'flights',
  'avia-availability': 'flights',
  'avia-schedule': 'flights',
  'avia-offer-price': 'flights',
  'fare-rules': 'flights',
  'pnr-create': 'flights',
  'pnr-retrieve': 'flights',
  'pnr-cancel': 'flights',
  'pnr-reprice': 'flights',
  'avia-booking': 'flights',
  'ticket-issue': 'flights',
  'ticket-info': 'flights',
  'ticket-cancel': 'flights',
  'ticket-exchange-calculation': 'flights',
  'ticket-exchange': 'flights',
  'ticket-refund-calculation': 'flights',
  'ticket-refund': 'flights',
  'avia-refusal': 'flights',
  'avia-bearer': 'flights',
  refusal: 'general',
};

/** Undefined for an area that this version does not know. */
export const familyOfNamed = (area: string): Family | undefined =>
  Object.hasOwn(familyOfArea, area) ? familyOfArea[area as Area] : undefined;

/** The operations are called like their areas, but for this one. */
export const familyOfOperation = (operation: string): Family | undefined =>
  familyOfNamed(operation === 'hotel-static' ? 'hotel-card' : operation);

/** The part that a clause belongs to, by the area that its id begins with. */
export const familyOf = (id: ClauseId): Family => familyOfArea[id.slice(0, id.indexOf('.')) as Area];

/** As a person writes them in a policy and on a command line. */
export const areaNames = ['general', 'reference-data', 'hotels', 'flights'] as const;
export type AreaName = (typeof areaNames)[number];

export const areaNameOf = (family: Family): AreaName => areaNames[families.indexOf(family)] ?? 'general';
export const familyNamed = (name: string): Family | undefined =>
  families[(areaNames as readonly string[]).indexOf(name)];

/** In the order of the clause table. */
export const clausesIn = (family: Family): ClauseId[] => clauseIds.filter((id) => familyOf(id) === family);

/** That an operation refuses who has no token, an empty request, or what does not exist. */
const refusals = /^(hotel|avia)-(bearer|refusal)\.|\.(unknown|malformed)-booking|\.unknown-ticket|\.incomplete-request/;

/** Whether a clause tells something of its area: refusals show without any knowledge of it, and nobody would call hotels judged by them. */
export const tellsOfItsArea = (id: ClauseId): boolean => !refusals.test(id);
