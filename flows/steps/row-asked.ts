/** What a row of circumstances means on a target: in whose hands, for which stays, where and by which preset. */
import type { Json } from '../../contracts/json.ts';
import { asOther } from '../../engine/as-other.ts';
import type { Session } from '../../engine/session.ts';
import { stopOf } from '../../engine/stop.ts';
import { type SearchRow, stayOfRow } from '../../generators/stay-rows.ts';
import type { StayDraw } from '../../generators/stays.ts';

/** As a probe goes, and whoever knows no rows. */
export const plainRow = { party: 'two', rooms: 1, partner: 'own', region: 0, preset: 0 } as const;

/** What is searched for where a row is asked: with others to fall back on, the last of two adults in the first region. */
export type Wanted = { readonly stays: readonly StayDraw[]; readonly region?: Json | undefined };

export const wantedBy = (session: Session, row: SearchRow, drawn: readonly StayDraw[]): Wanted => {
  const { region, otherRegions = [] } = session.target.known;
  const [first, ...others] = drawn;
  const regions = [region, ...otherRegions];
  return { stays: first ? [stayOfRow(first, row), ...others] : others, region: regions[row.region % regions.length] };
};

/** The session of the partner who does not go through a story that `own` goes through, where the target has two. */
export const otherOf = (session: Session, own: Session): Session | undefined => {
  if (!session.target.otherPartner) return undefined;
  return own === session ? asOther(session) : session;
};

/** What a story can do without: it goes on where that is refused, finds nothing or runs into trouble. */
export const asFarAsPossible = async <T>(step: () => Promise<T>): Promise<T | undefined> => {
  try {
    return await step();
  } catch (thrown) {
    if (!stopOf(thrown)) throw thrown;
    return undefined;
  }
};

/** In the hands of the partner of a row; the first partner goes on where the second is refused or finds nothing. */
export const inHandsOf = async <T>(
  session: Session,
  { partner }: Pick<SearchRow, 'partner'>,
  step: (session: Session) => Promise<T>,
): Promise<T> => {
  const isOthers = partner === 'other' && session.target.otherPartner !== undefined;
  const done = isOthers ? await asFarAsPossible(async () => ({ came: await step(asOther(session)) })) : undefined;
  return done ? done.came : step(session);
};
