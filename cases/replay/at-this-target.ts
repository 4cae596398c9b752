/** What only a person knows of an environment: where the case was recorded elsewhere, that of this target takes its place. */
import { isDeepStrictEqual } from 'node:util';
import { isJsonObject, type Json } from '../../contracts/json.ts';
import type { KnownTicket, Target } from '../../contracts/target.ts';
import type { Trace } from '../../contracts/trace.ts';

type Recorded = Pick<Trace, 'otherRegions' | 'otherRoutes' | 'unrankedPresets' | 'usedCoupons' | 'withoutRights'>;

/** The same where this target has it, the one at its place where it has others, else the usual one. */
const placeOf = (
  given: Json,
  recordedOthers: readonly Json[] = [],
  { usual, others = [] }: { readonly usual: Json | undefined; readonly others: readonly Json[] | undefined },
): Json => {
  const isGiven = (each: Json): boolean => isDeepStrictEqual(each, given);
  if (usual === undefined || [usual, ...others].some(isGiven)) return given;
  const at = recordedOthers.findIndex(isGiven);
  return (at === -1 ? undefined : others[at]) ?? usual;
};

const presetOf = (preset: string, { unrankedPresets: unrankedThen = [] }: Recorded, { known }: Target) => {
  const { presets = [], unrankedPresets = [] } = known;
  if ([...presets, ...unrankedPresets].includes(preset)) return preset;
  return unrankedThen.includes(preset) ? unrankedPresets[0] : presets.find((each) => !unrankedPresets.includes(each));
};

/** Put in place of what was recorded, by name of the setting. */
export type Replacement = { readonly setting: string; readonly then: Json; readonly now: Json };

/** @param isSameTarget The case was recorded at a target of this name. */
export const atThisTarget = (
  intent: Json,
  parts: { readonly recorded: Recorded; readonly target: Target; readonly isSameTarget: boolean },
): { readonly intent: Json; readonly replaced: readonly Replacement[] } => {
  const { recorded, target, isSameTarget } = parts;
  const { known } = target;
  const replaced: Replacement[] = [];

  const searchAt = (search: { [key: string]: Json }): { [key: string]: Json } => {
    const made = { ...search };
    const put = (name: string, now: Json | undefined): void => {
      const then = search[name];
      if (then === undefined || isDeepStrictEqual(then, now)) return;
      replaced.push({ setting: name, then, now: now ?? null });
      if (now === undefined) delete made[name];
      else made[name] = now;
    };
    if (search.region !== undefined) {
      const here = { usual: known.region, others: known.otherRegions };
      put('region', placeOf(search.region, recorded.otherRegions, here));
    }
    if (search.route !== undefined) {
      put('route', placeOf(search.route, recorded.otherRoutes, { usual: known.route, others: known.otherRoutes }));
    }
    if (typeof search.preset === 'string') put('preset', presetOf(search.preset, recorded, target));
    // Its unit is the service's own.
    if (search.timeout !== undefined && !isSameTarget) put('timeout', known.searchTimeout);
    return made;
  };

  if (!isJsonObject(intent)) return { intent, replaced };
  const { search } = intent;
  return { intent: { ...searchAt(intent), ...(isJsonObject(search) && { search: searchAt(search) }) }, replaced };
};

type Named = { readonly bookingId?: Json | undefined; readonly ticketNumber?: Json | undefined };

const isTicket = (given: Named, known: KnownTicket): boolean =>
  given.bookingId === known.bookingId &&
  (given.ticketNumber === undefined || given.ticketNumber === known.ticketNumber);

/** Which of the tickets that the target file names is meant; `lacking` where this target names none in its place. */
export const knownTicketOf = (
  given: Named,
  { usedCoupons = [], withoutRights = [] }: Recorded,
  { known }: Pick<Target, 'known'>,
): KnownTicket | { readonly lacking: string } | undefined => {
  // A lever is pulled after something was booked at the least.
  if (usedCoupons.some((each) => each.beforeExchange === 0 && isTicket(given, each))) {
    return known.usedTicket ?? { lacking: 'known.usedTicket' };
  }
  if (withoutRights.some((each) => isTicket(given, each)))
    return known.withoutRights ?? { lacking: 'known.withoutRights' };
  return undefined;
};
