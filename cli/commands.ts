/** Every command of the command line, by its name. */
import type { Command } from 'commander';

type Entry = { readonly summary: string; readonly load: () => Promise<Command> };

/** Each is loaded only when it is meant, because it brings its own libraries; help needs no more than these lines. */
export const commands: Readonly<Record<string, Entry>> = {
  gate: {
    summary: 'judge a target by every clause (the default command)',
    load: async () => (await import('./gate.ts')).gateCommand(),
  },
  judge: {
    summary: 'judge a stored run or a bundle again, offline',
    load: async () => (await import('./judge.ts')).judgeCommand(),
  },
  sandbox: {
    summary: 'serve the reference sandbox on this machine, for use by hand',
    load: async () => (await import('./sandbox.ts')).sandboxCommand(),
  },
  prove: {
    summary: 'prove the checks: every fault is caught by exactly its clauses, nothing lawful is blamed',
    load: async () => (await import('./prove.ts')).proveCommand(),
  },
  nightly: {
    summary: 'gate several targets one after the other, and summarise them (docs/nightly.md)',
    load: async () => (await import('./nightly.ts')).nightlyCommand(),
  },
  state: {
    summary: 'carry the ledgers from one machine to the next, sealed with PREFLIGHT_STATE_PASSPHRASE',
    load: async () => (await import('./state.ts')).stateCommand(),
  },
  sweep: {
    summary: 'cancel what killed runs have booked, and tell what is left',
    load: async () => (await import('./sweep.ts')).sweepCommand(),
  },
  explore: {
    summary: 'search for broken promises with unusual inputs and orders of calls',
    load: async () => (await import('./explore.ts')).exploreCommand(),
  },
  obligations: {
    summary: 'list what runs have left behind on purpose, and what is due when',
    load: async () => (await import('./obligations.ts')).obligationsCommand(),
  },
  clauses: {
    summary: 'list the clauses: id, basis, section, text',
    load: async () => (await import('./clauses.ts')).clausesCommand(),
  },
};
