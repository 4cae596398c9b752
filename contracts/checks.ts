/** Every check, by the clause it judges. */
import type { Check } from './check.ts';
import { bearerChecks } from './checks/bearer.ts';
import { citiesChecks } from './checks/cities.ts';
import { countriesChecks } from './checks/countries.ts';
import { hotelCardChecks } from './checks/hotel-card.ts';
import { hotelDictionariesChecks } from './checks/hotel-dictionaries.ts';
import { jsonChecks } from './checks/json.ts';
import { refusedLoginChecks } from './checks/refused-login.ts';
import { tokenChecks } from './checks/token.ts';
import type { ClauseId } from './clauses.ts';

export const checks: readonly Check[] = [
  ...tokenChecks,
  ...refusedLoginChecks,
  ...bearerChecks,
  ...jsonChecks,
  ...countriesChecks,
  ...citiesChecks,
  ...hotelDictionariesChecks,
  ...hotelCardChecks,
];

const byClause = new Map(checks.map((check) => [check.clause, check]));

export const checkOf = (clause: ClauseId): Check | undefined => byClause.get(clause);
