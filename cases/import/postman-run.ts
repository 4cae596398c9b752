/** Reads the run of a collection as `newman run --reporters json` exports it. */
import { z } from 'zod';
import {
  cookiesIn,
  duration,
  type Found,
  type FoundAnswer,
  type FoundFile,
  headerIn,
  moment,
  sentByDate,
} from './found.ts';
import { foundAnswer } from './found-answer.ts';
import { headersOf, pairs, request, sent } from './postman.ts';

/** Bytes one by one: too many to look at each. */
const bytes = z.custom<number[]>((value) => Array.isArray(value));

const execution = z.object({
  request,
  response: z
    .object({
      code: z.int(),
      header: z.union([z.string(), pairs]),
      responseTime: z.number().nullish(),
      stream: z.object({ data: bytes }).nullish(),
      responseSize: z.number().optional().catch(undefined),
      body: z.string().nullish(),
    })
    .nullish(),
});
type Execution = z.infer<typeof execution>;

export const newmanRun = z.object({
  run: z.object({
    executions: z.array(z.unknown()),
    timings: z.object({ started: z.number() }).nullish().catch(undefined),
  }),
});

/** What the application exports of a run: names and statuses, and no bodies. */
export const runOfApplication = z.object({ results: z.array(z.unknown()), collection: z.object({}) });

const answerOf = (response: Execution['response']): FoundAnswer => {
  if (!response) return { lost: 'the file holds no answer to it' };
  const headers = headersOf(response.header);
  if (headers.length === 0) return { lost: 'the file does not hold the headers of its answer' };
  const { code, stream, body, responseSize } = response;
  return foundAnswer(code, headers, stream ? Buffer.from(stream.data) : body, responseSize);
};

/** One after the other: a Date header has no parts of a second, and puts none before the one that it followed. */
export const readNewmanRun = ({ run }: z.infer<typeof newmanRun>, nowMs: number): FoundFile => {
  const [found, notJudged]: [Found[], FoundFile['notJudged'][number][]] = [[], []];
  let beforeMs = Number.NEGATIVE_INFINITY;
  let freeMs = moment(run.timings?.started ?? Number.NaN) ?? nowMs;
  for (const [i, given] of run.executions.entries()) {
    const { data, error } = execution.safeParse(given);
    if (!data) {
      const why = `it is no run of newman: look at ${error.issues[0]?.path.join('.')}`;
      notJudged.push({ what: `execution ${i + 1}`, why });
      continue;
    }
    const durationMs = duration(data.response?.responseTime);
    const byDateMs = sentByDate(headersOf(data.response?.header), durationMs);
    const sentAtMs = Math.max(beforeMs, byDateMs ?? freeMs);
    beforeMs = sentAtMs + durationMs;
    freeMs = beforeMs;
    const request = sent(data.request);
    const cookies = cookiesIn(headerIn(request.headers, 'cookie'));
    found.push({ ...request, cookies, sentAtMs, durationMs, answer: answerOf(data.response) });
  }
  return { format: 'Postman run', found, notJudged, showsAuthorization: true };
};
