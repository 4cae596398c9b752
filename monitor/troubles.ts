/** The trouble that a run met, without its exchanges: as much as outlives it. */

import { z } from 'zod';
import { correlationHeaders, sharedHeaders } from '../client/redaction/shared-headers.ts';
import { operationIds } from '../contracts/operations.ts';
import { isRefusal, outcomeOf, succeeded } from '../contracts/outcome.ts';
import type { Exchange, FailureKind, Trace } from '../contracts/trace.ts';
import { StoreFailed } from '../stores/database.ts';

const awayMs = 5_000;

/** A locked or full store is not asked for some seconds: each question would wait long, and all else with it. */
type UnlessAway = <T>(work: () => Promise<T>) => Promise<T>;

/** @returns What does the work, or throws at once what it has failed with a moment ago. */
export const unlessAway = (now: () => number): UnlessAway => {
  let away: { readonly at: number; readonly why: StoreFailed } | undefined;
  return async (work) => {
    if (away && now() >= away.at && now() - away.at < awayMs) throw away.why;
    try {
      return await work();
    } catch (thrown) {
      if (thrown instanceof StoreFailed && thrown.isPassing) away = { at: now(), why: thrown };
      throw thrown;
    }
  };
};

export const troubles = z.strictObject({
  /** Requests that were answered otherwise. */
  answered: z.int().nonnegative(),
  /** Requests that were sent. */
  sent: z.int().nonnegative().optional(),
  /** Our login was refused, and never taken: what needs a token was not asked. */
  isLockedOut: z.boolean().optional(),
  /** Each kind at each operation, once. */
  troubled: z.array(
    z.strictObject({
      operation: z.enum(operationIds),
      trouble: z.string(),
      /** There was no answer at all: another host may show whose network failed. */
      isUnreached: z.boolean(),
      /** Why no answer came, in our own words, such as the dates of a certificate. */
      reason: z.string().optional(),
      /** By which the service finds the request in its logs; of the first one. */
      requestId: z.string().optional(),
    }),
  ),
});
export type Troubles = z.infer<typeof troubles>;
export type Trouble = Troubles['troubled'][number];

const words: Readonly<Record<Exclude<FailureKind, 'withheld'>, string>> = {
  unresolved: 'host name not known',
  refused: 'connection refused',
  'connect-timeout': 'no connection in time',
  tls: 'no trusted TLS connection',
  reset: 'connection closed before the answer was complete',
  'headers-timeout': 'no answer in time',
  'body-timeout': 'the answer stopped coming',
  deadline: 'the answer was not complete in time',
  'too-large': 'the answer was too large',
  protocol: 'the answer was not HTTP',
  aborted: 'the deadline of the probe had passed',
};

/** As a person says it; what HTTP names has its name. What is wrong with a certificate is said as it was found. */
export const troubleText = ({ trouble, reason }: Pick<Trouble, 'trouble' | 'reason'>): string => {
  if (trouble === 'tls' && reason !== undefined)
    return reason.replace(/ \(\w+\)/, '').replace(': it is valid', ', valid');
  return Object.hasOwn(words, trouble) ? words[trouble as keyof typeof words] : trouble;
};

/** As an incident keeps it. */
export const troubleSeen = ({ trouble, reason, requestId }: Trouble) => ({
  trouble,
  ...(reason !== undefined && { actual: reason }),
  ...(requestId !== undefined && { requestId }),
});

/** Every request, the login included, ended in trouble. Undefined where our login was refused, or nothing was sent. */
export const isAllTrouble = ({ answered, troubled, isLockedOut }: Troubles): boolean | undefined => {
  if (isLockedOut === true) return undefined;
  if (answered > 0) return false;
  return troubled.length > 0 ? true : undefined;
};

/** `connection refused at 10 of 10 requests` */
export const allTroubleText = ({ troubled, sent }: Troubles): string => {
  const kinds = [...new Set(troubled.map(troubleText))];
  return `${kinds.join(', ')}${sent === undefined ? '' : ` at ${sent} of ${sent} requests`}`;
};

const unreached: readonly FailureKind[] = ['unresolved', 'refused', 'connect-timeout', 'tls'];

export const isLockedOut = (exchanges: readonly Exchange[]): boolean => {
  const logins = exchanges.filter(({ operation, login }) => operation === 'token' && login === 'own');
  return logins.some(isRefusal) && !logins.some(succeeded);
};

/** As far as it may leave: what has not the form of such an id may be about a person. */
const requestIdOf = ({ response }: Exchange): string | undefined => {
  const sent = response?.headers ?? {};
  const asked = Object.fromEntries(
    correlationHeaders.flatMap((name) => (sent[name] === undefined ? [] : [[name, sent[name]]])),
  );
  return Object.values(sharedHeaders(asked, 'response', () => '').headers).find((each) => each !== '');
};

export const troublesIn = (traces: readonly Pick<Trace, 'exchanges' | 'cleanUp'>[]): Troubles => {
  const exchanges = traces
    .flatMap(({ exchanges, cleanUp = [] }) => [...exchanges, ...cleanUp])
    .filter(({ failure }) => failure?.kind !== 'withheld');
  const all = exchanges.flatMap((exchange): Trouble[] => {
    const outcome = outcomeOf(exchange);
    if (outcome.kind !== 'trouble') return [];
    const { operation, failure } = exchange;
    const trouble = outcome.trouble.split(': ')[0] ?? '';
    const requestId = requestIdOf(exchange);
    const isUnreached = failure !== undefined && unreached.includes(failure.kind);
    return [
      {
        operation,
        trouble,
        isUnreached,
        ...(failure && { reason: failure.message }),
        ...(requestId !== undefined && { requestId }),
      },
    ];
  });
  const kinds = Map.groupBy(all, ({ operation, trouble }) => `${operation} ${trouble}`);
  return {
    answered: exchanges.length - all.length,
    sent: exchanges.length,
    ...(isLockedOut(exchanges) && { isLockedOut: true }),
    troubled: [...kinds.values()].flatMap(([first]) => first ?? []),
  };
};
