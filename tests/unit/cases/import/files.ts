/** Small files of each format, with invented data, and the target that they are read for. */
import assert from 'node:assert/strict';
import { type Imported, readImported } from '../../../../cases/import/read-imported.ts';
import type { Json } from '../../../../contracts/json.ts';
import { UsageError } from '../../../../contracts/usage-error.ts';
import { targetReading } from '../../../../prover/walked-world.ts';
import { seconds, signed, startMs } from '../../contracts/literal-trace.ts';

export const base = 'https://stage.example.test/partner';
export const target = targetReading('nested', base);

const dayMs = 24 * 3_600_000;
const claims = { iat: seconds(startMs), exp: seconds(startMs + dayMs) };

export const token = signed({ sub: 'first', ...claims, jti: 'a' });
/** Of the same partner, with another signature. */
export const nextToken = signed({ sub: 'first', ...claims, jti: 'b' }, undefined, 'bmV4dHNpZ25hdHVyZQ');
export const otherToken = signed({ sub: 'somebody else', ...claims }, undefined, 'b3RoZXJzaWduYXR1cmU');

export type Sample = {
  readonly method?: string;
  /** Of the target, unless it is a whole address. */
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly cookies?: Readonly<Record<string, string>>;
  readonly body?: Json;
  readonly status?: number;
  readonly answer?: Json;
  readonly answerHeaders?: Readonly<Record<string, string>>;
  /** After the start of the file. */
  readonly atMs?: number;
  readonly timeMs?: number;
  /** Said over what is made of the rest. */
  readonly content?: object;
  readonly more?: object;
};

export const bearing = (text: string): Record<string, string> => ({ Authorization: `Bearer ${text}` });

const pairs = (given: Readonly<Record<string, string>> = {}) =>
  Object.entries(given).map(([name, value]) => ({ name, value }));

const entry = (sample: Sample, i: number) => {
  const {
    method,
    path,
    headers = bearing(token),
    cookies,
    body,
    status = 200,
    answer,
    answerHeaders,
    content,
  } = sample;
  const sentMs = startMs + (sample.atMs ?? i * 1000);
  const text = JSON.stringify(answer ?? null);
  return {
    startedDateTime: new Date(sentMs).toISOString(),
    time: sample.timeMs ?? 20,
    request: {
      method: method ?? (body === undefined ? 'GET' : 'POST'),
      url: path.includes('://') ? path : `${base}${path}`,
      headers: pairs(headers),
      cookies: pairs(cookies),
      ...(body !== undefined && { postData: { mimeType: 'application/json', text: JSON.stringify(body) } }),
    },
    response: {
      status,
      headers: pairs({ 'Content-Type': 'application/json', Date: new Date(sentMs).toUTCString(), ...answerHeaders }),
      content: { size: content ? -1 : text.length, mimeType: 'application/json', text, ...content },
    },
    ...sample.more,
  };
};

export const har = (...samples: readonly Sample[]): string =>
  JSON.stringify({ log: { version: '1.2', creator: { name: 'by hand', version: '1' }, entries: samples.map(entry) } });

export const imported = (text: string): Imported =>
  readImported(text, { target, fileName: 'saved.file', now: () => startMs });

/** What the trace of a file says of its requests, in short. */
export const shortOf = ({ trace }: Imported): string[] =>
  trace.exchanges.map(({ operation, bearer, response, failure }) =>
    [operation, bearer, response?.status ?? failure?.kind].join(' '),
  );

export const reasonsOf = ({ notJudged }: Imported): string[] => notJudged.map(({ what, why }) => `${what}: ${why}`);

export const whyOf = ({ notJudged }: Imported): string[] => notJudged.map(({ why }) => why);

export const countries = (...ids: readonly number[]): Json =>
  ids.map((id) => ({ id, nameRu: `Страна ${id}`, nameEn: `Country ${id}`, codeA2: 'XA', codeA3: 'XAA' }));

/** What is said of a file that cannot be read. */
export const refusal = (text: string): string => {
  try {
    imported(text);
  } catch (thrown) {
    assert.ok(thrown instanceof UsageError, String(thrown));
    return thrown.message;
  }
  return assert.fail('it was read');
};
