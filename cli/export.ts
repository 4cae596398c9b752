/** `preflight export`: one finding as something that runs, or as a letter to the supplier. */
import { Command, Option } from 'commander';
import { openCase } from '../cases/case.ts';
import { type ExportForm, exported, exportForms } from '../cases/export/exported.ts';
import type { CommandParts } from './command-parts.ts';
import { writeOut } from './options.ts';

type ExportOptions = { readonly as: ExportForm; readonly out?: string };

const help = `
Forms
  curl        a bash script: it logs in, sends the steps with ids taken anew, and exits with 1 while the error is there
  playwright  a test for npx playwright test, which fails while the error is there
  http        requests for the REST client of an editor, with variables
  har         HAR 1.2, for the network tab of a browser and for other tools
  letter      what to tell the supplier, in Markdown; with --out x.html as a page

Whatever the form, it is made from what may leave: exact evidence and credentials are never in it, and the places where
something else stands than was sent or said are listed first. What runs takes the address and the credentials from
PREFLIGHT_URL, PREFLIGHT_CLIENT_ID and PREFLIGHT_CLIENT_SECRET, and books nothing unless PREFLIGHT_MAY_BOOK is yes.

Examples
  npx --no -- preflight export results/latest/4274642ac980.bundle.json --as curl --out again.sh
  npx --no -- preflight export results/latest/4274642ac980.bundle.json --as letter --out letter.html`;

export const exportCommand = (parts: CommandParts): Command =>
  new Command('export')
    .argument('<bundle>', 'a *.bundle.json of results/, or one that you were sent')
    .addOption(new Option('--as <form>', 'what to make of it').choices(exportForms).makeOptionMandatory())
    .option('--out <file>', 'where to write it; standard output when not said')
    .addHelpText('after', help)
    .action(async (file: string, { as, out }: ExportOptions) => {
      // No store: what is exported leaves.
      const text = exported(await openCase(file, undefined), as, { isPage: /\.html?$/i.test(out ?? '') });
      if (out === undefined) {
        parts.result({ form: as, text });
        parts.print(text.trimEnd());
        return;
      }
      await writeOut(out, text, { isProgram: as === 'curl' });
      parts.result({ form: as, written: [out] });
      parts.print(`wrote ${out}`);
    });
