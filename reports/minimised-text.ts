/** What minimising a case came to, in words: what is left of it, and how that was shown. */
import { counted } from './counted.ts';
import { oneLine } from './one-line.ts';

export type MinimisedTold = {
  readonly ended: 'minimal' | 'spent' | 'interrupted' | 'unshown';
  readonly reason?: string | undefined;
  /** Of the smallest, in order: `4 create-booking`. */
  readonly steps: readonly string[];
  /** How many the case had. */
  readonly stepsBefore: number;
  /** What was left out of their requests. */
  readonly without: readonly string[];
  readonly requests: number;
  /** How it is known of each part of the smallest that it cannot be left out, too. */
  readonly oneLess: readonly { readonly by: 'sent' | 'judged' | 'named'; readonly isTroubled?: true | undefined }[];
};

const indent = ' '.repeat(10);

/** As many in a line as there is room for. */
const wrapped = (label: string, parts: readonly string[], width: number): string[] => {
  const lines: string[] = [];
  let line = label.padEnd(indent.length);
  for (const [i, part] of parts.entries()) {
    const text = `${oneLine(part, 60)}${i < parts.length - 1 ? ',' : ''}`;
    if (line.length > indent.length && line.length + 1 + text.length > width) {
      lines.push(line);
      line = indent;
    }
    line += line.length === indent.length ? text : ` ${text}`;
  }
  return lines.concat(line);
};

const shownBy = ({ oneLess }: MinimisedTold): string[] => {
  const known = oneLess.filter(({ isTroubled }) => !isTroubled);
  const ways: [count: number, way: string][] = [
    [known.filter(({ by }) => by === 'sent').length, 'sent again, and it did not fail'],
    [known.filter(({ by }) => by === 'named').length, 'not sent: without it a refusal is lawful'],
    [known.filter(({ by }) => by === 'judged').length, 'not sent: by the judge, the rest cannot show it'],
    [oneLess.length - known.length, 'in trouble each time: nothing is known of it'],
  ];
  return ways.flatMap(([count, way]) => (count > 0 ? [`${count} ${way}`] : []));
};

const endings = {
  minimal: 'minimal',
  spent: 'smaller, and perhaps not the smallest',
  interrupted: 'smaller, and perhaps not the smallest',
  unshown: 'cannot be minimised',
} as const;

/** Lines of at most `width` columns, as far as their words allow. */
export const minimisedText = (told: MinimisedTold, width: number): string => {
  const { ended, reason, steps, stepsBefore, without, requests } = told;
  const isMinimal = ended === 'minimal' && !told.oneLess.some(({ isTroubled }) => isTroubled);
  const state = ended === 'minimal' && !isMinimal ? endings.spent : endings[ended];
  const head = reason === undefined ? state : `${state}: ${oneLine(reason)}`;
  const [first = '', ...others] = steps;
  const sum = `sent      ${counted(requests, 'request')}`;
  if (ended === 'unshown') return `${head}\n${sum}`;
  return [
    head,
    ...wrapped('steps', [`${steps.length} of ${stepsBefore}: ${first}`].concat(others), width),
    ...(without.length > 0 ? wrapped('left out', without, width) : []),
    ...(ended === 'minimal' ? wrapped('one less', shownBy(told), width) : []),
    sum,
  ].join('\n');
};
