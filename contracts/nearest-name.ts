/** Which known name a person may have meant who misspelt it. */

/** A part of a name with fewer characters is in too many. */
const tellingMin = 3;
/** Nobody misspells a name longer than this, and comparing takes the square of it. */
const lengthMax = 80;

/** How many letters are added, left out, exchanged with another or with their neighbour. */
const mistakes = (a: string, b: string): number => {
  let [before, last]: [number[], number[]] = [[], Array.from({ length: b.length + 1 }, (_, at) => at)];
  for (let i = 1; i <= a.length; i += 1) {
    const row = [i];
    for (let j = 1; j <= b.length; j += 1) {
      const differs = a[i - 1] === b[j - 1] ? 0 : 1;
      const isSwapped = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1];
      row[j] = Math.min(
        (last[j] ?? 0) + 1,
        (row[j - 1] ?? 0) + 1,
        (last[j - 1] ?? 0) + differs,
        isSwapped ? (before[j - 2] ?? 0) + 1 : Number.POSITIVE_INFINITY,
      );
    }
    [before, last] = [last, row];
  }
  return last[b.length] ?? 0;
};

/** The known name with the fewest mistakes, in at most a third of its letters; else one that holds the name, or is held by it. */
export const nearestName = (name: string, known: readonly string[]): string | undefined => {
  if (name.length > lengthMax) return undefined;
  const plain = name.toLowerCase();
  const near = known
    .map((each) => ({ each, by: mistakes(plain, each.toLowerCase()) }))
    .filter(({ each, by }) => by * 3 <= Math.max(each.length, name.length))
    .sort((one, other) => one.by - other.by);
  const isNear = (part: string, whole: string): boolean => part.length >= tellingMin && whole.includes(part);
  return near[0]?.each ?? known.find((each) => isNear(plain, each)) ?? known.find((each) => isNear(each, plain));
};
