/** How dictionaries are asked: once each for a token, again and again, in other languages, as the second partner. */

import fc from 'fast-check';
import type { Call } from '../../client/client.ts';
import { dictionaryOperations, type OperationId } from '../../contracts/operations.ts';
import { refusedWith, succeeded } from '../../contracts/outcome.ts';
import { field, recordsOf } from '../../contracts/subjects.ts';
import type { Exchange } from '../../contracts/trace.ts';
import { type Session, stop } from '../../engine/session.ts';
import { spoken } from '../../generators/headers.ts';
import { isRefusedElseStop } from './needs.ts';

/** The ids of a list. A story without that list ends. */
export const idsIn = (exchange: Exchange): number[] => {
  if (isRefusedElseStop(exchange)) stop('refused', `${exchange.operation} ${refusedWith(exchange)}`);
  return recordsOf(exchange)
    .map((record) => field(record, 'id'))
    .filter((id) => typeof id === 'number');
};

/** Ids that need not exist: whether the token counts is decided before. */
export const askedIds = fc.record({
  countryId: fc.integer({ min: 1, max: 300 }),
  hotelId: fc.integer({ min: 1, max: 10_000 }),
});

/** @param isAsked Leaves out the operations that a run does not look at. */
export const dictionaryAsks = (
  { countryId, hotelId }: { countryId: number; hotelId: number },
  isAsked: (operation: OperationId) => boolean,
): Call[] =>
  dictionaryOperations.filter(isAsked).map((operation) => ({
    operation,
    ...(operation === 'cities' && { query: [['countryId', String(countryId)]] as const }),
    ...(operation === 'hotel-static' && { path: { hotelId: String(hotelId) } }),
  }));

/** What holds for an answer holds in every language, and for every partner: a sample takes one of them. */
const variants = [...spoken, 'other partner'] as const;

type RepeatedReads = {
  /** Which of the things that a run reads it is: a sample varies the others in turn. Without it there are no others. */
  readonly row?: number | undefined;
  readonly language: string;
};

/**
 * Reads the same again and again, and as others ask. Of three reads by one asker the third decides which of two that
 * differ is wrong; where another asker's read stands between two that are alike, the asker matters.
 */
export const readAgain = async (
  { send, sample, target }: Pick<Session, 'send' | 'sample' | 'target'>,
  call: Call,
  { row, language }: RepeatedReads,
): Promise<void> => {
  const others = variants.filter(
    (variant) => !language.startsWith(variant) && (variant !== 'other partner' || target.otherPartner),
  );
  const asOwn = () => send({ ...call, headers: { 'accept-language': language } });
  const asOther = (variant: (typeof variants)[number]) =>
    variant === 'other partner'
      ? send({ ...call, headers: { 'accept-language': language }, bearer: 'other' })
      : send({ ...call, headers: { 'accept-language': variant } });
  await asOwn();
  if (sample.depth === 'probe') return;
  for (const variant of row === undefined ? [] : sample.some(others, { standard: 1 }, row)) {
    await asOther(variant);
    await asOwn();
    if (sample.depth === 'full') for (let time = 0; time < 2; time += 1) await asOther(variant);
  }
  // A fifth in a row shows what begins with the third.
  for (let time = 1; time < sample.at({ standard: 2, full: 5 }); time += 1) await asOwn();
};

/**
 * How many well-formed requests follow the first failure, and the second. The numbers differ for machines that fail on
 * every second or third request of any kind. No such machine then fails on all requests that are malformed and on no
 * other.
 */
const wellFormedBetween = [1, 2] as const;

const failsInside = ({ response }: Exchange): boolean => (response?.status ?? 0) >= 500;

/** Asks, and repeats failures inside the service while it answers well-formed requests. True when all failed. */
export const failsEveryTime = async ({ send }: Pick<Session, 'send'>, bad: Call, good: Call): Promise<boolean> => {
  for (const between of wellFormedBetween) {
    if (!failsInside(await send(bad))) return false;
    for (let time = 0; time < between; time += 1) if (!succeeded(await send(good))) return false;
  }
  return failsInside(await send(bad));
};
