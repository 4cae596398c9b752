/** `npm run generate`: writes every generated file; a test holds them in step. */
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { compiledValidators, published } from '../contracts/publish.ts';
import { compiledClauses } from '../contracts/topics.ts';
import { compiledPages } from '../dashboard/assets.ts';
import { flows } from '../flows/flows.ts';
import { clausesMarkdown, coverageMarkdown } from '../reports/clauses-markdown.ts';
import { faults } from '../sandbox/faults.ts';

/** Written by hand but for the last row of some tables. */
const coverage = new URL('../docs/use/coverage.md', import.meta.url);

/** What a plan needs to know of each flow, a line each. */
const plannedFlows = (): string =>
  `[\n${flows.map(({ input, run, story, ...planned }) => JSON.stringify(planned)).join(',\n')}\n]\n`;

export const generated = (): Record<string, string> => ({
  ...Object.fromEntries(Object.entries(published()).map(([file, text]) => [`contracts/published/${file}`, text])),
  ...Object.fromEntries(
    Object.entries({ ...compiledValidators(), ...compiledClauses() }).map(([file, text]) => [
      `contracts/compiled/${file}`,
      text,
    ]),
  ),
  ...Object.fromEntries(Object.entries(compiledPages()).map(([file, text]) => [`dashboard/compiled/${file}`, text])),
  'flows/planned.json': plannedFlows(),
  'docs/use/clauses.md': clausesMarkdown({
    flowsOf: (clause) => flows.filter(({ exercises }) => exercises.includes(clause)).map(({ id }) => id),
    faultsOf: (clause) =>
      Object.values(faults)
        .filter(({ violates }) => violates.includes(clause))
        .map(({ id }) => id),
  }),
  'docs/use/coverage.md': coverageMarkdown(readFileSync(coverage, 'utf8')),
});

const root = fileURLToPath(new URL('..', import.meta.url));

if (import.meta.main) {
  rmSync(join(root, 'contracts/published'), { recursive: true, force: true });
  for (const [file, text] of Object.entries(generated())) {
    mkdirSync(dirname(join(root, file)), { recursive: true });
    writeFileSync(join(root, file), text);
  }
}
