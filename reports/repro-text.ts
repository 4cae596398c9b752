/** What sending a case again has shown, in a line. */
import { passesNeeded, type Seen } from '../contracts/seen.ts';
import type { Finding } from '../contracts/verdict.ts';
import { counted } from './counted.ts';
import { oneLine } from './one-line.ts';

export type ReproAttempt = {
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

/** The one that decides: whoever fails once is not fixed, and who cannot be told about is neither. */
export const decisive = <Attempt extends ReproAttempt>(attempts: readonly Attempt[]): Attempt | undefined =>
  outcomesInOrder.map((outcome) => attempts.find((each) => each.outcome === outcome)).find((each) => each);

const whereOf = ({ operation, where }: Finding): string => `${operation} → ${oneLine(where)}`;

const endingOf = (
  { operation, then, now }: NonNullable<ReproAttempt['ended']>,
  outcome: ReproAttempt['outcome'],
): string => oneLine(`${operation} ${outcome === 'same' ? then : `${now ?? 'not sent'} now, ${then} then`}`);

const labelOf = ({ outcome, ended }: ReproAttempt): string => {
  if (!ended) return labels[outcome];
  return outcome === 'same' && ended.then.startsWith('refused') ? 'still refused' : endings[outcome];
};

const saidOf = ({ reason, finding, outcome, ended }: ReproAttempt): string => {
  if (outcome === 'unclear') return oneLine(reason ?? 'nothing shows it');
  if (ended) return endingOf(ended, outcome);
  if (!finding) return '';
  const { expected, actual } = finding;
  return outcome === 'different'
    ? `${whereOf(finding)}: expected ${oneLine(expected, 80)}, actual ${oneLine(actual, 80)}`
    : whereOf(finding);
};

/** That it did not happen, and not often enough: an error of now and then may hide in so few attempts. */
export const isUnearned = (attempts: readonly ReproAttempt[], seen?: Seen): boolean =>
  decisive(attempts)?.outcome === 'fixed' && attempts.length < passesNeeded(seen);

/** One line. @param seen In how many of its sendings the error was seen before. */
export const reproText = (attempts: readonly ReproAttempt[], seen?: Seen): string => {
  const decided = decisive(attempts);
  if (!decided) return `${labels.unclear}   nothing was sent`;
  const { outcome } = decided;
  if (seen && isUnearned(attempts, seen)) {
    const needed = passesNeeded(seen);
    return `not seen in ${counted(attempts.length, 'attempt')}   it was seen in ${seen.failed} of ${seen.sent} sendings, so fixed needs ${needed} attempts: add --attempts ${needed}`;
  }
  const count = attempts.filter((each) => each.outcome === outcome).length;
  const times = attempts.length > 1 ? `, in ${count} of ${attempts.length} attempts` : '';
  const said = saidOf(decided);
  return `${labelOf(decided)}${times}${said === '' ? '' : `   ${said}`}`;
};
