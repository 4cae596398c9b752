/** Every command of the command line, by its name. */
import type { Command } from 'commander';
import type { CommandParts } from './command-parts.ts';

type CommandEntry = { readonly summary: string; readonly load: (parts: CommandParts) => Promise<Command> };

/** Each is loaded only when it is meant, because it brings its own libraries; help needs no more than these lines. */
export const commands: Readonly<Record<string, CommandEntry>> = {
  gate: {
    summary: 'judge a target by every clause (the default command)',
    load: async (parts) => (await import('./gate.ts')).gateCommand(parts),
  },
  judge: {
    summary: 'judge a stored run or a bundle again, offline',
    load: async (parts) => (await import('./judge.ts')).judgeCommand(parts),
  },
  token: {
    summary: 'log in once for all shards of a gate, and hand the token on (docs/use/pipelines.md)',
    load: async (parts) => (await import('./token.ts')).tokenCommand(parts),
  },
  merge: {
    summary: 'judge the shards of a gate together: one verdict, one run (docs/use/pipelines.md)',
    load: async (parts) => (await import('./merge.ts')).mergeCommand(parts),
  },
  'can-release': {
    summary: 'say from the history whether the gates of a release allow it in an environment (docs/use/pipelines.md)',
    load: async (parts) => (await import('./can-release.ts')).canReleaseCommand(parts),
  },
  waive: {
    summary: 'accept one failure for a stated reason and time (docs/use/gating.md)',
    load: async (parts) => (await import('./waive.ts')).waiveCommand(parts),
  },
  compare: {
    summary: 'show what a candidate answers otherwise than what is known to be good (docs/use/reports.md)',
    load: async (parts) => (await import('./compare.ts')).compareCommand(parts),
  },
  show: {
    summary: 'show one finding as a timeline, in the terminal or as a page',
    load: async (parts) => (await import('./show.ts')).showCommand(parts),
  },
  report: {
    summary: 'make the reports of a stored run again: a page, JUnit, SARIF, … (docs/use/reports.md)',
    load: async (parts) => (await import('./report.ts')).reportCommand(parts),
  },
  export: {
    summary: 'make a script, a test, a HAR or a letter to the supplier of one finding',
    load: async (parts) => (await import('./export.ts')).exportCommand(parts),
  },
  import: {
    summary: 'make a case of a HAR, of curl commands, or of what Postman exports (docs/use/suppliers-errors.md)',
    load: async (parts) => (await import('./import.ts')).importCommand(parts),
  },
  init: {
    summary: 'begin a target of your own: its file, an environment example, a policy, steps of a pipeline',
    load: async (parts) => (await import('./init.ts')).initCommand(parts),
  },
  'check-target': {
    summary:
      'check a target file; with --connect what its bindings read out of real answers (docs/use/your-environment.md)',
    load: async (parts) => (await import('./check-target.ts')).checkTargetCommand(parts),
  },
  sandbox: {
    summary: 'serve the reference sandbox on this machine, for use by hand',
    load: async (parts) => (await import('./sandbox.ts')).sandboxCommand(parts),
  },
  prove: {
    summary: 'prove the checks: every fault is caught by exactly its clauses, nothing lawful is blamed',
    load: async (parts) => (await import('./prove.ts')).proveCommand(parts),
  },
  monitor: {
    summary: 'watch targets on a schedule, with history, incidents and alerts (docs/operate/monitoring.md)',
    load: async (parts) => (await import('./monitor.ts')).monitorCommand(parts),
  },
  nightly: {
    summary: 'gate several targets one after the other, and summarise them (docs/operate/nightly.md)',
    load: async (parts) => (await import('./nightly.ts')).nightlyCommand(parts),
  },
  state: {
    summary: 'carry the ledgers from one machine to the next, sealed with PREFLIGHT_STATE_PASSPHRASE',
    load: async (parts) => (await import('./state.ts')).stateCommand(parts),
  },
  sweep: {
    summary: 'cancel what killed runs have booked, and list what is left',
    load: async (parts) => (await import('./sweep.ts')).sweepCommand(parts),
  },
  explore: {
    summary: 'search for broken promises with unusual inputs and orders of calls',
    load: async (parts) => (await import('./explore.ts')).exploreCommand(parts),
  },
  repro: {
    summary: 'send the case of a bundle again, and say whether it still fails',
    load: async (parts) => (await import('./repro.ts')).reproCommand(parts),
  },
  explain: {
    summary: 'find which part of a booking makes its supplier refuse it (docs/use/suppliers-errors.md)',
    load: async (parts) => (await import('./explain.ts')).explainCommand(parts),
  },
  watch: {
    summary: 'repeat known errors on a schedule, and say when one has stopped (docs/operate/nightly.md)',
    load: async (parts) => (await import('./watch.ts')).watchCommand(parts),
  },
  history: {
    summary: 'show what broke since when, from the runs that --history has stored',
    load: async (parts) => (await import('./history.ts')).historyCommand(parts),
  },
  obligations: {
    summary: 'list what runs have left behind on purpose, and what is due when',
    load: async (parts) => (await import('./obligations.ts')).obligationsCommand(parts),
  },
  incidents: {
    summary: 'list what is open, show what to do first, acknowledge or silence it',
    load: async (parts) => (await import('./incidents.ts')).incidentsCommand(parts),
  },
  dashboard: {
    summary: 'serve pages and an API over what a monitor has found',
    load: async (parts) => (await import('./dashboard.ts')).dashboardCommand(parts),
  },
  'status-page': {
    summary: 'serve or write a status page for outsiders, without details (docs/operate/dashboard.md)',
    load: async (parts) => (await import('./status-page.ts')).statusPageCommand(parts),
  },
  maintenance: {
    summary: 'open and close windows in which the monitor sends no alerts',
    load: async (parts) => (await import('./maintenance.ts')).maintenanceCommand(parts),
  },
  clauses: {
    summary: 'list the clauses: id, severity, basis, section, text; with --domain the part of each that a run has met',
    load: async (parts) => (await import('./clauses.ts')).clausesCommand(parts),
  },
  completion: {
    summary: 'print a script with which bash, zsh or fish completes what you type',
    load: async (parts) => (await import('./completion.ts')).completionCommand(parts, () => commands),
  },
};

/** What a process of Preflight begins, and no person types. */
export const innerCommands: Readonly<Record<string, CommandEntry>> = {
  specs: {
    summary: 'walk what Playwright specs ask for (docs/use/playwright.md)',
    load: async (parts) => (await import('./specs.ts')).specsCommand(parts),
  },
};
