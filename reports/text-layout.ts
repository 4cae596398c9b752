/** How text reports are set: colour, wrapped lines, counts, moments and durations. */

import { styleText } from 'node:util';
import { minuteMs } from '../contracts/durations.ts';

export type Style = Parameters<typeof styleText>[0];
export type Paint = (style: Style, text: string) => string;

/** The caller decides on colour; the environment is not looked at. */
export const paintWith = (color: boolean): Paint =>
  color ? (style, text) => styleText(style, text, { validateStream: false }) : (_, text) => text;

export const columnsMax = 80;

/** @param hang How far the following lines are indented, and how much of the first is taken already. */
type LineBounds = { readonly hang: number; readonly width?: number };

/** Puts pieces into lines, as many in each as fit. */
export const filled = (pieces: readonly string[], { hang, width = columnsMax }: LineBounds): string => {
  const lines: string[] = [];
  let line = '';
  for (const piece of pieces) {
    if (line !== '' && line.length + 1 + piece.length > width - hang) {
      lines.push(line);
      line = piece;
    } else {
      line = line === '' ? piece : `${line} ${piece}`;
    }
  }
  return [...lines, line].join(`\n${' '.repeat(hang)}`);
};

/** Breaks a line at spaces so that it fits a terminal. */
export const wrapped = (text: string, bounds: LineBounds): string => filled(text.split(' '), bounds);

/** A name in its own column, and a text beside it. @param indent Stands before both, and is not printed. */
export const labelled = (
  label: string,
  text: string,
  { indent = 0, ...bounds }: LineBounds & { readonly indent?: number },
): string => `${label.padEnd(bounds.hang - indent)}${wrapped(text, bounds)}`;

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

/** The first names; what is beyond is counted. */
export const listed = (names: readonly string[], max: number): string => {
  const more = names.length - max;
  return [...names.slice(0, max), ...(more > 0 ? [`and ${more} more`] : [])].join(', ');
};

/** A moment as a person reads it: `2026-08-31 08:22:51 UTC`. */
export const utc = (iso: string): string => `${iso.slice(0, 19).replace('T', ' ')} UTC`;

/** `1.9 s`, `3 min 12 s` */
export const durationText = (ms: number): string => {
  const tenths = Math.round(ms / 100);
  if (tenths < 600) return `${(tenths / 10).toFixed(1)} s`;
  const seconds = Math.round(ms / 1000);
  return `${Math.floor((seconds * 1000) / minuteMs)} min ${seconds % 60} s`;
};
