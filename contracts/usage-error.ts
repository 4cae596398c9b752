/** A mistake of the person who runs us: one clear line with a way out, exit code 2, nothing sent. */
import { z } from 'zod';
import { nearestName } from './nearest-name.ts';

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
  const said = name.length > namedMax ? `${name.slice(0, namedMax - 1)}…` : name;
  const near = nearestName(name, known);
  const listed = known.length <= 16 ? `known: ${known.join(', ')}` : where;
  return new UsageError(`${what} '${said}' is unknown${near ? `, did you mean '${near}'?` : ''} (${listed})`);
};
