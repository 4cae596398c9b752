/** A trouble: one failure of the environment, which breaks no clause. */
import type { OperationId } from '../contracts/operations.ts';
import type { Reply } from './reply.ts';
import type { Wire } from './wire.ts';
import type { World } from './world.ts';

type Struck = { readonly operation: OperationId; readonly world: World; readonly reply: Reply };

/** Replaces the reply as a proxy would, or the way its bytes travel; where `strikes` says no, all stays as it is. */
type Spelled = {
  readonly summary: string;
  readonly strikes?: (struck: Struck) => boolean;
  /** Where it can strike; everywhere when not said. */
  readonly touches?: readonly OperationId[];
} & ({ readonly reply: (reply: Reply) => Reply } | { readonly wire: Wire });

export type Trouble<Id extends string = string> = Spelled & { readonly id: Id };

export const trouble = <const Id extends string>(id: Id, spelled: Spelled): Trouble<Id> => ({ ...spelled, id });
