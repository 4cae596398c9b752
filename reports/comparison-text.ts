/** An exchange of then beside that of now, as a table that fits a terminal. */
import type { Json } from '../contracts/json.ts';
import { counted } from './counted.ts';
import { oneLine } from './one-line.ts';

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

/** The end of a place tells more than its beginning. */
const endOf = (place: string): string => {
  const text = oneLine(place, 1_000);
  return text.length > placeColumns ? `…${text.slice(1 - placeColumns)}` : text;
};

const row = ({ place, then, now, isReplaced }: ComparedPlace, width: number): string => {
  const mark = isReplaced ? ' (replaced)' : '';
  if (width < besideMin) {
    const max = Math.max(20, width - 12);
    return [`  ${oneLine(place, max)}${mark}`, `    then  ${shown(then, max)}`, `    now   ${shown(now, max)}`].join(
      '\n',
    );
  }
  const column = Math.floor((width - placeColumns - 6) / 2);
  const left = shown(then, column).padEnd(column);
  return `  ${endOf(place).padEnd(placeColumns)}  ${left}  ${shown(now, column - mark.length)}${mark}`.trimEnd();
};

const block = (
  title: string,
  rows: readonly ComparedPlace[],
  { width, max }: { readonly width: number; readonly max: number },
): string[] => {
  if (rows.length === 0) return [];
  const more = rows.length - max;
  return [title, ...rows.slice(0, max).map((each) => row(each, width)), ...(more > 0 ? [`  … and ${more} more`] : [])];
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
  const [differing, passing, same] = [of('differs'), of('passing'), of('same')];
  const bounds = { width, max: isFull ? rowsMax.full : rowsMax.short };
  const others = `always different, such as ids, times and amounts: ${counted(passing.length, 'place')}; the same: ${counted(same.length, 'place')}`;
  return [
    ...(differing.length === 0 ? ['nothing differs that says anything'] : []),
    ...block('differs                         then / now', differing, bounds),
    ...(isFull
      ? [...block('always differs: ids, times, amounts', passing, bounds), ...block('the same', same, bounds)]
      : [others]),
  ].join('\n');
};
