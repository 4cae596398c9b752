/** Text from elsewhere in Markdown: it stands in code, where nothing of it acts. */
import { oneLine } from './one-line.ts';

/** Longer than all that stand in the text, so that none of them can end the code. */
const fenceFor = (text: string, min: number): string => {
  const longest = Math.max(0, ...[...text.matchAll(/`+/g)].map(([run]) => run.length));
  return '`'.repeat(Math.max(min, longest + 1));
};

/** Text in a line, in which nothing acts. */
export const span = (text: string): string => {
  const line = oneLine(text);
  const fence = fenceFor(line, 1);
  return `${fence} ${line} ${fence}`;
};

/** Lines in which nothing acts, printed in a pipeline either. */
export const block = (text: string): string => {
  const fence = fenceFor(text, 3);
  return `${fence}text\n${text.replace(/^:(?=:)/gm, ': ')}\n${fence}`;
};
