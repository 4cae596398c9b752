/** A mistake of the person who runs us: one clear line with a way out, exit code 2, nothing sent. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}

/** A part of a name with fewer characters is in too many. */
const tellingMin = 3;

/** "x is unknown; did you mean y? Known are: …" */
export const unknownName = (what: string, name: string, known: readonly string[], where: string): UsageError => {
  const isNear = (part: string, whole: string): boolean => part.length >= tellingMin && whole.includes(part);
  const near = known.find((each) => isNear(name, each)) ?? known.find((each) => isNear(each, name));
  const listed = known.length <= 16 ? `known: ${known.join(', ')}` : where;
  return new UsageError(`${what} '${name}' is unknown${near ? `, did you mean '${near}'?` : ''} (${listed})`);
};
