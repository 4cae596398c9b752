/** Every generated file of the repository, as text by its path. */
import { published } from '../contracts/publish.ts';
import { flows } from '../flows/flows.ts';
import { clausesMarkdown } from '../reports/clauses-markdown.ts';
import { faults } from '../sandbox/faults.ts';

export const generated = (): Record<string, string> => ({
  ...Object.fromEntries(Object.entries(published()).map(([file, text]) => [`contracts/published/${file}`, text])),
  'docs/clauses.md': clausesMarkdown({
    flowsOf: (clause) => flows.filter(({ exercises }) => exercises.includes(clause)).map(({ id }) => id),
    faultsOf: (clause) =>
      Object.values(faults)
        .filter(({ violates }) => violates.includes(clause))
        .map(({ id }) => id),
  }),
});
