/** What the files of Postman have in common: addresses in parts, lists of pairs, bodies by mode (collection format 2.1). */
import { z } from 'zod';
import type { Found, FoundHeaders } from './found.ts';

const text = z.union([z.string(), z.number(), z.boolean()]).transform(String).nullish().catch(undefined);

const pair = z.object({ key: z.string(), value: text, disabled: z.boolean().nullish() });
export const pairs = z.array(z.unknown()).nullish().catch(undefined);

const url = z.object({
  raw: z.string().nullish(),
  protocol: z.string().nullish(),
  host: z.union([z.string(), z.array(z.string())]).nullish(),
  port: text,
  path: z.union([z.string(), z.array(z.union([z.string(), z.object({ value: z.string() })]))]).nullish(),
  query: pairs,
  variable: pairs,
});

export const request = z.object({
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

/** What is switched off was not sent. */
export const pairsOf = (given: unknown): FoundHeaders =>
  (Array.isArray(given) ? given : []).flatMap((each) => {
    const { data } = pair.safeParse(each);
    return data && !data.disabled ? [[data.key, data.value ?? ''] as const] : [];
  });

/** Old files write headers as one text. */
export const headersOf = (given: unknown): FoundHeaders =>
  typeof given === 'string'
    ? given.split('\n').flatMap((line) => {
        const [name = '', ...value] = line.split(':');
        return value.length === 0 ? [] : [[name.trim(), value.join(':').trim()] as const];
      })
    : pairsOf(given);

/** The values of a request's address, `:hotelId` among them, put into its path. */
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

/** As Postman does before it sends JSON; what stands in quotes stays. */
const withoutComments = (json: string): string =>
  json.replaceAll(/"(?:\\.|[^"\\])*"|\/\/.*|\/\*[\s\S]*?\*\//g, (found) => (found.startsWith('"') ? found : ''));

const bodyOf = ({ body }: Request): Found['body'] => {
  if (!body?.mode || body.mode === 'none') return undefined;
  if (body.mode !== 'raw') return { lost: 'its body is a form or a file, and not JSON' };
  if (!body.raw) return undefined;
  return { text: body.options?.raw?.language === 'json' ? withoutComments(body.raw) : body.raw };
};

/** The part of a request that every file of Postman has. */
export const sent = (given: Request): Pick<Found, 'method' | 'url' | 'headers' | 'body'> => ({
  method: (given.method ?? 'GET').toUpperCase(),
  url: urlOf(given.url),
  headers: headersOf(given.header),
  body: bodyOf(given),
});
