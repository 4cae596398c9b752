/** The requests of a run, caught on their way and sent again with nothing around them. */
import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import PQueue from 'p-queue';
import { Agent } from 'undici';

export type BareRequest = {
  readonly method: string;
  readonly origin: string;
  readonly path: string;
  readonly headers: readonly string[];
  readonly body: string | undefined;
};

type Created = {
  readonly request: {
    readonly method: string;
    readonly origin: string;
    readonly path: string;
    readonly headers: readonly string[];
    readonly body: unknown;
  };
};

const channel = 'undici:request:create';

/** Everything that undici sends while the work goes on, in order. */
export const requestsOf = async (work: () => Promise<unknown>): Promise<BareRequest[]> => {
  const caught: BareRequest[] = [];
  const listener = (message: unknown): void => {
    const { method, origin, path, headers, body } = (message as Created).request;
    const text =
      typeof body === 'string' ? body : body instanceof Uint8Array ? Buffer.from(body).toString() : undefined;
    caught.push({ method, origin, path, headers: [...headers], body: text });
  };
  subscribe(channel, listener);
  try {
    await work();
  } finally {
    unsubscribe(channel, listener);
  }
  return caught;
};

/** Sends them and reads every answer whole, as many at once as the target allows. */
export const sendBare = async (requests: readonly BareRequest[], concurrency: number): Promise<void> => {
  const agent = new Agent({ connections: concurrency });
  const queue = new PQueue({ concurrency });
  await queue.addAll(
    requests.map(({ method, origin, path, headers, body }) => async () => {
      const answer = await agent.request({
        origin,
        path,
        method: method as 'GET' | 'POST',
        headers: [...headers],
        ...(body !== undefined && { body }),
      });
      await answer.body.arrayBuffer();
    }),
  );
  await agent.close();
};
