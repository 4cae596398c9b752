/** How two environments differ, and how an exchange of then differs from that of now. */

import type { Comparison, Difference } from '../contracts/comparison.ts';
import type { Json } from '../contracts/json.ts';
import { oneLine } from './safe-text.ts';
import { counted, durationText, labelled, type Paint, paintWith, wrapped } from './text-layout.ts';

/** An exchange of then beside that of now, as a table that fits a terminal. */
export type ComparedPlace = {
  /** From the exchange down: `response.body[0].id`. */
  readonly place: string;
  /** Undefined where nothing stands there. */
  readonly then: Json | undefined;
  readonly now: Json | undefined;
  /** `passing`: ids, times and amounts are others each time. */
  readonly kind: 'same' | 'differs' | 'passing';
  /** Something else stands there than was sent or said. */
  readonly isReplaced: boolean;
};

const besideMin = 80;
const placeColumns = 28;
/** More of a kind are counted. */
const rowsMax = { short: 6, full: 60 };

const shown = (value: Json | undefined, max: number): string =>
  value === undefined ? '(nothing)' : oneLine(JSON.stringify(value), max);

/** The end of a place says more than its beginning. */
const endOf = (place: string): string => {
  const text = oneLine(place, 1_000);
  return text.length > placeColumns ? `…${text.slice(1 - placeColumns)}` : text;
};

const placeRow = ({ place, then, now, isReplaced }: ComparedPlace, width: number): string => {
  const mark = isReplaced ? ' (replaced)' : '';
  if (width < besideMin) {
    const max = Math.max(20, width - 12);
    return `  ${oneLine(place, max)}${mark}\n    then  ${shown(then, max)}\n    now   ${shown(now, max)}`;
  }
  const column = Math.floor((width - placeColumns - 6) / 2);
  const left = shown(then, column).padEnd(column);
  return `  ${endOf(place).padEnd(placeColumns)}  ${left}  ${shown(now, column - mark.length)}${mark}`.trimEnd();
};

/**
 * @param isFull With what always differs, and what is the same; else what differs alone.
 * @param width In columns; below 80, then stands above now.
 */
export const comparisonText = (
  rows: readonly ComparedPlace[],
  { isFull, width }: { readonly isFull: boolean; readonly width: number },
): string => {
  const of = (kind: ComparedPlace['kind']): ComparedPlace[] => rows.filter((each) => each.kind === kind);
  const max = isFull ? rowsMax.full : rowsMax.short;
  const block = (title: string, kind: ComparedPlace['kind']): string[] => {
    const shownRows = of(kind).map((each) => placeRow(each, width));
    if (shownRows.length === 0) return [];
    const more = shownRows.length - max;
    return [title, ...shownRows.slice(0, max), ...(more > 0 ? [`  … and ${more} more`] : [])];
  };
  const others = `always different, such as ids, times and amounts: ${counted(of('passing').length, 'place')}; the same: ${counted(of('same').length, 'place')}`;
  return [
    ...(of('differs').length === 0 ? ['nothing differs that says anything'] : []),
    ...block('differs                         then / now', 'differs'),
    ...(isFull ? [...block('always differs: ids, times, amounts', 'passing'), ...block('the same', 'same')] : [others]),
  ].join('\n');
};

const hang = 11;
const flowsShown = 3;
const namesShown = 8;
const valueCharactersMax = 200;
/** Of a service that answers everything otherwise, the first suffice. */
const groupsMax = 40;

const kinds = ['verdict', 'answer', 'requests', 'shape', 'value', 'form', 'content', 'latency'] as const;

type Group = {
  readonly first: Difference;
  readonly abouts: readonly string[];
  readonly flows: readonly string[];
  readonly following: readonly Difference[];
};

/** The same difference in many operations is shown once, and what follows from another one with it. */
const groupsOf = (all: readonly Difference[]): Group[] => {
  const differences = all.filter(({ followsFrom }) => followsFrom === undefined);
  const keyOf = ({ kind, about, place, a, b }: Difference): string =>
    JSON.stringify(kind === 'answer' ? [kind, a, b] : kind === 'content' ? [kind, about, place] : [kind, place, a, b]);
  const groups = [...Map.groupBy(differences, keyOf).values()].flatMap((same): Group[] => {
    const [first] = same;
    const abouts = [...new Set(same.map(({ about }) => about))];
    const following = all.filter(({ followsFrom = -1 }) => same.some((each) => each === all[followsFrom]));
    return first ? [{ first, abouts, flows: [...new Set(same.flatMap(({ flows }) => flows))], following }] : [];
  });
  return groups.sort((one, other) => kinds.indexOf(one.first.kind) - kinds.indexOf(other.first.kind));
};

const named = (names: readonly string[], max: number): string =>
  names.length > max ? `${names.slice(0, max).join(', ')} and ${names.length - max} more` : names.join(', ');

/** The first of two lists that is not the same; of what was cut off, the texts themselves. */
const firstUnlike = (a: string, b: string): readonly [string, string] => {
  try {
    const [left, right] = [JSON.parse(a), JSON.parse(b)] as [unknown[], unknown[]];
    const at = left.findIndex((value, i) => JSON.stringify(value) !== JSON.stringify(right[i]));
    const of = (list: unknown[]): string =>
      `${JSON.stringify(list[at < 0 ? left.length : at] ?? null)} (${at < 0 ? list.length : at + 1} of ${list.length})`;
    return at < 0 ? [counted(left.length, 'value'), counted(right.length, 'value')] : [of(left), of(right)];
  } catch {
    const at = [...a].findIndex((sign, i) => sign !== b[i]);
    const from = Math.max(0, at - 20);
    return [`…${a.slice(from, from + 60)}…`, `…${b.slice(from, from + 60)}…`];
  }
};

const sidesOf = ({ kind, a, b }: Difference): readonly [string, string] => {
  if (kind === 'content' && a[0] !== undefined && b[0] !== undefined) return firstUnlike(a[0], b[0]);
  return [a.join(', ') || 'nothing', b.join(', ') || 'nothing'];
};

const row = (label: string, text: string): string =>
  labelled(label, oneLine(text, valueCharactersMax), { hang, indent: 2 });

const followingText = (following: readonly Difference[]): string => {
  const abouts = [...new Set(following.map(({ about }) => about))];
  return `${following.length} that follow from it, in ${named(abouts, namesShown)}: see comparison.json`;
};

const groupText = ({ first, abouts, flows, following }: Group, paint: Paint): string => {
  const [a, b] = sidesOf(first);
  const head = wrapped(`${first.kind} of ${oneLine(named(abouts, namesShown), valueCharactersMax)}`, { hang });
  return [
    `${paint('bold', 'DIFFERENT')}  ${head}`,
    `  ${row('where', `${first.place}, in ${named(flows, flowsShown)}`)}`,
    `  ${row('A', a)}`,
    `  ${row('B', b)}`,
    ...(following.length > 0 ? [`  ${row('and', followingText(following))}`] : []),
  ].join('\n');
};

const circumstances = ({ a, b, seed, rounds, requests, startedAt, finishedAt }: Comparison): string =>
  [
    `A ${oneLine(a.target)}, B ${oneLine(b.target)}`,
    `seed ${seed}`,
    `${counted(rounds, 'round')} each`,
    counted(requests, 'request'),
    durationText(Date.parse(finishedAt) - Date.parse(startedAt)),
  ].join(', ');

/**
 * What differs, and a verdict at its end. Without a newline there.
 *
 * @param path The folder of the comparison, as the person would type it.
 */
export const differencesText = (
  comparison: Comparison,
  { color, path }: { readonly color: boolean; readonly path: string },
): string => {
  const paint = paintWith(color);
  const { differences, troubled, compared } = comparison;
  const groups = groupsOf(differences);
  const more = groups.length - groupsMax;
  const trouble =
    troubled.length > 0
      ? [`${paint('yellow', 'TROUBLE')}    ${wrapped(`came and went in ${named(troubled, namesShown)}`, { hang })}`]
      : [];
  const end =
    groups.length > 0
      ? [paint(['bold', 'red'], 'DIFFERENT'), `${counted(groups.length, 'difference')}, each shown in every round`]
      : troubled.length > 0 || compared === 0
        ? [paint(['bold', 'yellow'], 'COULD NOT COMPARE'), 'nothing differs where nothing was in the way']
        : [paint(['bold', 'green'], 'SAME'), `${compared.toLocaleString('en-GB')} places compared, and none differs`];
  return [
    ...groups.slice(0, groupsMax).map((group) => groupText(group, paint)),
    ...(more > 0 ? [`and ${more} more, in comparison.json`] : []),
    ...trouble,
    `kept in ${path}\n${end[0]}  ${end[1]}\n${wrapped(circumstances(comparison), { hang: 0 })}`,
  ].join('\n\n');
};
