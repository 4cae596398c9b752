/** Reads a list three times in a row: two reads that differ are blamed only when the third sides with the first. */
import type { OperationId } from '../../contracts/operations.ts';
import type { Session } from '../session.ts';

export const readThreeTimes = async (
  send: Session['send'],
  operation: OperationId,
  language: string,
): Promise<void> => {
  for (let read = 0; read < 3; read += 1) await send({ operation, headers: { 'accept-language': language } });
};
