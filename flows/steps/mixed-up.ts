/** What only a story with two partners and two tickets shows, and no other is meant to. */
import { areaOf } from '../../contracts/clause.ts';
import { type Area, type ClauseId, clausesOf } from '../../contracts/clauses.ts';

export const shownMixedUp = [
  'avia-offer-price.other-partner-sees-nothing',
  'fare-rules.other-partner-sees-nothing',
  'pnr-reprice.other-partner-is-refused',
  'ticket-issue.other-partner-is-refused',
  'ticket-exchange.other-partner-is-refused',
  'ticket-exchange.calculation-of-another-ticket-is-refused',
  'ticket-exchange.calculation-serves-once',
  'ticket-refund.other-partner-is-refused',
  'ticket-cancel.ticket-of-another-booking-is-refused',
] as const satisfies readonly ClauseId[];

/** All other clauses of these areas. */
export const clausesOfOwn = (areas: readonly Area[], { except = [] }: { readonly except?: readonly ClauseId[] } = {}) =>
  clausesOf(areas, { except: [...except, ...shownMixedUp.filter((id) => areas.some((area) => area === areaOf(id)))] });
