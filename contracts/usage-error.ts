/** A mistake of the person who runs us: one clear line with a way out, exit code 2, nothing sent. */
import leven from 'leven';
import { z } from 'zod';

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

/** For the option `error` of `parse` and `safeParse`; all else is said as usual. */
export const unknownKey: z.core.$ZodErrorMap = (issue) => {
  if (issue.code !== 'unrecognized_keys' || !(issue.inst instanceof z.ZodObject)) return undefined;
  const known = Object.keys(issue.inst.shape);
  const [key = ''] = issue.keys;
  const near = nearestName(key, known);
  return `'${key}' is unknown${near ? `, did you mean '${near}'?` : ''} (known: ${known.join(', ')})`;
};

export class UsageError extends Error {
  override readonly name = 'UsageError';
}

/** No name that we use is longer. */
const namedMax = 80;

/** "x is unknown; did you mean y? Known are: …" */
export const unknownName = (what: string, name: string, known: readonly string[], where: string): UsageError => {
  const shown = name.length > namedMax ? `${name.slice(0, namedMax - 1)}…` : name;
  const near = nearestName(name, known);
  const listed = known.length <= 16 ? `known: ${known.join(', ')}` : where;
  return new UsageError(`${what} '${shown}' is unknown${near ? `, did you mean '${near}'?` : ''} (${listed})`);
};

const lineCharactersMax = 500;

/** What was thrown, as one short line: the text of an error may be long. */
export const firstLineOf = (thrown: unknown): string => {
  const [line = ''] = (thrown instanceof Error ? thrown.message : String(thrown)).split('\n', 1);
  return line.length > lineCharactersMax ? `${line.slice(0, lineCharactersMax - 1)}…` : line;
};

/** A word of a command line that a person copies. */
export const shellWord = (word: string): string =>
  /^[\w./:@=-]+$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`;
