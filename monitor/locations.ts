/** From where a cause is seen, and whether that is enough of the locations that look. */
import type { Writing } from '../history/history.ts';
import type { IncidentKind } from '../history/tables.ts';

/** Of what is counted over all locations together; no location has this name. */
export const everywhere = '*';

/** One that has reported nothing for so many of its slots is down itself, and has no vote. */
const slotsLooked = 3;
const intervalMsDefault = 3_600_000;

/** What a service does, half of those who look must see; what is the matter with a location of ours, or with all together, one sees. */
const needsHalf = (kind: IncidentKind): boolean => kind === 'contract' || kind === 'service';

type Round = {
  readonly probe: string;
  readonly location?: string;
  readonly intervalMs?: number;
  readonly now: number;
};

const sinceOf = ({ intervalMs = intervalMsDefault, now }: Round): number => now - slotsLooked * intervalMs;

/** Locations that have reported lately, and the one that reports now. */
const lookingAt = async (from: Writing, asked: Round): Promise<Set<string>> => {
  const { probe, location = everywhere } = asked;
  const rows = await from
    .selectFrom('slot')
    .select('location')
    .distinct()
    .where('probe', '=', probe)
    .where('state', '=', 'done')
    .where('at', '>', sinceOf(asked))
    .execute();
  return new Set([...rows.map((row) => row.location), location]);
};

const named = (locations: readonly string[]): readonly string[] => locations.filter((each) => each !== everywhere);

/** @returns Where it is broken, in order, and whether that is an incident: at half or more of the locations that look. */
export const brokenAt = async (
  from: Writing,
  { cause, kind }: { readonly cause: string; readonly kind: IncidentKind },
  asked: Round,
): Promise<{ readonly isBroken: boolean; readonly locations: readonly string[] }> => {
  const rows = await from
    .selectFrom('cause')
    .select(['location', 'at'])
    .where('probe', '=', asked.probe)
    .where('cause', '=', cause)
    .where('brokenSince', 'is not', null)
    .orderBy('location')
    .execute();
  if (rows.length === 0) return { isBroken: false, locations: [] };
  if (!needsHalf(kind)) {
    const lately = rows.filter(({ at }) => at > sinceOf(asked)).map(({ location }) => location);
    return { isBroken: lately.length > 0, locations: named(lately) };
  }
  const looking = await lookingAt(from, asked);
  const seeing = rows.map(({ location }) => location).filter((each) => looking.has(each));
  return { isBroken: seeing.length * 2 >= looking.size, locations: named(seeing) };
};
