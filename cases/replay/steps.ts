/** Chooses the exchanges of a case that are sent again: all up to the finding, without those that the engine adds. */
import type { ClauseId } from '../../contracts/clauses.ts';
import { importedFlow } from '../../contracts/outcome.ts';
import type { Exchange, Trace } from '../../contracts/trace.ts';
import type { Finding } from '../../contracts/verdict.ts';
import { chainTo, lastNeeded } from '../chain.ts';

export type ReplayStep = {
  readonly then: Exchange;
  /** The look-ups after a lost answer: the engine sends its own. */
  readonly lookedUpBy: readonly Exchange[];
};

/** Of the steps and of their look-ups. */
export const indicesOf = (steps: readonly ReplayStep[]): ReadonlySet<number> =>
  new Set(steps.flatMap(({ then, lookedUpBy }) => [then, ...lookedUpBy].map(({ index }) => index)));

export type AboutFinding = {
  readonly clause: ClauseId;
  readonly finding: Pick<Finding, 'operation' | 'exchange' | 'fingerprint'>;
};

/** A login that the client adds by itself. In a file, a wrong login is left out as well. */
const isOfItself = ({ operation, login }: Exchange, { flow }: Trace): boolean =>
  operation === 'token' && (login === 'own' || login === 'other' || login === undefined || flow === importedFlow);

/** @param about The exchange that the case is about: it is always sent, even if the engine added it. */
const chosenSteps = (
  trace: Trace,
  { about, isAboutTokens }: { readonly about: number; readonly isAboutTokens: boolean },
  isChosen: (index: number) => boolean,
): ReplayStep[] => {
  const lookUps = new Map((trace.attempts ?? []).map(({ exchange, lookedUpBy }) => [exchange, lookedUpBy]));
  const byEngine = new Set([...lookUps.values()].flat());
  const isSent = (each: Exchange): boolean =>
    (each.index === about ||
      (!byEngine.has(each.index) &&
        each.failure?.kind !== 'withheld' &&
        (isAboutTokens || !isOfItself(each, trace)))) &&
    isChosen(each.index);
  return trace.exchanges.filter(isSent).map((then) => ({
    then,
    lookedUpBy: (lookUps.get(then.index) ?? []).flatMap((index) => trace.exchanges[index] ?? []),
  }));
};

/** @param chosen The indices of exchanges to send; all up to the finding by default. */
export const stepsOf = (trace: Trace, { clause, finding }: AboutFinding, chosen?: readonly number[]): ReplayStep[] => {
  const { exchange: about, fingerprint, operation } = finding;
  const last = chosen ? trace.exchanges.length : lastNeeded(trace, { clause, fingerprint }, about);
  const isAboutTokens = clause.startsWith('token.') || operation === 'token';
  return chosenSteps(trace, { about, isAboutTokens }, (index) => index <= last && (chosen?.includes(index) ?? true));
};

/** For the ending of one exchange: only that exchange, and those that gave its ids. */
export const stepsTo = (trace: Trace, at: Exchange, chosen?: readonly number[]): ReplayStep[] => {
  const needed = new Set(chosen ?? chainTo(trace, at).map(({ index }) => index));
  const of = { about: at.index, isAboutTokens: at.operation === 'token' };
  return chosenSteps(trace, of, (index) => needed.has(index));
};

/** Where the flow went on in its own world: a new client counts its tokens from 1 again, before any lever is pulled. */
const restartOf = ({ exchanges, clockAdvances, usedCoupons = [] }: Trace): number | undefined => {
  const pulled = [...clockAdvances, ...usedCoupons].map(({ beforeExchange }) => beforeExchange);
  const end = Math.min(...pulled.filter((index) => index > 0));
  let serialMax = 0;
  for (const { index, operation, tokenSerial } of exchanges) {
    if (index >= end) return undefined;
    if (operation === 'token' && tokenSerial > 0 && tokenSerial <= serialMax) return index;
    serialMax = Math.max(serialMax, tokenSerial);
  }
  return undefined;
};

/** A login that may block the account. */
export const isWrongLogin = ({ operation, login = 'own' }: Exchange): boolean =>
  operation === 'token' && login !== 'own' && login !== 'other';

/** The index of the first exchange that needs its own world; undefined where no step needs one. */
export const ownWorldFrom = (trace: Trace, steps: readonly ReplayStep[]): number | undefined => {
  const last = steps.at(-1)?.then.index ?? -1;
  const isMoved = trace.clockAdvances.some(({ beforeExchange }) => beforeExchange <= last);
  const isFlown = trace.usedCoupons?.some(({ beforeExchange }) => beforeExchange > 0 && beforeExchange <= last);
  const isWrong = steps.some(({ then }) => isWrongLogin(then));
  const isLate = trace.resumed !== undefined && trace.resumed.beforeExchange <= last;
  if (!isMoved && !isFlown && !isWrong && !isLate) return undefined;
  return restartOf(trace) ?? 0;
};

/** It books or issues something that later steps need. */
export const makes = ({ operation }: Pick<Exchange, 'operation'>): boolean =>
  ['create-booking', 'pnr-create', 'ticket-issue', 'ticket-exchange'].includes(operation);
