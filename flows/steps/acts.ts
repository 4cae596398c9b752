/** Acts of one story in any order, each with a census after it, as far as a budget of requests goes. */
import { asOther, type Session, stopOf } from '../../engine/session.ts';
import type { Asker } from '../../generators/ticket-acts.ts';

/**
 * How to look at the things of a story that an act is not about. After the act they are looked at again, because it must
 * change nothing of them. One is asked the same twice with nothing between: what differs then changes by itself.
 */
export type CensusLooks = (() => Promise<unknown>)[];

export const census = async (looks: CensusLooks): Promise<void> => {
  for (const look of looks) await look();
};

/** Something of the story that can be looked at again and again. */
export type HeldThing = {
  readonly kind: string;
  look(): Promise<unknown>;
  isEnded(): boolean;
  /** What it has in common with its kin. */
  readonly shares: readonly unknown[];
};

export type Acts<Act> = {
  readonly acts: readonly Act[];
  /** Whether an act is possible, bound and affordable now; other acts are left out. */
  isPossible(act: Act): boolean;
  /** Sends an act. @returns What it touched. */
  perform(act: Act): Promise<HeldThing | undefined>;
  things(): readonly HeldThing[];
  /** What shows all of them at once. */
  readonly list?: () => Promise<unknown>;
  /** How many requests the story may send; the last census is among them. Without it there is only the last census. */
  readonly requestsMax?: number;
};

/** The story goes on after a refusal, and where something is lacking, unless nothing has come about yet; trouble ends it. */
const asFarAsAllowed = async <Came>(isBegun: boolean, step: () => Promise<Came>): Promise<Came | undefined> => {
  try {
    return await step();
  } catch (thrown) {
    const stopped = stopOf(thrown);
    if (!stopped || stopped.because === 'trouble' || (stopped.because === 'needs' && !isBegun)) throw thrown;
    return undefined;
  }
};

const isKin = (one: HeldThing, other: HeldThing): boolean => one.shares.some((each) => other.shares.includes(each));

/** The next of them in turn. */
const inTurn = <One>(all: readonly One[], turn: number): readonly One[] => all.slice(turn % all.length).slice(0, 1);

/** What was touched, and in turn one kin of it, one thing that has ended, and the list. */
const looksAfter = <Act>({ things, list }: Acts<Act>, touched: HeldThing | undefined, turn: number): CensusLooks => {
  const others = things().filter((each) => each !== touched);
  const kin = others.filter((each) => !each.isEnded() && touched && isKin(each, touched));
  const ended = others.filter((each) => each.isEnded());
  const beside = [kin, ended].flatMap((some) => inTurn(some, Math.floor(turn / 2)).map(({ look }) => look));
  return [...(touched ? [touched.look] : []), ...inTurn([...beside, ...(list ? [list] : [])], turn)];
};

/** Everything, and the first of each kind twice with nothing between: what differs then changes by itself. */
const wholeCensus = <Act>({ things, list }: Acts<Act>): CensusLooks => {
  const controls = [...Map.groupBy(things(), ({ kind }) => kind).values()].flatMap(([first]) => (first ? [first] : []));
  const looks = things().flatMap((each) => (controls.includes(each) ? [each.look, each.look] : [each.look]));
  return [...looks, ...(list ? [list, list] : [])];
};

/** What an act with its census takes at most. */
const requestsPerAct = 12;

/** Performs acts with a census after each, and the whole census at the end, which stays while acts are dropped. */
export const actInTurn = async <Act>(session: Pick<Session, 'requestsSent'>, story: Acts<Act>): Promise<void> => {
  const { requestsMax } = story;
  let turn = 0;
  for (const act of story.acts) {
    const requests = session.requestsSent() + wholeCensus(story).length + requestsPerAct;
    if (requestsMax !== undefined && requests > requestsMax) break;
    if (!story.isPossible(act)) continue;
    const touched = await asFarAsAllowed(story.things().length > 0, () => story.perform(act));
    if (requestsMax !== undefined) await asFarAsAllowed(true, () => census(looksAfter(story, touched, turn)));
    turn += 1;
  }
  await asFarAsAllowed(true, () => census(wholeCensus(story)));
};

/** Counts back from the end of a list, and goes round in a short one. */
export const countedBack = <One>(all: readonly One[], back: number): One | undefined =>
  all.at(-1 - (back % Math.max(1, all.length)));

/** The partner who asks. `as` is seen from what is held: its owner, or the other one of the two. */
export const bearerOf = ({ by }: { readonly by: Asker }, as: Asker = 'own'): Asker => (as === by ? 'own' : 'other');

export const handsOf = (session: Session, by: Asker): Session => (by === 'own' ? session : asOther(session));

export const takesBoth = (act: object): boolean =>
  ('as' in act && act.as === 'other') || ('by' in act && act.by === 'other');
