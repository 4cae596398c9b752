/** How dictionaries are asked: once each for a token, again and again, in other languages, as the second partner. */

import fc from 'fast-check';
import type { Call } from '../../client/client.ts';
import { dictionaryOperations, type OperationId } from '../../contracts/operations.ts';
import { field, recordsOf } from '../../contracts/subjects.ts';
import type { Exchange } from '../../contracts/trace.ts';
import { type Session, stop } from '../../engine/session.ts';
import { spoken } from '../../generators/headers.ts';
import { isRefusedElseStop } from './needs.ts';

/** The ids of a list. A story without that list ends. */
export const idsIn = (exchange: Exchange): number[] => {
  if (isRefusedElseStop(exchange))
    stop('refused', `${exchange.operation} was refused with HTTP ${exchange.response?.status}`);
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

/** Two reads that differ fail only when a third sides with the first; a fifth shows what begins with the third. */
const reads = { probe: 1, standard: 3, full: 5 };

export const readAgain = async (
  { send, sample }: Pick<Session, 'send' | 'sample'>,
  call: Call,
  language: string,
): Promise<void> => {
  for (let time = 0; time < sample.at(reads); time += 1)
    await send({ ...call, headers: { 'accept-language': language } });
};

/** What holds for an answer holds in every language, and for every partner: a sample takes one of them. */
const variants = [...spoken, 'other partner'] as const;

const readsOfEach = { standard: 1, full: 3 };

/**
 * As another asks, and once more as before: the one in the middle differs where the asker matters.
 *
 * @param row Which of the things that a run reads it is, so that a sample varies them in turn.
 */
export const readOtherwise = async (
  { send, sample, target }: Pick<Session, 'send' | 'sample' | 'target'>,
  call: Call,
  { row, language }: { readonly row: number; readonly language: string },
): Promise<void> => {
  const others = variants.filter(
    (variant) => !language.startsWith(variant) && (variant !== 'other partner' || target.otherPartner),
  );
  for (const variant of sample.some(others, { probe: 0, standard: 1 }, row)) {
    const isOther = variant === 'other partner';
    const headers = { 'accept-language': isOther ? language : variant };
    for (let time = 0; time < sample.at(readsOfEach); time += 1)
      await send({ ...call, headers, ...(isOther && { bearer: 'other' }) });
    await send({ ...call, headers: { 'accept-language': language } });
  }
};
