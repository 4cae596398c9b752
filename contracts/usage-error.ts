/** A mistake of the person who runs us: one clear line with a way out, exit code 2, nothing sent. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}

/** "x is unknown; did you mean y? Known are: …" */
export const unknownName = (what: string, name: string, known: readonly string[], where: string): UsageError => {
  const near = known.find((each) => each.includes(name)) ?? known.find((each) => name.includes(each));
  const listed = known.length <= 12 ? `known: ${known.join(', ')}` : where;
  return new UsageError(`${what} '${name}' is unknown${near ? `, did you mean '${near}'?` : ''} (${listed})`);
};
