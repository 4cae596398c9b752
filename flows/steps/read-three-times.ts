/** Reads a list three times in a row: two reads that differ are blamed only when the third sides with the first. Once in a probe. */
import type { OperationId } from '../../contracts/operations.ts';
import type { Session } from '../../engine/session.ts';

const reads = { probe: 1, standard: 3, full: 3 };

export const readThreeTimes = async (
  { send, sample }: Pick<Session, 'send' | 'sample'>,
  operation: OperationId,
  language: string,
): Promise<void> => {
  for (let read = 0; read < sample.at(reads); read += 1)
    await send({ operation, headers: { 'accept-language': language } });
};
