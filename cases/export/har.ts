/** A case as HAR 1.2: https://w3c.github.io/web-performance/specs/HAR/Overview.html. */
import { STATUS_CODES } from 'node:http';
import { plainJson } from '../show/excerpt.ts';
import { originLine, promiseLines, replacedLines, stepTitle, titleOf, warningLines } from './said.ts';
import type { Script, ScriptStep } from './script.ts';

/** Evidence does not hold the address of the service. */
const origin = 'https://base-url.invalid';

const namesAndValues = (pairs: Iterable<readonly [string, string]>) =>
  [...pairs].map(([name, value]) => ({ name, value }));

const entryOf = (step: ScriptStep, of: number) => {
  const { exchange, path, headers } = step;
  const { request, response, failure, sentAt, durationMs, replaced } = exchange;
  const text = response?.body === undefined ? (response?.text?.raw ?? '') : JSON.stringify(response.body);
  const sent = request.body === undefined ? undefined : JSON.stringify(request.body);
  return {
    startedDateTime: sentAt,
    time: durationMs,
    ...(replaced && { _replaced: replaced }),
    request: {
      method: request.method,
      url: `${origin}${path}`,
      httpVersion: 'HTTP/1.1',
      cookies: [],
      headers: namesAndValues(headers),
      queryString: namesAndValues(request.query),
      ...(sent !== undefined && {
        postData: { mimeType: request.headers['content-type'] ?? 'application/json', text: sent },
      }),
      headersSize: -1,
      bodySize: sent === undefined ? 0 : Buffer.byteLength(sent),
    },
    response: {
      status: response?.status ?? 0,
      statusText: STATUS_CODES[response?.status ?? 0] ?? '',
      httpVersion: 'HTTP/1.1',
      cookies: [],
      headers: namesAndValues(Object.entries(response?.headers ?? {})),
      content: {
        size: Buffer.byteLength(text),
        mimeType: response?.headers['content-type'] ?? '',
        text,
      },
      redirectURL: '',
      headersSize: -1,
      bodySize: response?.bytes ?? 0,
      ...(failure && { _error: `${failure.kind}: ${failure.message}` }),
    },
    cache: {},
    timings: { send: 0, wait: durationMs, receive: 0 },
    comment: `${stepTitle(step, of)} Its token (${exchange.bearer}) is not kept.`,
  };
};

export const har = (script: Script): string => {
  const { steps } = script;
  const comments = [
    ...replacedLines(script),
    titleOf(script),
    ...promiseLines(script),
    originLine(script),
    ...warningLines(script),
  ];
  return `${plainJson({
    log: {
      comment: `${comments.join('\n')}\nThe address of the service is not kept: ${origin} stands for it.`,
      version: '1.2',
      creator: { name: 'Preflight', version: '1' },
      entries: steps.map((step) => entryOf(step, steps.length)),
    },
  } as unknown as Parameters<typeof plainJson>[0])}\n`;
};
