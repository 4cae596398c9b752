/** `preflight show`: one finding as a timeline, in the terminal or as a page. */
import { Command } from 'commander';
import { openCase } from '../cases/case.ts';
import { focusOf } from '../cases/focus.ts';
import { timelinePage } from '../cases/show/page.ts';
import { timelineText } from '../cases/show/text.ts';
import { evidenceText, holdsExact, timelineOf } from '../cases/show/timeline.ts';
import { keptEvidence } from '../client/ledgers/user-ledgers.ts';
import type { CommandParts } from './command-parts.ts';
import { writeOut } from './options.ts';

type ShowOptions = { readonly all?: true; readonly page?: string; readonly shareable?: true };

const help = `
Only the exchanges that the finding needs are open, the others have a line each. > marks what broke, and ‹ › stand around
what was replaced: something else was sent or said there. Times are UTC.

Where this machine has kept the exact evidence of the run, that is shown, and said so. A page made from it is not for
sending either: add --shareable.

Examples
  npx --no -- preflight show results/latest/4274642ac980.bundle.json
  npx --no -- preflight show 4274642ac980.bundle.json --shareable --page finding.html`;

export const showCommand = (parts: CommandParts): Command =>
  new Command('show')
    .argument('<bundle>', 'a *.bundle.json of results/, or one that you were sent')
    .option('--all', 'open every exchange of the flow')
    .option('--shareable', 'show the form that may leave, even where the exact one is kept')
    .option('--page <file>', 'write one self-contained HTML page instead')
    .addHelpText('after', help)
    .action(async (file: string, { all, page, shareable }: ShowOptions) => {
      const store = shareable ? undefined : keptEvidence(parts.environment);
      const opened = await openCase(file, store);
      const evidence = await evidenceText(opened, store);
      const timeline = timelineOf(opened, focusOf(opened), { all: all === true, evidence });
      if (page === undefined) {
        parts.result({ ...timeline, evidence });
        parts.print(timelineText(timeline, { color: parts.color }));
        return;
      }
      await writeOut(page, timelinePage(timeline), { isPrivate: holdsExact(opened) });
      parts.result({ written: [page] });
      parts.print(`wrote ${page}: ${evidence}`);
    });
