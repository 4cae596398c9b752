/** The command line: which commands there are, and which exit code each way to end has. */
import { Command, CommanderError } from 'commander';
import { exitCodes } from '../contracts/standing.ts';
import { UsageError } from '../contracts/usage-error.ts';

const exitCodesHelp = `
Exit codes
  0    every gating clause that could be judged holds
  1    a gating clause is broken
  2    bad usage or configuration; nothing was sent
  3    could not measure: trouble, wrong credentials or address, too little evidence, or our own error
  130  interrupted

Examples
  npx preflight                                           gate the embedded sandbox
  npx preflight gate --fault accepts-the-algorithm-none   see a gate fail
  npx preflight gate --target live --only cities          gate your own environment, one area
  npx preflight judge results/latest                      judge the last run again, offline
`;

const commands: Readonly<Record<string, () => Promise<Command>>> = {
  gate: async () => (await import('./gate.ts')).gateCommand(),
  judge: async () => (await import('./judge.ts')).judgeCommand(),
  sandbox: async () => (await import('./sandbox.ts')).sandboxCommand(),
  prove: async () => (await import('./prove.ts')).proveCommand(),
  clauses: async () => (await import('./clauses.ts')).clausesCommand(),
};

/** Loads the command that is meant and no other, because each brings its own libraries; for help, all of them. */
const program = async (meant: string): Promise<Command> => {
  const asksForHelp = ['--help', '-h', 'help'].includes(meant);
  const names = asksForHelp ? Object.keys(commands) : [Object.hasOwn(commands, meant) ? meant : 'gate'];
  const built = new Command('preflight')
    .description('A contract gate for the Travel Booking Service: does an environment keep every documented promise?')
    .addHelpText('after', exitCodesHelp);
  for (const name of names) {
    const command = await commands[name]?.();
    if (command) built.addCommand(command, { isDefault: name === 'gate' });
  }
  return built;
};

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
    await withoutExits(await program(argv[2] ?? 'gate')).parseAsync([...argv]);
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
