/** A duration as people type it: `90m`, `2h`, `3d`, `4w`. */
import { InvalidArgumentError, Option } from 'commander';

const minuteMs = 60_000;
const dayMs = 24 * 60 * minuteMs;
const unitMs = { m: minuteMs, h: 60 * minuteMs, d: dayMs, w: 7 * dayMs } as const;

const isUnit = (text: string): text is keyof typeof unitMs => Object.hasOwn(unitMs, text);

/** @returns ms. */
export const duration = (text: string): number => {
  const [, amount, unit = ''] = /^([1-9]\d{0,4})([a-z])$/.exec(text.trim()) ?? [];
  if (!isUnit(unit)) throw new InvalidArgumentError('write minutes, hours, days or weeks: 90m, 2h, 3d or 4w.');
  return Number(amount) * unitMs[unit];
};

/** How long from now on; without it the command is refused, so that nothing lasts for ever. */
export const forOption = (description: string): Option =>
  new Option('--for <duration>', `${description}: 90m, 2h or 3d`).argParser(duration).makeOptionMandatory();
