/** Which differences follow from others: the same value became the same other one, or a sum moved by as much, or a list was ordered anew. */
import type { Difference } from '../../contracts/comparison.ts';
import type { Json } from '../../contracts/json.ts';

/** What stands on the second side in place of what. */
type Change = { readonly from: Json; readonly to: Json; readonly name: string };

/** Shorter ones, and booleans, are the same by chance: they tell of one field alone. */
const tellingCharactersMin = 3;

/** The end may be cut off. */
const listIn = (text: string | undefined): readonly Json[] | undefined => {
  if (!text?.startsWith('[')) return undefined;
  for (const whole of [text, `${text.slice(0, text.lastIndexOf(','))}]`]) {
    try {
      return JSON.parse(whole) as Json[];
    } catch {}
  }
  return undefined;
};

const sidesOf = ({ kind, a, b }: Difference): readonly [readonly Json[], readonly Json[]] | undefined => {
  if (kind === 'value') return [a, b];
  if (kind !== 'content' || a.length !== 1 || b.length !== 1) return undefined;
  const [ofA, ofB] = [listIn(a[0]), listIn(b[0])];
  return ofA && ofB && [ofA, ofB];
};

const inOrder = (one: Json, other: Json): number =>
  typeof one === 'number' && typeof other === 'number' ? one - other : String(one) < String(other) ? -1 : 1;

/** Of two lists, those values of the first that the second has not as often. */
const without = (list: readonly Json[], other: readonly Json[]): Json[] => {
  const left = Map.groupBy(other, (value) => JSON.stringify(value));
  return list.filter((value) => left.get(JSON.stringify(value))?.pop() === undefined).sort(inOrder);
};

/** None where only the order differs; undefined where one cannot say what became of what. */
const changesOf = (difference: Difference): readonly Change[] | undefined => {
  const sides = sidesOf(difference);
  if (!sides) return undefined;
  const [from, to] = [without(sides[0], sides[1]), without(sides[1], sides[0])];
  if (from.length !== to.length) return undefined;
  const name = difference.place.replace(/.*[ .]/, '');
  return from.map((value, at) => ({ from: value, to: to[at] ?? null, name }));
};

const isTelling = ({ from, to }: Change): boolean =>
  [from, to].every(
    (value) => value !== null && typeof value !== 'boolean' && String(value).length >= tellingCharactersMin,
  );

const cents = ({ from, to }: Change): number =>
  typeof from === 'number' && typeof to === 'number' ? Math.round((to - from) * 100) : 0;

/** Whether one change is explained by those of a cause. */
const isExplainedBy =
  (causes: readonly Change[]) =>
  (change: Change): boolean => {
    const comparable = causes.filter((cause) => cause.name === change.name || (isTelling(cause) && isTelling(change)));
    const sum = comparable.reduce((all, cause) => all + cents(cause), 0);
    return comparable.some(
      (cause) =>
        (String(cause.from) === String(change.from) && String(cause.to) === String(change.to)) ||
        (cents(change) !== 0 && [cents(cause), sum].includes(cents(change))),
    );
  };

type Cause = { readonly at: number; readonly about: string; readonly changes: readonly Change[] };

const causeOf = ({ about }: Difference, changes: readonly Change[], causes: readonly Cause[]): number | undefined => {
  const beside = causes.filter((cause) => cause.about === about);
  if (changes.length === 0) return beside[0]?.at;
  const one = causes.find((cause) => changes.every(isExplainedBy(cause.changes)));
  // A sum may be of several that changed beside it.
  const all = beside.flatMap((cause) => cause.changes);
  return one?.at ?? (changes.every(isExplainedBy(all)) ? beside[0]?.at : undefined);
};

/** Each with the place of the first that explains it: what comes first in the list is a cause. */
export const withCauses = (differences: readonly Difference[]): Difference[] => {
  const causes: Cause[] = [];
  return differences.map((difference, at) => {
    const changes = changesOf(difference);
    const followsFrom = changes && causeOf(difference, changes, causes);
    if (followsFrom !== undefined) return { ...difference, followsFrom };
    if (changes && changes.length > 0) causes.push({ at, about: difference.about, changes });
    return difference;
  });
};
