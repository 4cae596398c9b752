/** A walk over what a test records, with nothing replaced. */
import type { Runner } from '../../../engine/run.ts';
import { type FlowWalker, walker } from '../../../engine/walk.ts';

export const walkWith = (record: Runner['record']): FlowWalker['walk'] =>
  walker({ id: 'run' }, { record, share: (trace) => trace }).walk;
