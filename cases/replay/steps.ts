/** Which exchanges of a case are sent again: all until the finding shows, without those that the client and the engine send by themselves. */
import type { ClauseId } from '../../contracts/clauses.ts';
import { importedFlow } from '../../contracts/outcome.ts';
import type { Exchange, Trace } from '../../contracts/trace.ts';
import type { Finding } from '../../contracts/verdict.ts';
import { chainTo } from '../chain.ts';
import { lastNeeded } from '../part-of-trace.ts';

export type Step = {
  readonly then: Exchange;
  /** What looked up what became of it: the engine does so again. */
  readonly lookedUpBy: readonly Exchange[];
};

/** The part of a finding that decides what is sent. */
export type About = {
  readonly clause: ClauseId;
  readonly finding: Pick<Finding, 'operation' | 'exchange' | 'fingerprint'>;
};

type Choosing = {
  /** The exchange that the case is about: it is sent in any case, even if the engine had sent it by itself. */
  readonly about: number;
  readonly isAboutTokens: boolean;
  readonly isChosen: (exchange: Exchange) => boolean;
};

/** The client logs in by itself, where a login is not what the case is about; a wrong one of a file shows nothing else. */
const isOfItself = ({ operation, login }: Exchange, { flow }: Trace): boolean =>
  operation === 'token' && (login === 'own' || login === 'other' || login === undefined || flow === importedFlow);

const chosenSteps = (trace: Trace, { about, isAboutTokens, isChosen }: Choosing): Step[] => {
  const lookUps = new Map((trace.attempts ?? []).map(({ exchange, lookedUpBy }) => [exchange, lookedUpBy]));
  const byEngine = new Set([...lookUps.values()].flat());
  const isSent = (each: Exchange): boolean =>
    (each.index === about ||
      (!byEngine.has(each.index) &&
        each.failure?.kind !== 'withheld' &&
        (isAboutTokens || !isOfItself(each, trace)))) &&
    isChosen(each);
  return trace.exchanges.filter(isSent).map((then) => ({
    then,
    lookedUpBy: (lookUps.get(then.index) ?? []).flatMap((index) => trace.exchanges[index] ?? []),
  }));
};

/** @param chosen The indices of exchanges to send; all that come before the finding shows when not said. */
export const stepsOf = (trace: Trace, { clause, finding }: About, chosen?: readonly number[]): Step[] => {
  const { exchange: about, fingerprint, operation } = finding;
  const last = chosen ? trace.exchanges.length : lastNeeded(trace, { clause, fingerprint }, about);
  return chosenSteps(trace, {
    about,
    isAboutTokens: clause.startsWith('token.') || operation === 'token',
    isChosen: ({ index }) => index <= last && (chosen?.includes(index) ?? true),
  });
};

/** How the last exchange of a file ended: it is sent with what gave it its ids, and nothing else. */
export const stepsTo = (trace: Trace, at: Exchange, chosen?: readonly number[]): Step[] => {
  const needed = new Set(chosen ?? chainTo(trace, at).map(({ index }) => index));
  return chosenSteps(trace, {
    about: at.index,
    isAboutTokens: at.operation === 'token',
    isChosen: ({ index }) => needed.has(index),
  });
};

/** From where on the story was told in a world of its own: there a client counts its tokens anew, before any lever is pulled. */
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

/** A login that may get its sender blocked. */
export const isWrongLogin = ({ operation, login = 'own' }: Exchange): boolean =>
  operation === 'token' && login !== 'own' && login !== 'other';

/** The index of the first exchange that belongs into a world of its own; undefined where none of these steps needs one. */
export const ownWorldFrom = (trace: Trace, steps: readonly Step[]): number | undefined => {
  const last = steps.at(-1)?.then.index ?? -1;
  const isMoved = trace.clockAdvances.some(({ beforeExchange }) => beforeExchange <= last);
  const isFlown = trace.usedCoupons?.some(({ beforeExchange }) => beforeExchange > 0 && beforeExchange <= last);
  const isWrong = steps.some(({ then }) => isWrongLogin(then));
  const isLate = trace.resumed !== undefined && trace.resumed.beforeExchange <= last;
  if (!isMoved && !isFlown && !isWrong && !isLate) return undefined;
  return restartOf(trace) ?? 0;
};

/** It books or issues something, which later steps lean on. */
export const makes = ({ operation }: Pick<Exchange, 'operation'>): boolean =>
  ['create-booking', 'pnr-create', 'ticket-issue', 'ticket-exchange'].includes(operation);
