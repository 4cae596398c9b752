/** A body as lines for a person: cut around what matters, bounded, with broken and replaced places marked. */

import type { Path } from '../../contracts/check.ts';
import type { Json } from '../../contracts/json.ts';
import { unobeyedJson } from '../../reports/safe-text.ts';
import { counted as numbered } from '../../reports/text-layout.ts';
import { isWithin } from '../../targets/intent-map/places.ts';
import type { ReplacedPlaces } from '../body-places.ts';

/** Control characters, line separators, signs that change the direction of text, half characters, and our own marks. */
const unseen = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}\p{Co}\p{Cn}‹›]/gu;

const escaped = (text: string): string =>
  [...Array(text.length).keys()].map((i) => `\\u${text.charCodeAt(i).toString(16).padStart(4, '0')}`).join('');

/** A JSON text in which no sign is invisible, and none acts in a terminal, a page or a script. */
export const plainText = (text: string): string => unobeyedJson(JSON.stringify(text).replace(unseen, escaped));

/** The same for any value, indented by two. */
export const plainJson = (value: Json): string =>
  unobeyedJson(JSON.stringify(value, null, 2).replace(unseen, (sign) => (sign === '\n' ? sign : escaped(sign))));

/** `replaced`: a replaced value. `note`: our own words. `broken`: the place that the clause is about. */
export type Piece = { readonly text: string; readonly as: 'plain' | 'name' | 'replaced' | 'note' | 'broken' };
export type ExcerptLine = { readonly indent: number; readonly pieces: readonly Piece[]; readonly isBroken: boolean };

export type NotedPlace = { readonly path: Path; readonly note: string };

type ExcerptOptions = {
  /** The place of the value in its exchange. */
  readonly root: Path;
  readonly broken: Path | undefined;
  /** Other places to cut around, each with a note. */
  readonly noted?: readonly NotedPlace[];
  readonly places: ReplacedPlaces;
  readonly linesMax: number;
  /** Leaves out what is far from those places. */
  readonly isCut: boolean;
};

const textMax = 320;
const inlineMax = 68;
const itemsMax = 3;
const fieldsMax = 60;
const depthMax = 24;

const piece = (as: Piece['as'], text: string): Piece => ({ as, text });
const note = (text: string): Piece => piece('note', text);

const cutText = (text: string): Piece[] => {
  if (text.length <= textMax) return [piece('plain', plainText(text))];
  return [piece('plain', plainText(text.slice(0, textMax).toWellFormed())), note(`… ${text.length} characters`)];
};

const partlyReplaced = (text: string, ranges: readonly (readonly [number, number])[]): Piece[] => {
  const bounded = text.slice(0, 4 * textMax);
  const inner = (from: number, to?: number): string => plainText(bounded.slice(from, to).toWellFormed()).slice(1, -1);
  let at = 0;
  const pieces: Piece[] = [piece('plain', '"')];
  for (const [from, to] of ranges) {
    if (from < at || to <= from || from >= bounded.length) continue;
    pieces.push(piece('plain', inner(at, from)), piece('replaced', inner(from, to)));
    at = to;
  }
  return [
    ...pieces,
    piece('plain', `${inner(at)}"`),
    ...(bounded === text ? [] : [note(`… ${text.length} characters`)]),
  ];
};

const lengthOf = (pieces: readonly Piece[]): number => pieces.reduce((sum, { text }) => sum + text.length, 0);

const renderer = (places: ReplacedPlaces) => {
  const scalar = (value: Json, path: Path): Piece[] => {
    const isReplaced = places.has(path);
    if (typeof value !== 'string') return [piece(isReplaced ? 'replaced' : 'plain', JSON.stringify(value))];
    const ranges = places.rangesAt(path);
    if (ranges.length > 0) return partlyReplaced(value, ranges);
    const pieces = cutText(value);
    return isReplaced ? pieces.map((each) => (each.as === 'plain' ? { ...each, as: 'replaced' } : each)) : pieces;
  };

  const name = (key: string, path: Path): Piece[] => [
    piece(places.hasName(path) ? 'replaced' : 'name', plainText(key.slice(0, textMax).toWellFormed())),
    piece('plain', ': '),
  ];

  /** Undefined when it does not fit. */
  const inline = (value: Json, path: Path, room: number): Piece[] | undefined => {
    if (typeof value !== 'object' || value === null) {
      const pieces = scalar(value, path);
      return lengthOf(pieces) <= room ? pieces : undefined;
    }
    const entries = Object.entries(value);
    if (entries.length > 12) return undefined;
    const [open, close] = Array.isArray(value) ? ['[', ']'] : ['{', '}'];
    const pieces = [piece('plain', open)];
    for (const [i, [key, child]] of entries.entries()) {
      const at = [...path, Array.isArray(value) ? i : key];
      const inner = inline(child, at, room);
      if (!inner) return undefined;
      pieces.push(...(i > 0 ? [piece('plain', ', ')] : []), ...(Array.isArray(value) ? [] : name(key, at)), ...inner);
      if (lengthOf(pieces) >= room) return undefined;
    }
    return [...pieces, piece('plain', close)];
  };
  return { scalar, inline, name };
};

const counted = (value: Json): string =>
  Array.isArray(value)
    ? `[ … ${numbered(value.length, 'element')} ]`
    : `{ … ${numbered(Object.keys(value ?? {}).length, 'field')} }`;

/** The elements of a list that are shown: those that matter, a single one with its neighbours, or else the first. */
const shownIndices = (size: number, meant: readonly number[]): number[] => {
  if (meant.length > 1) return [...new Set(meant)].toSorted((one, other) => one - other).slice(0, 2 * itemsMax);
  const first = Math.max(0, Math.min((meant[0] ?? 0) - 1, size - itemsMax));
  return [...Array(Math.min(itemsMax, size)).keys()].map((i) => first + i);
};

export const excerpt = (
  whole: Json,
  { root, broken, noted = [], places, linesMax, isCut }: ExcerptOptions,
): ExcerptLine[] => {
  const { scalar, inline, name } = renderer(places);
  const lines: ExcerptLine[] = [];
  let isLeftOut = false;
  const meant = [...(broken ? [broken] : []), ...noted.map(({ path }) => path)];

  const leadsOn = (path: Path): boolean => meant.some((each) => isWithin(each, path) && each.length > path.length);
  const isBroken = (path: Path): boolean => broken?.length === path.length && isWithin(broken, path);
  const isInside = (path: Path): boolean => meant.some((each) => isWithin(path, each));
  const isSpent = (): boolean => lines.length >= linesMax;

  const add = (indent: number, path: Path, pieces: readonly Piece[]): void => {
    const notes = noted.filter((each) => each.path.length === path.length && isWithin(each.path, path));
    const notesHere = [...new Set(notes.map((each) => each.note))].slice(0, 3).join(', ');
    const all = notesHere === '' ? pieces : [...pieces, note(`  ${notesHere}`)];
    lines.push({ indent, pieces: all, isBroken: isBroken(path) });
  };

  const elided = (indent: number, count: number, what: string): void => {
    if (count > 0) lines.push({ indent, pieces: [note(`… ${count} more${what}`)], isBroken: false });
  };

  /** A missing member is shown where it should be. */
  const absent = (value: { [key: string]: Json }, path: Path, indent: number): void => {
    const key = broken?.[path.length];
    if (!broken || broken.length !== path.length + 1 || !isWithin(broken, path) || typeof key !== 'string') return;
    if (!Object.hasOwn(value, key)) {
      lines.push({ indent, pieces: [...name(key, broken), note('absent')], isBroken: true });
    }
  };

  const elements = (value: readonly Json[], path: Path, indent: number): void => {
    const indices = shownIndices(
      value.length,
      meant.flatMap((each) => {
        const key = each[path.length];
        return isWithin(each, path) && typeof key === 'number' && key < value.length ? [key] : [];
      }),
    );
    let next = 0;
    for (const i of indices) {
      elided(indent, i - next, next === 0 ? ' before' : '');
      render(value[i] ?? null, [...path, i], indent, []);
      next = i + 1;
    }
    elided(indent, value.length - next, indices.length > 0 ? ' after' : '');
  };

  const fields = (value: { [key: string]: Json }, path: Path, indent: number): void => {
    const keys = Object.keys(value);
    const shown = keys.filter((key, i) => i < fieldsMax || leadsOn(path) || isInside([...path, key]));
    for (const key of shown) {
      const at = [...path, key];
      render(value[key] ?? null, at, indent, name(key, at));
    }
    elided(indent, keys.length - shown.length, ' fields');
    absent(value, path, indent);
  };

  const open = (value: Json[] | { [key: string]: Json }, path: Path, indent: number, before: readonly Piece[]) => {
    const [opening, closing] = Array.isArray(value) ? ['[', ']'] : ['{', '}'];
    add(indent, path, [...before, piece('plain', opening)]);
    if (Array.isArray(value)) elements(value, path, indent + 1);
    else fields(value, path, indent + 1);
    lines.push({ indent, pieces: [piece('plain', closing)], isBroken: false });
  };

  const render = (value: Json, path: Path, indent: number, before: readonly Piece[]): void => {
    const isNeeded = leadsOn(path) || isInside(path);
    if (isSpent() && !isNeeded) {
      isLeftOut = true;
      return;
    }
    if (typeof value !== 'object' || value === null) {
      add(indent, path, [...before, ...scalar(value, path)]);
      return;
    }
    const short = leadsOn(path) ? undefined : inline(value, path, inlineMax - 2 * indent - lengthOf(before));
    const isFar =
      indent >= depthMax || (isSpent() && !leadsOn(path)) || (isCut && meant.length > 0 && indent >= 3 && !isNeeded);
    if (short) add(indent, path, [...before, ...short]);
    else if (isFar) add(indent, path, [...before, note(counted(value))]);
    else open(value, path, indent, before);
  };

  render(whole, root, 0, []);
  if (isLeftOut) lines.push({ indent: 0, pieces: [note('… the rest is left out')], isBroken: false });
  return lines;
};

/** Signs around replaced values, for output without colour. */
export const marked = ({ as, text }: Piece): string => (as === 'replaced' ? `‹${text}›` : text);

export const linesText = (lines: readonly ExcerptLine[]): string =>
  lines
    .map(({ indent, pieces, isBroken }) => {
      const line = `${'  '.repeat(Math.min(indent, 16))}${pieces.map(marked).join('')}`;
      return isBroken ? `${line}  ← here` : line;
    })
    .join('\n');
