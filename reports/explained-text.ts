/** What was found of a refusal, in words: what decides it, or why nothing is named. */
import { counted } from './counted.ts';
import { oneLine } from './one-line.ts';
import { wrapped } from './wrapped.ts';

export type ExplainedTold = {
  readonly ended: 'cause' | 'chance' | 'always' | 'accepted' | 'unclear' | 'spent' | 'interrupted';
  readonly supplier: string | undefined;
  /** What the supplier said then. */
  readonly said: string | undefined;
  readonly changes: readonly string[];
  readonly asked: readonly {
    readonly changes: readonly string[];
    readonly answer: 'refused' | 'accepted' | 'unclear';
  }[];
  readonly shownFrom?: number | undefined;
  readonly reason?: string | undefined;
  /** One in so many suppliers that refuse by chance shows the same. */
  readonly oneIn: number;
};

const hang = 10;
const line = (label: string, text: string, width: number): string =>
  `${label.padEnd(hang)}${wrapped(text, { hang, width })}`;

const answersText = (asked: ExplainedTold['asked']): string => asked.map(({ answer }) => answer).join(', ');

const foundOf = (told: ExplainedTold): readonly (readonly [label: string, text: string])[] => {
  const { ended, changes, asked, shownFrom = 0, reason = '', oneIn } = told;
  const asItWas = asked.filter((each) => each.changes.length === 0);
  const refused = asItWas.filter(({ answer }) => answer === 'refused').length;
  const others = new Set(asked.flatMap((each) => each.changes)).size;
  switch (ended) {
    case 'cause':
      return [
        ['cause', changes.map((each) => oneLine(each)).join('; and ')],
        ['shown', `as it was and so changed by turns: ${answersText(asked.slice(shownFrom))}`],
        ['chance', `of suppliers that refuse now and then, whatever is asked, at most one in ${oneIn} answers so`],
      ];
    case 'chance':
      return [
        [
          'no cause',
          `it is refused now and then: ${refused} of ${counted(asItWas.length, 'time')} as it was${
            refused === asItWas.length ? '; and with what was accepted once' : ''
          }`,
        ],
        ['answers', answersText(asked)],
      ];
    case 'always':
      return [['no cause', `it is refused whatever is asked: ${counted(others, 'change')} turned nothing`]];
    case 'accepted':
      return [['no cause', `it is not refused here: accepted ${counted(asItWas.length, 'time')} as it was`]];
    case 'unclear':
      return [['no cause', `cannot tell: ${oneLine(reason)}`]];
    default: {
      const so = changes.length > 0 ? `; accepted so far with: ${changes.map((each) => oneLine(each)).join('; ')}` : '';
      return [['no cause', `ended before it could be told: ${oneLine(reason)}${so}`]];
    }
  }
};

/** Lines of at most `width` columns, as far as their words allow. */
export const explainedText = (told: ExplainedTold, width: number): string => {
  const { supplier, said, asked } = told;
  return [
    line('supplier', oneLine(supplier ?? 'not told'), width),
    ...(said === undefined ? [] : [line('said', oneLine(said), width)]),
    ...foundOf(told).map(([label, text]) => line(label, text, width)),
    line('asked', counted(asked.length, 'time'), width),
  ].join('\n');
};
