/** What can be named on a command line: a line each, its id first. */
export const listed = (rows: readonly { readonly id: string; readonly summary: string }[]): string => {
  const width = Math.max(...rows.map(({ id }) => id.length));
  return rows.map(({ id, summary }) => `${id.padEnd(width)}  ${summary}`).join('\n');
};
