/** How text reports are set: colour, wrapped lines, counts, moments and durations. */

import { styleText } from 'node:util';
import { minuteMs } from '../contracts/durations.ts';

export type Style = Parameters<typeof styleText>[0];
export type Paint = (style: Style, text: string) => string;

/** The caller decides on colour; the environment is not looked at. */
export const paintWith = (color: boolean): Paint =>
  color ? (style, text) => styleText(style, text, { validateStream: false }) : (_, text) => text;

export const columnsMax = 80;

/**
 * Breaks a line at spaces so that it fits a terminal.
 *
 * @param hang How far the following lines are indented, and how much of the first is taken already.
 */
export const wrapped = (text: string, { hang, width = columnsMax }: { hang: number; width?: number }): string => {
  const lines: string[] = [];
  let line = '';
  for (const word of text.split(' ')) {
    if (line !== '' && line.length + 1 + word.length > width - hang) {
      lines.push(line);
      line = word;
    } else {
      line = line === '' ? word : `${line} ${word}`;
    }
  }
  return [...lines, line].join(`\n${' '.repeat(hang)}`);
};

/**
 * A name in a separate column, and a text that hangs beside it. @param indent Stands before both, and is not printed.
 */
export const labelled = (
  label: string,
  text: string,
  { hang, indent = 0, width = columnsMax }: { hang: number; indent?: number; width?: number },
): string => `${label.padEnd(hang - indent)}${wrapped(text, { hang, width })}`;

type MarkdownTable = {
  readonly columns: readonly string[];
  /** The columns from here on hold numbers. */
  readonly numbersFrom?: number;
  readonly rows: readonly (readonly (string | number)[])[];
};

export const markdownTable = ({ columns, numbersFrom = columns.length, rows }: MarkdownTable): string => {
  const rule = columns.map((_, at) => (at < numbersFrom ? '---' : '--:'));
  return [columns, rule, ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n');
};

/** A number with its noun in the right form: `1 clause`, `12 clauses`. */
export const counted = (count: number, noun: string): string => `${count} ${noun}${count === 1 ? '' : 's'}`;

/** A moment as a person reads it: `2026-08-31 08:22:51 UTC`. */
export const utc = (iso: string): string => `${iso.slice(0, 19).replace('T', ' ')} UTC`;

/** `1.9 s`, `3 min 12 s` */
export const durationText = (ms: number): string => {
  const tenths = Math.round(ms / 100);
  if (tenths < 600) return `${(tenths / 10).toFixed(1)} s`;
  const seconds = Math.round(ms / 1000);
  return `${Math.floor((seconds * 1000) / minuteMs)} min ${seconds % 60} s`;
};
