/** Reads the answers that somebody saved as examples in a Postman collection (format 2.1): each of a moment of its own. */
import { z } from 'zod';
import { UsageError } from '../../contracts/usage-error.ts';
import { foldersMax, namedCharactersMax } from './bounds.ts';
import {
  cookiesIn,
  duration,
  type Found,
  type FoundAnswer,
  type FoundFile,
  headerIn,
  type NotJudged,
  sentByDate,
} from './found.ts';
import { foundAnswer } from './found-answer.ts';
import { headersOf, pairs, pairsOf, request, sent } from './postman.ts';
import { nameOf } from './recognised.ts';

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

/** All items of all folders. Without recursion, because folders may be deep. */
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

/** Fills in what the collection itself says of its variables. */
const filling = (given: Collection): ((text: string) => string) => {
  const values = new Map(pairsOf(given.variable));
  return (text) => text.replace(/\{\{([^{}]{1,100})\}\}/g, (whole, name: string) => values.get(name.trim()) ?? whole);
};

const answerOf = ({ code, header, body }: z.infer<typeof example>): FoundAnswer => {
  const headers = headersOf(header);
  // An answer without headers did not come from a service: somebody has written it.
  if (headers.length === 0) return { lost: 'the example has no headers, so somebody may have written it' };
  return foundAnswer(code, headers, body);
};

const foundIn = (given: z.infer<typeof example>, fill: (text: string) => string, nowMs: number): Found => {
  const { url, headers, body, method } = sent(given.originalRequest);
  const answer = answerOf(given);
  const durationMs = duration(Number(given.responseTime ?? 0) || 0);
  const filled = headers.map(([name, value]) => [name, fill(value)] as const);
  return {
    method,
    url: fill(url),
    headers: filled,
    cookies: cookiesIn(headerIn(filled, 'cookie')),
    body: body && 'text' in body ? { text: fill(body.text) } : body,
    sentAtMs: ('headers' in answer ? sentByDate(answer.headers, durationMs) : undefined) ?? nowMs,
    durationMs,
    answer,
  };
};

/** Who asks the same again has it saved at another time: the two say nothing of each other. */
const newestOfEach = (found: readonly Found[]): { newest: Found[]; older: Found[] } => {
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
      notJudged.push({ what, why: 'what is saved as its answer has no status or no request' });
      return [];
    });
  });
  const { newest, older } = newestOfEach(found);
  for (const each of older) {
    notJudged.push({ what: nameOf(each), why: 'another answer to the same request was saved later' });
  }
  // How a request proves who asks stands on its folder as well, and is not in the example.
  return { format: 'Postman collection', found: newest, notJudged, showsAuthorization: false };
};
