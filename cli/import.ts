/** `preflight import`: makes a case of a HAR, of curl commands, or of what Postman exports. */
import { Command } from 'commander';
import { importFile } from '../gate/import-file.ts';
import type { CommandParts } from './command-parts.ts';
import { withPlaceOfSandbox } from './embedded.ts';
import { targetOption } from './options.ts';

export const importCommand = (parts: CommandParts): Command =>
  new Command('import')
    .argument('<file>', 'a HAR 1.2, curl commands as a browser copies them, or a run or collection of Postman')
    .addOption(targetOption())
    .action(async (file: string, options: { target: string }) => {
      const environment = withPlaceOfSandbox(options.target, parts.environment);
      parts.end(await importFile(file, options, { ...parts, environment }));
    });
