/** Keeps back what our two readings of a schema disagree about: whatever came of it would tell of us, and not of the service. */
import type { Json } from '../contracts/json.ts';
import type { OperationId } from '../contracts/operations.ts';
import type { Session } from '../engine/session.ts';
import { isDisputed, type Reading } from '../generators/requests/label.ts';

/** Whether a body is sent; one that is not is counted in the trace. */
export const isSendable = (
  { drop }: Pick<Session, 'drop'>,
  operation: OperationId,
  body: Json,
  reading?: Reading,
): boolean => {
  if (!isDisputed(operation, body, reading)) return true;
  drop();
  return false;
};
