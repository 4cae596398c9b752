/** The oddities and troubles of the sandbox that a command line names. */
import { type OperationId, operationIds, operations } from '../contracts/operations.ts';
import { unknownName } from '../contracts/usage-error.ts';
import { isOddityId, type OddityId, oddityIds } from '../sandbox/oddities.ts';
import { isTroubleId, type PlannedTrouble, troubleIds } from '../sandbox/troubles.ts';

const isOperationId = (id: string): id is OperationId => Object.hasOwn(operations, id);

/** @throws UsageError when a trouble or its operation is unknown. */
export const knownTroubles = (given: readonly string[] = []): PlannedTrouble[] =>
  given.map((text) => {
    const [id = '', operation] = text.split(':');
    if (!isTroubleId(id))
      throw unknownName('trouble', id, troubleIds, 'list them with npx --no -- preflight prove --list-troubles');
    if (operation === undefined) return { id };
    if (!isOperationId(operation))
      throw unknownName('operation', operation, operationIds, 'see contracts/operations.ts');
    return { id, operations: [operation] };
  });

/** @throws UsageError when an oddity is unknown. */
export const knownOddities = (ids: readonly string[] = []): OddityId[] =>
  ids.map((id) => {
    if (!isOddityId(id))
      throw unknownName('oddity', id, oddityIds, 'list them with npx --no -- preflight prove --list-oddities');
    return id;
  });
