/** A mistake of the person who runs us: one clear line with a way out, exit code 2, nothing sent. */
import { nearestName } from './nearest-name.ts';

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
