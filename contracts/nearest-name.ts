/** Which known name a person may have meant who misspelt it. */
import leven from 'leven';

/** A part of a name with fewer characters is in too many. */
const partMin = 3;
/** A misspelt name is not longer than this, and comparing takes the square of the length. */
const lengthMax = 80;

const lettersOf = (name: string): string => [...name].sort().join('');

/** How many letters are added, left out or exchanged; the right letters in another order are one mistake. */
const mistakes = (a: string, b: string): number => {
  const by = leven(a, b);
  return by > 1 && lettersOf(a) === lettersOf(b) ? 1 : by;
};

/**
 * The known name with the fewest mistakes, in at most a third of its letters. Without one, a known name that holds the
 * name, or is held by it.
 */
export const nearestName = (name: string, known: readonly string[]): string | undefined => {
  if (name.length > lengthMax) return undefined;
  const plain = name.toLowerCase();
  const near = known
    .map((each) => ({ each, by: mistakes(plain, each.toLowerCase()) }))
    .filter(({ each, by }) => by * 3 <= Math.max(each.length, name.length))
    .sort((one, other) => one.by - other.by);
  const isNear = (part: string, whole: string): boolean => part.length >= partMin && whole.includes(part);
  return near[0]?.each ?? known.find((each) => isNear(plain, each)) ?? known.find((each) => isNear(each, plain));
};
