/** The timeline of a case for a terminal of 80 columns. */
import { oneLine } from '../../reports/safe-text.ts';
import { type Paint, paintWith, type Style, wrapped } from '../../reports/text-layout.ts';
import { type ExcerptLine, marked, type Piece } from './excerpt.ts';
import type { ShownExchange, Timeline } from './timeline.ts';

const columns = 80;
const factsHang = 12;
const bodyMargin = 6;
/** A longer text is cut. */
const linesOfText = 8;

const styles: Record<Piece['as'], Style | undefined> = {
  plain: undefined,
  name: 'cyan',
  replaced: 'yellow',
  note: 'dim',
  broken: 'red',
};

/** Breaks at any sign, because bodies have no words. */
const broken = (pieces: readonly Piece[], width: number, paint: Paint): string[] => {
  const rows: string[] = [];
  let row = '';
  let used = 0;
  for (const each of pieces) {
    const style = styles[each.as];
    let signs = [...marked(each)];
    while (signs.length > 0) {
      const part = signs.slice(0, width - used).join('');
      row += style ? paint(style, part) : part;
      used += Math.min(signs.length, width - used);
      signs = signs.slice([...part].length);
      if (used >= width) {
        rows.push(row);
        row = '';
        used = 0;
      }
    }
  }
  if (used > 0 || rows.length === 0) rows.push(row);
  return rows.length > linesOfText ? [...rows.slice(0, linesOfText), paint('dim', '…')] : rows;
};

const lineText = ({ indent, pieces, isBroken }: ExcerptLine, paint: Paint): string => {
  const margin = bodyMargin + 2 * Math.min(indent, 16);
  const shown: readonly Piece[] = isBroken ? [...pieces, { as: 'broken', text: '  ← here' }] : pieces;
  const rows = broken(shown, columns - margin, paint);
  const first = isBroken ? `${paint(['bold', 'red'], '  >')}${' '.repeat(margin - 3)}` : ' '.repeat(margin);
  return rows.map((row, i) => `${i === 0 ? first : ' '.repeat(margin)}${row}`).join('\n');
};

const nameWidth = 10;

const named = (name: string, value: string, paint: Paint): string =>
  `      ${paint('dim', name.padEnd(nameWidth))}${value}`;

const headOf = (each: ShownExchange, paint: Paint): string => {
  const { index, isCleanUp, isBroken, at, operation, method, address, outcome, latencyMs, isOutcomeBroken } = each;
  const number = `${isCleanUp ? 'c' : '#'}${index}`;
  const sign = isBroken ? paint(['bold', 'red'], '>') : ' ';
  const carried = each.with === undefined ? '' : ` (${oneLine(each.with)})`;
  const result = `${oneLine(outcome, 40)}  ${latencyMs} ms`;
  const start = `${at.slice(11)}  ${operation}${carried}`;
  const room = columns - 7 - start.length - result.length - 2 - (isOutcomeBroken ? 8 : 0);
  const request = oneLine(`${method} ${address}`, each.isOpen ? 400 : Math.max(room - 2, 8));
  const shown = isOutcomeBroken ? paint(['bold', 'red'], result) : result;
  const isFitting = request.length + 2 <= room;
  const line = `${sign}${paint(each.isOpen ? 'bold' : 'dim', number.padEnd(5))} ${each.isOpen ? paint('bold', start) : start}`;
  const here = isOutcomeBroken ? paint('red', '  ← here') : '';
  if (isFitting) return `${line}  ${request}  ${shown}${here}`;
  return `${line}  ${shown}${here}\n${' '.repeat(7)}${wrapped(request, { hang: 7, width: columns })}`;
};

const exchangeText = (each: ShownExchange, paint: Paint): string => {
  const { label } = each;
  if (!each.isOpen) return headOf(each, paint);
  return [
    ...(label === undefined ? [] : [paint('bold', label)]),
    headOf(each, paint),
    ...each.headers.map(({ name, value, isReplaced, isBroken }) => {
      const valueText = isReplaced ? `‹${oneLine(value, 120)}›` : oneLine(value, 120);
      const text = `${isBroken ? paint(['bold', 'red'], '  >') : '   '}   ${paint('dim', oneLine(name, 60))}: ${valueText}`;
      return isBroken ? `${text}${paint('red', '  ← here')}` : text;
    }),
    ...each.notes.map((text) => named('note', wrapped(oneLine(text), { hang: 16, width: columns }), paint)),
    ...each.parts.flatMap(({ name, lines }) => [
      `      ${paint('dim', name)}`,
      ...lines.map((line) => lineText(line, paint)),
    ]),
  ].join('\n');
};

const labelStyles: Record<Timeline['label'], Style> = {
  BROKEN: ['bold', 'red'],
  WARNING: ['bold', 'yellow'],
  REFUSED: ['bold', 'red'],
  'IN TROUBLE': ['bold', 'yellow'],
  'NO ERROR': ['bold', 'cyan'],
  'NOTHING SENT': ['bold', 'cyan'],
};

/** Without a newline at its end. */
export const timelineText = ({ label, title, facts, exchanges }: Timeline, { color }: { color: boolean }): string => {
  const paint = paintWith(color);
  const table = facts.map(({ name, value }) => {
    const text = wrapped(oneLine(value, 400), { hang: factsHang, width: columns });
    return `${paint('dim', name.padEnd(factsHang))}${text}`;
  });
  const shown = exchanges.map((each, i) => {
    // Closed exchanges stand together.
    const isApart = each.isOpen || exchanges[i - 1]?.isOpen !== false;
    return `${isApart ? '\n\n' : '\n'}${exchangeText(each, paint)}`;
  });
  const legend = paint('dim', '> marks the place, and ‹ › mark replaced values. Times are UTC.');
  const head = [`${paint(labelStyles[label], label)}  ${oneLine(title)}`, table.join('\n'), legend].join('\n\n');
  return `${head}${shown.join('')}`;
};
