/** Maintenance windows in words. */
import type { MaintenanceWindow } from '../contracts/maintenance-window.ts';
import { oneLine } from './one-line.ts';
import { utc } from './utc.ts';

/** Whatever a terminal shows at least. */
const width = 80;

const minute = (iso: string): string => utc(iso).replace(/:\d\d UTC$/, '');

const row = (id: string, target: string, state: string, from: string, until: string): string =>
  `${id.padEnd(6)}${oneLine(target, 20).padEnd(22)}${state.padEnd(7)}${from.padEnd(18)}${until}`;

const about = ({ reason, openedBy }: MaintenanceWindow): string =>
  oneLine([reason, openedBy && `by ${openedBy}`].filter((each) => each !== '').join(', '), width - 6);

/** The name of a target, or that all are meant. */
export const windowTarget = (target: string): string => (target === '*' ? 'all targets' : target);

/** Until when nothing is told. */
export const openedText = ({ target, until }: Pick<MaintenanceWindow, 'target' | 'until'>): string =>
  `nothing is told of ${windowTarget(oneLine(target, 40))} until ${utc(until)}`;

/** Those that are open, and those that ended lately. */
export const windowsTable = (windows: readonly MaintenanceWindow[]): string => {
  if (windows.length === 0) return 'no window is open: npx --no -- preflight maintenance open --target NAME --for 2h';
  return [
    row('id', 'target', 'state', 'from (UTC)', 'until (UTC)'),
    ...windows.flatMap((each) => {
      const line = row(String(each.id), windowTarget(each.target), each.state, minute(each.from), minute(each.until));
      const said = about(each);
      return said === '' ? [line] : [line, `      ${said}`];
    }),
  ].join('\n');
};
