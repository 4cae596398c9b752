/** Every command of the command line, by its name. */
import type { Command } from 'commander';
import type { CommandParts } from './command-parts.ts';

type Load = (parts: CommandParts) => Promise<Command>;
type CommandEntry = { readonly summary: string; readonly load: Load };

const summaries = {
  gate: 'judge a target by every clause (the default command)',
  judge: 'judge a stored run or a bundle again, offline',
  token: 'log in once for all shards of a gate, and hand the token on (docs/use/pipelines.md)',
  merge: 'judge the shards of a gate together: one verdict, one run (docs/use/pipelines.md)',
  'can-release':
    'say from the history whether the gates of a release allow it in an environment (docs/use/pipelines.md)',
  waive: 'accept one failure for a stated reason and time (docs/use/gating.md)',
  compare: 'show what a candidate answers otherwise than what is known to be good (docs/use/reports.md)',
  show: 'show one finding as a timeline, in the terminal or as a page',
  report: 'make the reports of a stored run again: a page, JUnit, SARIF, … (docs/use/reports.md)',
  export: 'make a script, a test, a HAR or a letter to the supplier of one finding',
  import: 'make a case of a HAR, of curl commands, or of what Postman exports (docs/use/suppliers-errors.md)',
  init: 'begin a target of your own: its file, an environment example, a policy, steps of a pipeline',
  'check-target':
    'check a target file; with --connect what its bindings read out of real answers (docs/use/your-environment.md)',
  sandbox: 'serve the reference sandbox on this machine, for use by hand',
  prove: 'prove the checks: every fault is caught by exactly its clauses, nothing lawful is blamed',
  monitor: 'watch targets on a schedule, with history, incidents and alerts (docs/operate/monitoring.md)',
  nightly: 'gate several targets one after the other, and summarise them (docs/operate/nightly.md)',
  state: 'carry the ledgers from one machine to the next, sealed with PREFLIGHT_STATE_PASSPHRASE',
  sweep: 'cancel what killed runs have booked, and list what is left',
  explore: 'search for broken promises with unusual inputs and orders of calls',
  repro: 'send the case of a bundle again, and say whether it still fails',
  explain: 'find which part of a booking makes its supplier refuse it (docs/use/suppliers-errors.md)',
  watch: 'repeat known errors on a schedule, and say when one has stopped (docs/operate/nightly.md)',
  history: 'show what broke since when, from the runs that --history has stored',
  obligations: 'list what runs have left behind on purpose, and what is due when',
  incidents: 'list what is open, show what to do first, acknowledge or silence it',
  dashboard: 'serve pages and an API over what a monitor has found',
  'status-page': 'serve or write a status page for outsiders, without details (docs/operate/dashboard.md)',
  maintenance: 'open and close windows in which the monitor sends no alerts',
  clauses: 'list the clauses: id, severity, basis, section, text; with --domain the part of each that a run has met',
  completion: 'print a script with which bash, zsh or fish completes what you type',
} as const;

/** Each is loaded only when it is meant, because it brings its own libraries; help needs no more than the summaries. */
const loads: Readonly<Record<keyof typeof summaries, Load>> = {
  gate: async (parts) => (await import('./gate.ts')).gateCommand(parts),
  judge: async (parts) => (await import('./runs.ts')).judgeCommand(parts),
  token: async (parts) => (await import('./runs.ts')).tokenCommand(parts),
  merge: async (parts) => (await import('./runs.ts')).mergeCommand(parts),
  'can-release': async (parts) => (await import('./can-release.ts')).canReleaseCommand(parts),
  waive: async (parts) => (await import('./runs.ts')).waiveCommand(parts),
  compare: async (parts) => (await import('./runs.ts')).compareCommand(parts),
  show: async (parts) => (await import('./cases.ts')).showCommand(parts),
  report: async (parts) => (await import('./runs.ts')).reportCommand(parts),
  export: async (parts) => (await import('./export.ts')).exportCommand(parts),
  import: async (parts) => (await import('./cases.ts')).importCommand(parts),
  init: async (parts) => (await import('./environments.ts')).initCommand(parts),
  'check-target': async (parts) => (await import('./environments.ts')).checkTargetCommand(parts),
  sandbox: async (parts) => (await import('./sandbox.ts')).sandboxCommand(parts),
  prove: async (parts) => (await import('./prove.ts')).proveCommand(parts),
  monitor: async (parts) => (await import('./monitor.ts')).monitorCommand(parts),
  nightly: async (parts) => (await import('./runs.ts')).nightlyCommand(parts),
  state: async (parts) => (await import('./environments.ts')).stateCommand(parts),
  sweep: async (parts) => (await import('./environments.ts')).sweepCommand(parts),
  explore: async (parts) => (await import('./runs.ts')).exploreCommand(parts),
  repro: async (parts) => (await import('./cases.ts')).reproCommand(parts),
  explain: async (parts) => (await import('./cases.ts')).explainCommand(parts),
  watch: async (parts) => (await import('./cases.ts')).watchCommand(parts),
  history: async (parts) => (await import('./history.ts')).historyCommand(parts),
  obligations: async (parts) => (await import('./environments.ts')).obligationsCommand(parts),
  incidents: async (parts) => (await import('./incidents.ts')).incidentsCommand(parts),
  dashboard: async (parts) => (await import('./pages.ts')).dashboardCommand(parts),
  'status-page': async (parts) => (await import('./pages.ts')).statusPageCommand(parts),
  maintenance: async (parts) => (await import('./maintenance.ts')).maintenanceCommand(parts),
  clauses: async (parts) => (await import('./clauses.ts')).clausesCommand(parts),
  completion: async (parts) => (await import('./completion.ts')).completionCommand(parts, () => commands),
};

export const commands: Readonly<Record<string, CommandEntry>> = Object.fromEntries(
  Object.entries(loads).map(([name, load]) => [name, { summary: summaries[name as keyof typeof summaries], load }]),
);

/** What a process of Preflight begins, and no person types. */
export const innerCommands: Readonly<Record<string, CommandEntry>> = {
  specs: {
    summary: 'walk what Playwright specs ask for (docs/use/playwright.md)',
    load: async (parts) => (await import('./specs.ts')).specsCommand(parts),
  },
};
