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

/** The sessions of the partner of a row, and of the other one where there is one. */
export const handsOf = (session: Session, { partner }: Pick<SearchRow, 'partner'>) => {
  if (!session.target.otherPartner) return { own: session, other: undefined };
  const other = asOther(session);
  return partner === 'other' ? { own: other, other: session } : { own: session, other };
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
  row: Pick<SearchRow, 'partner'>,
  step: (session: Session) => Promise<T>,
): Promise<T> => {
  const { own } = handsOf(session, row);
  const done = own === session ? undefined : await asFarAsPossible(async () => ({ came: await step(own) }));
  return done ? done.came : step(session);
};
