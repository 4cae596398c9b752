/** What zod says of an unknown key: with the key that was meant, or with all that there are. */
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
