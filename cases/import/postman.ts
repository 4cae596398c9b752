/** Reads files of Postman (collection format 2.1): runs of newman, and examples saved in a collection. */
import { z } from 'zod';
import { UsageError } from '../../contracts/usage-error.ts';
import {
  duration,
  type FoundAnswer,
  type FoundFile,
  type FoundHeaders,
  type FoundRequest,
  foldersMax,
  foundAnswer,
  headerIn,
  moment,
  type NotJudged,
  namedCharactersMax,
  sentByDate,
} from './found.ts';
import { nameOf } from './recognised.ts';

const text = z.union([z.string(), z.number(), z.boolean()]).transform(String).nullish().catch(undefined);

const pair = z.object({ key: z.string(), value: text, disabled: z.boolean().nullish() });
const pairs = z.array(z.unknown()).nullish().catch(undefined);

const url = z.object({
  raw: z.string().nullish(),
  protocol: z.string().nullish(),
  host: z.union([z.string(), z.array(z.string())]).nullish(),
  port: text,
  path: z.union([z.string(), z.array(z.union([z.string(), z.object({ value: z.string() })]))]).nullish(),
  query: pairs,
  variable: pairs,
});

const request = z.object({
  method: z.string().nullish(),
  url: z.union([z.string(), url]),
  header: z.union([z.string(), pairs]),
  body: z
    .object({
      mode: z.string().nullish(),
      raw: z.string().nullish(),
      options: z
        .object({ raw: z.object({ language: z.string().nullish() }).nullish() })
        .nullish()
        .catch(undefined),
    })
    .nullish(),
});
type Request = z.infer<typeof request>;

/** Without pairs that are switched off. */
const pairsOf = (given: unknown): FoundHeaders =>
  (Array.isArray(given) ? given : []).flatMap((each) => {
    const { data } = pair.safeParse(each);
    return data && !data.disabled ? [[data.key, data.value ?? ''] as const] : [];
  });

/** Old files write headers as one text. */
const headersOf = (given: unknown): FoundHeaders =>
  typeof given === 'string'
    ? given.split('\n').flatMap((line) => {
        const [name = '', ...value] = line.split(':');
        return value.length === 0 ? [] : [[name.trim(), value.join(':').trim()] as const];
      })
    : pairsOf(given);

/** The path of an address, with the values of variables such as `:hotelId`. */
const pathOf = (path: z.infer<typeof url>['path'], variables: FoundHeaders): string => {
  const steps = typeof path === 'string' ? path.split('/') : (path ?? []);
  const values = new Map(variables);
  return steps
    .map((step) => (typeof step === 'string' ? step : step.value))
    .map((step) => (step.startsWith(':') ? (values.get(step.slice(1)) ?? step) : step))
    .filter((step, i) => step !== '' || i > 0)
    .join('/');
};

const urlOf = (given: Request['url']): string => {
  if (typeof given === 'string') return given;
  const { raw, protocol, host, port, path, query, variable } = given;
  if (!host) return raw ?? '';
  const name = typeof host === 'string' ? host : host.join('.');
  const scheme = protocol ? `${protocol.replace(/:?(\/\/)?$/, '')}://` : '';
  const search = pairsOf(query).map(([key, value]) => `${key}=${value}`);
  const place = `${scheme}${name}${port ? `:${port}` : ''}/${pathOf(path, pairsOf(variable))}`;
  return `${place}${search.length > 0 ? `?${search.join('&')}` : ''}`;
};

/** Postman removes comments before it sends JSON. */
const withoutComments = (json: string): string =>
  json.replaceAll(/"(?:\\.|[^"\\])*"|\/\/.*|\/\*[\s\S]*?\*\//g, (found) => (found.startsWith('"') ? found : ''));

const bodyOf = ({ body }: Request): FoundRequest['body'] => {
  if (!body?.mode || body.mode === 'none') return undefined;
  if (body.mode !== 'raw') return { lost: 'its body is a form or a file, and not JSON' };
  if (!body.raw) return undefined;
  return { text: body.options?.raw?.language === 'json' ? withoutComments(body.raw) : body.raw };
};

/** The parts of a request that all files of Postman have. */
const sent = (given: Request): Pick<FoundRequest, 'method' | 'url' | 'headers' | 'body'> => ({
  method: (given.method ?? 'GET').toUpperCase(),
  url: urlOf(given.url),
  headers: headersOf(given.header),
  body: bodyOf(given),
});

/** Too many bytes to validate each. */
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

/** A run that the application exports has names and statuses, and no bodies. */
export const runOfApplication = z.object({ results: z.array(z.unknown()), collection: z.object({}) });

const answerOfRun = (response: Execution['response']): FoundAnswer => {
  if (!response) return { lost: 'the file holds no answer to it' };
  const { code, header, stream, body, responseSize } = response;
  const sizes = { size: responseSize, bodySize: stream?.data.length };
  return foundAnswer(code, headersOf(header), stream ? Buffer.from(stream.data) : body, sizes);
};

/** Requests stay in their order: a Date header has whole seconds only. */
export const readNewmanRun = ({ run }: z.infer<typeof newmanRun>, nowMs: number): FoundFile => {
  const notJudged: NotJudged[] = [];
  let beforeMs = Number.NEGATIVE_INFINITY;
  let freeMs = moment(run.timings?.started ?? Number.NaN) ?? nowMs;
  const found = run.executions.flatMap((given, i): FoundRequest[] => {
    const { data, error } = execution.safeParse(given);
    if (!data) {
      const why = `it is no run of newman: look at ${error.issues[0]?.path.join('.')}`;
      notJudged.push({ what: `execution ${i + 1}`, why });
      return [];
    }
    const durationMs = duration(data.response?.responseTime);
    const byDateMs = sentByDate(headersOf(data.response?.header), durationMs);
    const sentAtMs = Math.max(beforeMs, byDateMs ?? freeMs);
    beforeMs = sentAtMs + durationMs;
    freeMs = beforeMs;
    return [{ ...sent(data.request), sentAtMs, durationMs, answer: answerOfRun(data.response) }];
  });
  return { format: 'Postman run', found, notJudged, showsAuthorization: true };
};

const example = z.object({
  originalRequest: request,
  code: z.int(),
  header: z.union([z.string(), pairs]),
  body: z.string().nullish(),
  responseTime: z.union([z.number(), z.string()]).nullish().catch(undefined),
});

const item = z.object({
  name: z.string().nullish().catch(undefined),
  item: z.array(z.unknown()).nullish().catch(undefined),
  request: z.unknown().optional(),
  response: z.array(z.unknown()).nullish().catch(undefined),
});
type Item = z.infer<typeof item>;

export const collectionFile = z.object({
  info: z.object({ name: z.string().nullish() }),
  item: z.array(z.unknown()),
  variable: pairs,
});
type Collection = z.infer<typeof collectionFile>;

/** The items of all folders. Without recursion, because folders may be deep. */
const itemsIn = (given: Collection): Item[] => {
  let found: Item[] = [];
  let level = given.item;
  for (let depth = 0; level.length > 0; depth++) {
    if (depth > foldersMax)
      throw new UsageError(`the collection has folders more than ${foldersMax} deep: export a part`);
    const items = level.flatMap((each) => item.safeParse(each).data ?? []);
    found = found.concat(items);
    level = items.flatMap((each) => each.item ?? []);
  }
  return found;
};

/** Fills in the variables that the collection itself defines. */
const filling = (given: Collection): ((text: string) => string) => {
  const values = new Map(pairsOf(given.variable));
  return (text) => text.replace(/\{\{([^{}]{1,100})\}\}/g, (whole, name: string) => values.get(name.trim()) ?? whole);
};

const foundIn = (given: z.infer<typeof example>, fill: (text: string) => string, nowMs: number): FoundRequest => {
  const { url, headers, body, method } = sent(given.originalRequest);
  const answered = headersOf(given.header);
  // An answer without headers did not come from a service.
  const answer =
    answered.length === 0
      ? { lost: 'the example has no headers, so it may be written by hand' }
      : foundAnswer(given.code, answered, given.body);
  const durationMs = duration(Number(given.responseTime ?? 0) || 0);
  return {
    method,
    url: fill(url),
    headers: headers.map(([name, value]) => [name, fill(value)]),
    body: body && 'text' in body ? { text: fill(body.text) } : body,
    sentAtMs: ('headers' in answer ? sentByDate(answer.headers, durationMs) : undefined) ?? nowMs,
    durationMs,
    answer,
  };
};

/** Answers to the same request were saved at different times: only the newest is compared with other requests. */
const newestOfEach = (found: readonly FoundRequest[]): { newest: FoundRequest[]; older: FoundRequest[] } => {
  const groups = Map.groupBy(found, ({ method, url, body, headers }) =>
    JSON.stringify([method, url, body, headerIn(headers, 'authorization'), headerIn(headers, 'accept-language')]),
  );
  const newest = [...groups.values()].flatMap(
    (group) => group.reduce((last, each) => (each.sentAtMs >= last.sentAtMs ? each : last)) ?? [],
  );
  return { newest, older: found.filter((each) => !newest.includes(each)) };
};

export const readCollection = (given: Collection, nowMs: number): FoundFile => {
  const fill = filling(given);
  const notJudged: NotJudged[] = [];
  const found = itemsIn(given).flatMap(({ name, request: asked, response }) => {
    const what = `request '${(name ?? 'without a name').slice(0, namedCharactersMax)}'`;
    if (asked !== undefined && !response?.length)
      notJudged.push({ what, why: 'the collection has no answer saved to it' });
    return (response ?? []).flatMap((each) => {
      const { data } = example.safeParse(each);
      if (data) return [foundIn(data, fill, nowMs)];
      notJudged.push({ what, why: 'the saved answer has no status or no request' });
      return [];
    });
  });
  const { newest, older } = newestOfEach(found);
  for (const each of older) {
    notJudged.push({ what: nameOf(each), why: 'another answer to the same request was saved later' });
  }
  // A folder may hold the credentials of its requests: an example does not show them.
  return { format: 'Postman collection', found: newest, notJudged, showsAuthorization: false };
};
