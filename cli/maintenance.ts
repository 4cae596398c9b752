/** `preflight maintenance`: opens and closes windows without alerts, from a pipeline or by hand. */
import { Command, InvalidArgumentError, Option } from 'commander';
import { nearestName, UsageError } from '../contracts/usage-error.ts';
import type { History } from '../history/history.ts';
import { closeWindows, everyTarget, isWindow, openWindow, targetsSeen, windowsShown } from '../history/silences.ts';
import { openedText, windowsTable, windowTarget } from '../reports/incidents-text.ts';
import type { CommandParts } from './command-parts.ts';
import { inHistory } from './in-history.ts';
import { forOption, historyOption } from './options.ts';

type Which = { readonly target?: string; readonly all?: true; readonly history?: string };
type WindowOptions = Which & { readonly for: number; readonly reason: string; readonly by?: string };

const targetOfWindow = (): Option =>
  new Option('--target <name>', 'the target, as its incidents name it').argParser((text: string) => {
    if (text.trim() === '') throw new InvalidArgumentError('it is empty; name a target, or write --all.');
    return text.trim();
  });

const allOption = (): Option => new Option('--all', 'every target').conflicts('target');

const meant = ({ target, all }: Which): string | undefined => (all ? everyTarget : target);

/** A window of a misspelt name would mute no target. */
const noticeUnseen = async (history: History, target: string, { notice, now }: CommandParts): Promise<void> => {
  const seen = await targetsSeen(history.read, now());
  if (target === everyTarget || seen.length === 0 || seen.includes(target)) return;
  const near = nearestName(target, seen);
  notice(`no run of the last day is of ${target}${near === undefined ? '' : `; did you mean ${near}?`}`);
};

const open = (options: WindowOptions, parts: CommandParts): Promise<void> => {
  const target = meant(options);
  if (target === undefined) throw new UsageError('maintenance open: name --target NAME, or --all');
  const { environment, now } = parts;
  const openedBy = options.by ?? environment.USER ?? environment.USERNAME ?? '';
  const opened = { target, now: now(), lastsMs: options.for, reason: options.reason, openedBy };
  return inHistory(options.history, parts, async (history) => {
    const window = await history.write((to) => openWindow(to, opened));
    await noticeUnseen(history, target, parts);
    parts.result(window);
    // Alone, so that a script can keep it.
    parts.print(String(window.id));
    parts.aside(openedText(window));
  });
};

const idOf = (text: string): number => {
  if (!/^[1-9]\d{0,8}$/.test(text))
    throw new UsageError(`window '${text}' is none: npx --no -- preflight maintenance list`);
  return Number(text);
};

const close = (text: string | undefined, options: Which, parts: CommandParts): Promise<void> => {
  const target = meant(options);
  if ((text === undefined) === (target === undefined)) {
    throw new UsageError('maintenance close: name the id of a window, or --target NAME, or --all');
  }
  const which = text === undefined ? { target: target ?? '' } : { id: idOf(text) };
  return inHistory(options.history, parts, async (history) => {
    const closed = await history.write((to) => closeWindows(to, which, parts.now()));
    if (closed.length === 0 && 'id' in which && !(await isWindow(history.read, which.id))) {
      throw new UsageError(`window '${which.id}' is none: npx --no -- preflight maintenance list`);
    }
    parts.result({ closed });
    // It may have ended by itself: a pipeline has nothing to mend then.
    if (closed.length === 0) parts.print('no such window is open any more');
    for (const window of closed) parts.print(`closed ${window.id}, of ${windowTarget(window.target)}`);
  });
};

const list = ({ history: file }: { readonly history?: string }, parts: CommandParts): Promise<void> =>
  inHistory(file, parts, async (history) => {
    const windows = await windowsShown(history.read, parts.now());
    parts.result({ windows });
    parts.print(windowsTable(windows));
  });

const help = `
In a pipeline
  window=$(npx --no -- preflight maintenance open --target live --for 1h --reason "release 7")
  npx --no -- preflight maintenance close "$window"

The window ends by itself, too. What has failed before it and still does is not told again.`;

export const maintenanceCommand = (parts: CommandParts): Command =>
  new Command('maintenance')
    .addCommand(
      new Command('open')
        .description('send no alerts of a target for a while; prints the id of the window')
        .addOption(targetOfWindow())
        .addOption(allOption())
        .addOption(forOption('how long, 7 days at most'))
        .option('--reason <text>', 'what is done meanwhile', '')
        .option('--by <name>', 'who opens it; the user of this machine by default')
        .addOption(historyOption())
        .action((options: WindowOptions) => open(options, parts)),
    )
    .addCommand(
      new Command('close')
        .description('end one window, or all of a target')
        .argument('[id]', 'as maintenance open has printed it')
        .addOption(targetOfWindow())
        .addOption(new Option('--all', 'the windows that are for every target').conflicts('target'))
        .addOption(historyOption())
        .action((id: string | undefined, options: Which) => close(id, options, parts)),
    )
    .addCommand(
      new Command('list')
        .description('what is open, and what was in the last days')
        .addOption(historyOption())
        .action((options: { history?: string }) => list(options, parts)),
    )
    .addHelpText('after', help);
