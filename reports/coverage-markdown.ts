/** Completes the walk through the interface: under each part the clauses that no sentence of the walk has named yet. */
import { clause, clauseIds } from '../contracts/clauses.ts';

const unnamed = '| What no row above says by itself';

/** A part of the page, from its heading on; what stands before the first has no number. */
const completed = (part: string): string => {
  const section = /^##+ ([\d.]+)/.exec(part)?.[1];
  const lines = part.split('\n').filter((line) => !line.startsWith(unnamed));
  const rows = lines.filter((line) => line.startsWith('|')).join('\n');
  const missing = clauseIds.filter((id) => clause(id).section === section && !rows.includes(`\`${id}\``));
  if (missing.length === 0) return lines.join('\n');
  const last = lines.findLastIndex((line) => line.startsWith('|'));
  return lines.toSpliced(last + 1, 0, `${unnamed} | ${missing.map((id) => `\`${id}\``).join(', ')} | |`).join('\n');
};

/** The same page, with a last row in each table whose part has clauses that no other row names. */
export const coverageMarkdown = (page: string): string =>
  page
    .split(/^(?=##+ \d)/m)
    .map(completed)
    .join('');
