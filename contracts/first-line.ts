/** What was thrown, as one short line: the text of an error may be long. */

const charactersMax = 500;

export const firstLineOf = (thrown: unknown): string => {
  const [line = ''] = (thrown instanceof Error ? thrown.message : String(thrown)).split('\n', 1);
  return line.length > charactersMax ? `${line.slice(0, charactersMax - 1)}…` : line;
};
