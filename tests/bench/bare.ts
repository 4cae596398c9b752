/** The requests of a run, caught on their way and sent again with nothing around them. */
import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { Agent } from 'undici';

/** Of every run that is measured, so that all send the same. */
export const seed = 1;

export type BareRequest = {
  readonly method: string;
  readonly origin: string;
  readonly path: string;
  readonly headers: readonly string[];
  readonly body: string | undefined;
  /** How many requests before it had been answered when it was sent: as many are under way at a time as in the run. */
  readonly afterAnswers: number;
};

type Message = { readonly request: Omit<BareRequest, 'body' | 'afterAnswers'> & { readonly body: unknown } };

const textOf = (body: unknown): string | undefined => {
  if (typeof body === 'string') return body;
  return body instanceof Uint8Array ? Buffer.from(body).toString() : undefined;
};

/** Everything that undici sends while the work goes on, in order. */
export const requestsOf = async (work: () => Promise<unknown>): Promise<BareRequest[]> => {
  const caught: BareRequest[] = [];
  let answers = 0;
  const onSent = (message: unknown): void => {
    const { method, origin, path, headers, body } = (message as Message).request;
    caught.push({ method, origin, path, headers: [...headers], body: textOf(body), afterAnswers: answers });
  };
  const onAnswered = (): void => {
    answers += 1;
  };
  subscribe('undici:request:create', onSent);
  subscribe('undici:request:trailers', onAnswered);
  try {
    await work();
  } finally {
    unsubscribe('undici:request:create', onSent);
    unsubscribe('undici:request:trailers', onAnswered);
  }
  return caught;
};

/** Sends them and reads every answer whole, each as soon as those before it are answered, as in the run. */
export const sendBare = async (requests: readonly BareRequest[]): Promise<void> => {
  const agent = new Agent();
  const answered = requests.map(() => Promise.withResolvers<void>());
  let answers = 0;
  const send = async ({ method, origin, path, headers, body }: BareRequest): Promise<void> => {
    const answer = await agent.request({
      origin,
      path,
      method: method as 'GET' | 'POST',
      headers: [...headers],
      ...(body !== undefined && { body }),
    });
    await answer.body.arrayBuffer();
    answered[answers]?.resolve();
    answers += 1;
  };
  const all: Promise<void>[] = [];
  for (const request of requests) {
    if (request.afterAnswers > answers) await answered[request.afterAnswers - 1]?.promise;
    all.push(send(request));
  }
  await Promise.all(all);
  await agent.close();
};
