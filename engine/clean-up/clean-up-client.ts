/** Sends what must still be sent when a run is over or was ended: with the tokens it held, and a deadline of its own. */
import { type Client, createClient, untilLater } from '../../client/client.ts';
import { cleanUpMs, outliving } from '../../client/run-deadline.ts';
import type { Exchange } from '../../contracts/trace.ts';
import type { PermittedAsk, PermittedVoid } from '../asked.ts';
import { asking } from '../asking.ts';
import type { RunOptions } from '../run-options.ts';

export type Cleaner = {
  readonly ask: PermittedAsk;
  readonly voidTicket: PermittedVoid;
  readonly pause: (ms: number) => Promise<void>;
  close(): Promise<void>;
};

/**
 * A client of its own: that of the run obeys a signal that may have aborted, and gives up what was in trouble too often.
 *
 * @param exchanges Where they are recorded.
 */
export const cleaner = (
  { target, transport, createClient: create = createClient }: Pick<RunOptions, 'target' | 'transport' | 'createClient'>,
  { baseUrl, client, exchanges }: { readonly baseUrl: string; readonly client: Client; readonly exchanges: Exchange[] },
): Cleaner => {
  const { awaiting } = transport;
  const signal = AbortSignal.any([outliving(transport.signal, cleanUpMs), ...(awaiting ? [awaiting.givenUp] : [])]);
  const { aviaPath, credentials, otherPartner } = target;
  const deadlineMs = Math.min(target.limits.deadlineMs, cleanUpMs);
  const limits = { ...target.limits, deadlineMs };
  const tokens = client.heldTokens();
  const own = create({
    ...transport,
    signal,
    awaiting: undefined,
    tokens,
    baseUrl,
    aviaPath,
    credentials,
    otherPartner,
    limits,
    // Each cancellation is about another booking: that three ended in trouble is no reason to leave the fourth.
    troublesMax: Number.POSITIVE_INFINITY,
  });
  const { ask, voidTicket } = asking({ target, send: (call) => own.send(call, { exchanges }) });
  const { delay = untilLater } = transport;
  return { ask, voidTicket, pause: (ms) => delay(ms, signal), close: own.close };
};
