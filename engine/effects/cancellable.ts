/** Whether an offer may be booked on somebody else's system: only what costs nothing to cancel, for a day at least. */
import { anyZoneMs, dayMs, momentOf } from '../../contracts/checks/moments.ts';
import type { OfferFact } from '../../contracts/facts.ts';

/** Time enough for a person to cancel by hand what we could not. */
const marginMs = dayMs;

const otherwise = 'set known.stayDaysAhead higher, or another known.region, in the target file';

/** Why the offer is not booked, with a way out; undefined when it may be. */
export const reasonNotToBook = (
  { freeCancellationUntil: until }: OfferFact,
  targetNowMs: number,
): string | undefined => {
  if (until === undefined) {
    return "needs bindings['hotel-pricing'] (or bindings['offer-pricing']) to read freeCancellationUntil: only offers that can be cancelled free of charge are booked";
  }
  if (until === null)
    return `needs an offer that can be cancelled free of charge, and cancelling it always costs: ${otherwise}`;
  const moment = momentOf(until);
  if (!moment) return `needs freeCancellationUntil as an ISO 8601 moment, and it is ${JSON.stringify(until)}`;
  // Without a zone it may be meant in any.
  const atLeastMs = moment.ms - (moment.hasZone ? 0 : anyZoneMs) - targetNowMs;
  if (atLeastMs >= marginMs) return undefined;
  return `needs an offer that can be cancelled free of charge for ${marginMs / 3_600_000} hours from now, and this one can until ${until}: ${otherwise}`;
};
