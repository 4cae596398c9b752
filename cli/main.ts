/** The command line: which commands there are, and which exit code each way to end has. */
import { Command, CommanderError } from 'commander';
import { exitCodes } from '../contracts/standing.ts';
import { UsageError } from '../contracts/usage-error.ts';
import { clausesCommand } from './clauses.ts';
import { gateCommand } from './gate.ts';
import { judgeCommand } from './judge.ts';
import { proveCommand } from './prove.ts';
import { sandboxCommand } from './sandbox.ts';

const exitCodesHelp = `
Exit codes
  0    every gating clause that could be judged holds
  1    a gating clause is broken
  2    bad usage or configuration; nothing was sent
  3    could not measure: trouble, wrong credentials or address, too little evidence, or our own error
  130  interrupted

Examples
  npx preflight                                     gate the embedded sandbox
  npx preflight gate --fault accepts-unsigned-token see a gate fail
  npx preflight gate --target live --only cities    gate your own environment, one area
  npx preflight judge results/latest                judge the last run again, offline
`;

const program = (): Command =>
  new Command('preflight')
    .description('A contract gate for the Travel Booking Service: does an environment keep every documented promise?')
    .configureHelp({ showGlobalOptions: true })
    .addCommand(gateCommand(), { isDefault: true })
    .addCommand(judgeCommand())
    .addCommand(sandboxCommand())
    .addCommand(proveCommand())
    .addCommand(clausesCommand())
    .addHelpText('after', exitCodesHelp);

/** Throws instead of exiting, in every command, so that one place decides on the exit code. */
const withoutExits = (command: Command): Command => {
  command
    .exitOverride()
    .configureOutput({ outputError: (text, write) => write(text.replace(/^error: /, 'preflight: ')) });
  for (const each of command.commands) withoutExits(each);
  return command;
};

export const main = async (argv: readonly string[]): Promise<void> => {
  try {
    await withoutExits(program()).parseAsync([...argv]);
  } catch (thrown) {
    if (thrown instanceof CommanderError) process.exitCode = thrown.exitCode === 0 ? 0 : exitCodes.usage;
    else if (thrown instanceof UsageError) {
      console.error(`preflight: ${thrown.message}`);
      process.exitCode = exitCodes.usage;
    } else {
      console.error(`preflight: our own error, please report it: ${thrown instanceof Error ? thrown.stack : thrown}`);
      process.exitCode = exitCodes.unmeasured;
    }
  }
};
