/** `preflight init`: writes a first target file into the folder where it is called. */
import { Command } from 'commander';
import { init } from '../gate/init.ts';
import { targetNames } from '../targets/load.ts';
import type { CommandParts } from './command-parts.ts';

export const initCommand = ({ print, result }: CommandParts): Command =>
  new Command('init').argument('<name>', 'of the environment, such as acme-staging').action(async (name: string) => {
    const { written, text } = await init(name, { folder: process.cwd(), taken: targetNames() });
    result({ written });
    print(text);
  });
