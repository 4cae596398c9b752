/** Cases in words: what a replay has shown, what explains a refusal, and what minimising has left. */

import type { Finding } from '../contracts/verdict.ts';
import { passesNeeded, type SeenFailure } from '../contracts/watched.ts';
import { oneLine } from './safe-text.ts';
import { counted, filled, labelled } from './text-layout.ts';

type ReproAttempt = {
  readonly outcome: 'same' | 'different' | 'fixed' | 'unclear';
  readonly reason?: string | undefined;
  readonly finding?: Finding | undefined;
  /** Of a case in which no clause is broken: how its exchange ended. */
  readonly ended?: { readonly operation: string; readonly then: string; readonly now?: string | undefined } | undefined;
};

const endings = {
  same: 'ends as it did then',
  different: 'ends differently',
  fixed: 'fixed',
  unclear: 'cannot tell',
} as const;

const labels = {
  same: 'still fails the same way',
  different: 'fails differently',
  fixed: 'fixed',
  unclear: 'cannot tell',
} as const;

const outcomesInOrder = ['same', 'different', 'unclear', 'fixed'] as const;

/** The attempt that decides: a case that failed once is not fixed, and an unclear attempt is no proof. */
export const decisive = <Attempt extends ReproAttempt>(attempts: readonly Attempt[]): Attempt | undefined =>
  outcomesInOrder.map((outcome) => attempts.find((each) => each.outcome === outcome)).find((each) => each);

const whereOf = ({ operation, where }: Finding): string => `${operation} → ${oneLine(where)}`;

const labelOf = ({ outcome, ended }: ReproAttempt): string => {
  if (!ended) return labels[outcome];
  return outcome === 'same' && ended.then.startsWith('refused') ? 'still refused' : endings[outcome];
};

const detailOf = ({ reason, finding, outcome, ended }: ReproAttempt): string => {
  if (outcome === 'unclear') return oneLine(reason ?? 'nothing shows it');
  if (ended) {
    const { operation, then, now = 'not sent' } = ended;
    return oneLine(`${operation} ${outcome === 'same' ? then : `${now} now, ${then} then`}`);
  }
  if (!finding) return '';
  const { expected, actual } = finding;
  return outcome === 'different'
    ? `${whereOf(finding)}: expected ${oneLine(expected, 80)}, actual ${oneLine(actual, 80)}`
    : whereOf(finding);
};

/** That it did not happen, and not often enough: an error of now and then may hide in so few attempts. */
export const isUnearned = (attempts: readonly ReproAttempt[], seen?: SeenFailure): boolean =>
  decisive(attempts)?.outcome === 'fixed' && attempts.length < passesNeeded(seen);

/** One line. @param seen In how many of its sendings the error was seen before. */
export const reproText = (attempts: readonly ReproAttempt[], seen?: SeenFailure): string => {
  const decided = decisive(attempts);
  if (!decided) return `${labels.unclear}   nothing was sent`;
  const { outcome } = decided;
  if (seen && isUnearned(attempts, seen)) {
    const needed = passesNeeded(seen);
    return `not seen in ${counted(attempts.length, 'attempt')}   it was seen in ${seen.failed} of ${seen.sent} sendings, so fixed needs ${needed} attempts: add --attempts ${needed}`;
  }
  const count = attempts.filter((each) => each.outcome === outcome).length;
  const times = attempts.length > 1 ? `, in ${count} of ${attempts.length} attempts` : '';
  const detail = detailOf(decided);
  return `${labelOf(decided)}${times}${detail === '' ? '' : `   ${detail}`}`;
};

/** What decides a refusal, or why no cause is named. */
type Explanation = {
  readonly ended: 'cause' | 'chance' | 'always' | 'accepted' | 'unclear' | 'spent' | 'interrupted';
  readonly supplier: string | undefined;
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

const line = (label: string, text: string, width: number): string => labelled(label, text, { hang, width });

const answersText = (asked: Explanation['asked']): string => asked.map(({ answer }) => answer).join(', ');

const foundOf = (explained: Explanation): readonly (readonly [label: string, text: string])[] => {
  const { ended, asked, shownFrom = 0, reason = '', oneIn } = explained;
  const changes = explained.changes.map((each) => oneLine(each));
  const asItWas = asked.filter((each) => each.changes.length === 0);
  const refused = asItWas.filter(({ answer }) => answer === 'refused').length;
  const others = new Set(asked.flatMap((each) => each.changes)).size;
  switch (ended) {
    case 'cause':
      return [
        ['cause', changes.join('; and ')],
        ['shown', `as it was and so changed by turns: ${answersText(asked.slice(shownFrom))}`],
        ['chance', `of suppliers that refuse now and then for no reason, at most one in ${oneIn} answers so`],
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
      return [['no cause', `it is refused each time: ${counted(others, 'change')} changed nothing`]];
    case 'accepted':
      return [['no cause', `it is not refused here: accepted ${counted(asItWas.length, 'time')} as it was`]];
    case 'unclear':
      return [['no cause', `cannot tell: ${oneLine(reason)}`]];
    default: {
      const so = changes.length > 0 ? `; accepted so far with: ${changes.join('; ')}` : '';
      return [['no cause', `ended before the cause was clear: ${oneLine(reason)}${so}`]];
    }
  }
};

/** Lines of at most `width` columns, as far as their words allow. */
export const explainedText = (explained: Explanation, width: number): string => {
  const { supplier, said, asked } = explained;
  return [
    line('supplier', oneLine(supplier ?? 'not reported'), width),
    ...(said === undefined ? [] : [line('said', oneLine(said), width)]),
    ...foundOf(explained).map(([label, text]) => line(label, text, width)),
    line('asked', counted(asked.length, 'time'), width),
  ].join('\n');
};

type Minimisation = {
  readonly ended: 'minimal' | 'spent' | 'interrupted' | 'unshown';
  readonly reason?: string | undefined;
  /** Of the smallest, in order: `4 create-booking`. */
  readonly steps: readonly string[];
  readonly stepsBefore: number;
  readonly without: readonly string[];
  readonly requests: number;
  /** How it is known of each part of the smallest that it cannot be left out, too. */
  readonly oneLess: readonly { readonly by: 'sent' | 'judged' | 'named'; readonly isTroubled?: true | undefined }[];
};

const partsLine = (label: string, parts: readonly string[], width: number): string => {
  const pieces = parts.map((part, at) => `${oneLine(part, 60)}${at < parts.length - 1 ? ',' : ''}`);
  return `${label.padEnd(hang)}${filled(pieces, { hang, width })}`;
};

const shownBy = ({ oneLess }: Minimisation): string[] => {
  const known = oneLess.filter(({ isTroubled }) => !isTroubled);
  const ways: [count: number, way: string][] = [
    [known.filter(({ by }) => by === 'sent').length, 'sent again, and it did not fail'],
    [known.filter(({ by }) => by === 'named').length, 'not sent: without it a refusal is lawful'],
    [known.filter(({ by }) => by === 'judged').length, 'not sent: by the judge, the rest cannot show it'],
    [oneLess.length - known.length, 'in trouble each time: nothing is known of it'],
  ];
  return ways.flatMap(([count, way]) => (count > 0 ? [`${count} ${way}`] : []));
};

const minimisedEndings = {
  minimal: 'minimal',
  spent: 'smaller, and perhaps not the smallest',
  interrupted: 'smaller, and perhaps not the smallest',
  unshown: 'cannot be minimised',
} as const;

/** Lines of at most `width` columns, as far as their words allow. */
export const minimisedText = (of: Minimisation, width: number): string => {
  const { ended, reason, steps, stepsBefore, without, requests } = of;
  const isMinimal = ended === 'minimal' && !of.oneLess.some(({ isTroubled }) => isTroubled);
  const state = ended === 'minimal' && !isMinimal ? minimisedEndings.spent : minimisedEndings[ended];
  const head = reason === undefined ? state : `${state}: ${oneLine(reason)}`;
  const [first = '', ...others] = steps;
  const sum = `sent      ${counted(requests, 'request')}`;
  if (ended === 'unshown') return `${head}\n${sum}`;
  return [
    head,
    partsLine('steps', [`${steps.length} of ${stepsBefore}: ${first}`, ...others], width),
    ...(without.length > 0 ? [partsLine('left out', without, width)] : []),
    ...(ended === 'minimal' ? [partsLine('one less', shownBy(of), width)] : []),
    sum,
  ].join('\n');
};
