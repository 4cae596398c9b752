/** Requests for flows that are about the token: to every operation, with whatever token is tried. */

import { type OperationId, operations } from '../../contracts/operations.ts';
import type { CallOptions } from '../../engine/asked.ts';
import type { Session } from '../../engine/session.ts';
import type { BadTokens } from '../../generators/bad-token-kinds.ts';
import type { BadToken } from '../../generators/requests/bad-tokens.ts';

export type TokenAsk<Operation extends OperationId = OperationId> = {
  readonly operation: Operation;
  send(callOptions: CallOptions): Promise<unknown>;
};

/** With a token of ours nothing else is sent but to book and to ticket, and to take that back. */
export const readsOnly = ({ operation }: Pick<TokenAsk, 'operation'>): boolean =>
  operations[operation].effect === 'reads';

/** A body with nothing in it, which has no effect whoever sends it, to every operation that the run looks at. */
export const emptyAsks = <Operation extends OperationId>(
  { isAsked, send }: Session,
  all: readonly Operation[],
): TokenAsk<Operation>[] =>
  all.filter(isAsked).map((operation) => ({
    operation,
    send: (callOptions) => send({ operation, body: {}, ...callOptions }),
  }));

/** The valid asks in place of the empty ones, as far as there are any. */
export const filledIn = <Operation extends OperationId>(
  empty: readonly TokenAsk<Operation>[],
  valid: readonly TokenAsk<Operation>[],
): TokenAsk<Operation>[] => empty.map((each) => valid.find(({ operation }) => operation === each.operation) ?? each);

/** Asks all of them with each token. */
export const sendAll = async (
  asks: readonly TokenAsk[],
  tokens: readonly BadToken[],
  isSampled: BadTokens['isSampled'] = () => true,
): Promise<void> => {
  for (const token of tokens) {
    for (const { operation, send } of asks) if (isSampled(operation, token)) await send(token);
  }
};
