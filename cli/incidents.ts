/** `preflight incidents`: what is open and since when, what to do first, and who looks after it. */
import { Command, Option } from 'commander';
import { type SilenceScope, silenceScopes } from '../contracts/incident.ts';
import { UsageError } from '../contracts/usage-error.ts';
import { unsent } from '../history/outbox.ts';
import { acknowledge, incidentBundle, incidentDetail, incidentsShown, silence } from '../history/shown-incidents.ts';
import { silenceMsDefault } from '../history/silences.ts';
import { incidentsTable, incidentText, lookedAfterText, unsentLines } from '../reports/incidents-text.ts';
import type { CommandParts } from './command-parts.ts';
import { inHistory } from './in-history.ts';
import { forOption, historyOption, writeOut } from './options.ts';

type StoreOptions = { readonly history?: string };
type By = StoreOptions & { readonly by: string };

const byOption = (): Option => new Option('--by <name>', 'who does so').makeOptionMandatory();

/** As much as a list can show. */
const ofLength = (option: string, given: string, most: number): string => {
  const text = given.trim();
  if (text.length > most) throw new UsageError(`${option} has ${text.length} characters: write ${most} at most`);
  return text;
};

const nameOf = ({ by }: By): string => {
  if (by.trim() === '') throw new UsageError('--by is empty: name the person, so that others can ask');
  return ofLength('--by', by, 60);
};

const about = 'its id, or the beginning of it';

const list = (parts: CommandParts): Command =>
  new Command('list')
    .description('those that are open, and those that have closed in the last 7 days (the default)')
    .option('--target <name>', 'only of this target')
    .addOption(historyOption())
    .action(({ history: file, target }: StoreOptions & { target?: string }) =>
      inHistory(file, parts, async ({ read }) => {
        const asked = { now: parts.now(), ...(target !== undefined && { target }) };
        const incidents = await incidentsShown(read, asked);
        const waiting = await unsent(read);
        parts.result({ incidents, unsent: waiting });
        parts.print([incidentsTable(incidents), ...unsentLines(waiting)].join('\n'));
      }),
    );

const show = (parts: CommandParts): Command =>
  new Command('show')
    .description('one of them: what to do first, what to type next, and who was alerted')
    .argument('<id>', about)
    .addOption(historyOption())
    .action((id: string, { history: file }: StoreOptions) =>
      inHistory(file, parts, async (history) => {
        const detail = await incidentDetail(history, id, parts.now());
        parts.result(detail);
        parts.print(incidentText(detail));
      }),
    );

const evidence = (parts: CommandParts): Command =>
  new Command('evidence')
    .description('write a bundle of the failure that opened it, for show, repro, watch and export')
    .argument('<id>', about)
    .option('--to <file>', 'the file to write; results/ID.bundle.json by default')
    .addOption(historyOption())
    .action((given: string, { history: file, to }: StoreOptions & { to?: string }) =>
      inHistory(file, parts, async ({ read }) => {
        const { id, bundle } = await incidentBundle(read, given);
        const path = to ?? `results/${id.slice(0, 8)}.bundle.json`;
        await writeOut(path, `${JSON.stringify(bundle)}\n`, { isPrivate: true });
        parts.result({ incident: id, bundle: path });
        parts.print(`${path}\nnpx --no -- preflight show ${path}`);
      }),
    );

const acknowledgeCommand = (parts: CommandParts): Command =>
  new Command('acknowledge')
    .description('say who looks after it; it stays open until it is over')
    .argument('<id>', about)
    .addOption(byOption())
    .addOption(historyOption())
    .action((given: string, options: By) => {
      const done = { given, by: nameOf(options), now: parts.now() };
      return inHistory(options.history, parts, async (history) => {
        const incident = await history.write((to) => acknowledge(to, done));
        parts.result({ incident });
        parts.print(lookedAfterText(incident));
      });
    });

const silenceCommand = (parts: CommandParts): Command =>
  new Command('silence')
    .description('send no alerts of it for a while; it ends with the incident')
    .argument('<id>', about)
    .addOption(forOption('how long, 7 days at most').default(silenceMsDefault, '2h'))
    .addOption(byOption())
    .addOption(
      new Option('--scope <what>', 'this incident, those about its clauses, or those of its kind at its target')
        .choices(silenceScopes)
        .default('incident'),
    )
    .option('--reason <text>', 'why, so that others know', '')
    .addOption(historyOption())
    .action((given: string, options: By & { for: number; scope: SilenceScope; reason: string }) => {
      const { scope, for: lastsMs } = options;
      const reason = ofLength('--reason', options.reason, 200);
      const done = { given, by: nameOf(options), now: parts.now(), lastsMs, scope, reason };
      return inHistory(options.history, parts, async (history) => {
        const incident = await history.write((to) => silence(to, done));
        parts.result({ incident });
        parts.print(lookedAfterText(incident));
      });
    });

export const incidentsCommand = (parts: CommandParts): Command =>
  new Command('incidents')
    .addCommand(list(parts), { isDefault: true })
    .addCommand(show(parts))
    .addCommand(evidence(parts))
    .addCommand(acknowledgeCommand(parts))
    .addCommand(silenceCommand(parts));
