/** A route of the API: what it is asked, what it answers, and how; the document of the API is made from it. */

import { z } from 'zod';
import type { Bundle } from '../../contracts/bundle.ts';
import { minuteMs } from '../../contracts/durations.ts';
import type { UnsavedCounts } from '../../contracts/unsaved.ts';
import { UsageError } from '../../contracts/usage-error.ts';
import { watchedIn } from '../../history/fresh-notes.ts';
import type { History } from '../../history/history.ts';
import { probesOfTarget } from '../../history/runs.ts';
import { everyProbe } from '../../history/tables.ts';
import type { EvidenceStep } from '../../reports/partner-markdown.ts';
import type { StateReader } from '../state-now.ts';

const unitMs = { m: minuteMs, h: 60 * minuteMs, d: 24 * 60 * minuteMs, w: 7 * 24 * 60 * minuteMs } as const;

/** In ms. */
export const span = z
  .string()
  .regex(/^[1-9]\d{0,3}[mhdw]$/, 'write minutes, hours, days or weeks: 90m, 24h, 7d or 4w')
  .transform((text) => Number(text.slice(0, -1)) * unitMs[text.slice(-1) as keyof typeof unitMs]);

export const name = z.string().min(1).max(200);

export const ofProbes = { probe: name.optional(), target: name.optional(), since: span.prefault('24h') };

type Meant = { readonly probe?: string | undefined; readonly target?: string | undefined };

/** The probes that are meant: the one that is named, or those of a target, or all. */
export const probesMeant = async (
  { probe, target }: Meant,
  { history: { read }, now }: RouteParts,
): Promise<string[]> => {
  const all = await probesOfTarget(read, target, now());
  if (probe === undefined) return all;
  if (!all.includes(probe)) throw new UsageError(`nothing is kept of probe '${probe}'`);
  return [probe];
};

/** Also those that never ran, which have nothing but missed slots; undefined for all. */
export const probesWatched = async ({ probe, target }: Meant, parts: RouteParts): Promise<string[] | undefined> => {
  if (probe !== undefined) return [probe];
  if (target === undefined) return undefined;
  const watched = await watchedIn(parts.history.read, parts.now());
  const ofTarget = watched.filter((each) => each.target === target).map((each) => each.probe);
  return [...new Set([...ofTarget, ...(await probesMeant({ target }, parts))])];
};

/** The target that is meant, or that of the probe, or all that are watched. */
export const targetsMeant = async ({ probe, target }: Meant, parts: RouteParts): Promise<string[]> => {
  if (target !== undefined) return [target];
  const watched = await watchedIn(parts.history.read, parts.now());
  return [...new Set(watched.filter((each) => probe === undefined || each.probe === probe).map((each) => each.target))];
};

type CountsAsked = { readonly probes: readonly string[]; readonly backMs: number; readonly now: number };

/** Of which counts are asked: of all probes together there are some, too. */
export const countsAsked = async (
  { since, ...meant }: Meant & { readonly since: number },
  parts: RouteParts,
): Promise<CountsAsked> => {
  const isOfAll = meant.probe === undefined && meant.target === undefined;
  return { probes: isOfAll ? [everyProbe] : await probesMeant(meant, parts), backMs: since, now: parts.now() };
};

export type RouteParts = {
  readonly history: History;
  readonly now: () => number;
  readonly stateNow: StateReader;
  readonly unsaved: () => UnsavedCounts;
  /** The exchanges that a failure needs, with its place marked; in the shareable form of a bundle. */
  readonly evidenceIn: (bundle: Bundle) => readonly EvidenceStep[];
};

type RouteSchema = z.ZodType<Record<string, unknown>>;

const nothing = z.strictObject({});
type Nothing = z.infer<typeof nothing>;

type RouteInput<P, Q, B> = { readonly params: P; readonly query: Q; readonly body: B };

export type ApiRoute = {
  readonly method: 'GET' | 'POST';
  /** As fastify has it: `/api/incidents/:id`. */
  readonly path: string;
  readonly summary: string;
  readonly params: RouteSchema;
  readonly query: RouteSchema;
  readonly body: RouteSchema;
  readonly answer: z.ZodType;
  readonly handle: (given: RouteInput<never, never, never>, parts: RouteParts) => Promise<unknown>;
};

type WrittenRoute<P, Q, B, A> = Pick<ApiRoute, 'method' | 'path' | 'summary'> & {
  readonly params?: z.ZodType<P>;
  readonly query?: z.ZodType<Q>;
  readonly body?: z.ZodType<B>;
  readonly answer: z.ZodType<A>;
  readonly handle: (given: RouteInput<P, Q, B>, parts: RouteParts) => Promise<A>;
};

export const route = <A, P = Nothing, Q = Nothing, B = Nothing>(written: WrittenRoute<P, Q, B, A>): ApiRoute => ({
  params: nothing,
  query: nothing,
  body: nothing,
  ...(written as unknown as Pick<ApiRoute, 'method' | 'path' | 'summary' | 'answer' | 'handle'>),
});

/** What was asked for is not there. */
export class NotThere extends Error {
  override readonly name = 'NotThere';
}

const refusalForm = z
  .strictObject({ error: z.string() })
  .meta({ id: 'Refusal', description: 'Why something was not answered, in a line.' });

type SchemaObject = Record<string, unknown>;

const isJson = (value: unknown): value is SchemaObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const schemaOf = (form: z.ZodType, io: 'input' | 'output'): SchemaObject => {
  const { $schema: _, ...schema } = z.toJSONSchema(form, {
    target: 'draft-2020-12',
    io,
    unrepresentable: 'any',
  }) as SchemaObject;
  return schema;
};

/** Definitions stand once in the document, and are referred to from everywhere. */
const lifted = (schema: SchemaObject, components: SchemaObject): unknown => {
  const moved = (node: unknown): unknown => {
    if (Array.isArray(node)) return node.map(moved);
    if (!isJson(node)) return node;
    return Object.fromEntries(
      Object.entries(node).map(([key, value]) =>
        key === '$ref' && typeof value === 'string'
          ? [key, value.replace('#/$defs/', '#/components/schemas/')]
          : [key, moved(value)],
      ),
    );
  };
  const { $defs = {}, ...own } = schema;
  for (const [name, definition] of Object.entries($defs as SchemaObject)) components[name] = moved(definition);
  return moved(own);
};

const parametersOf = (form: z.ZodType, where: 'path' | 'query', components: SchemaObject): SchemaObject[] => {
  const { properties = {}, required = [] } = schemaOf(form, 'input');
  return Object.entries(properties as SchemaObject).map(([name, schema]) => ({
    name,
    in: where,
    required: where === 'path' || (required as string[]).includes(name),
    schema: lifted(schema as SchemaObject, components),
  }));
};

const refusals = [400, 401, 403, 404, 503];

export const openApiOf = (routes: readonly ApiRoute[]): SchemaObject => {
  const components: SchemaObject = {};
  const content = (form: z.ZodType, io: 'input' | 'output'): SchemaObject => ({
    content: { 'application/json': { schema: lifted(schemaOf(form, io), components) } },
  });
  const refusal = { description: 'Refused, with the reason', ...content(refusalForm, 'output') };
  const paths: Record<string, SchemaObject> = {};
  for (const { method, path, summary, params, query, body, answer } of routes) {
    const at = path.replace(/:(\w+)/g, '{$1}');
    paths[at] = {
      ...paths[at],
      [method.toLowerCase()]: {
        summary,
        operationId: `${method.toLowerCase()}${at.replace(/[^a-z]+(\w?)/gi, (_, letter: string) => letter.toUpperCase())}`,
        parameters: [...parametersOf(params, 'path', components), ...parametersOf(query, 'query', components)],
        ...(method === 'POST' && { requestBody: { required: true, ...content(body, 'input') } }),
        responses: {
          200: { description: 'What was asked for', ...content(answer, 'output') },
          ...Object.fromEntries(refusals.map((status) => [status, refusal])),
        },
      },
    };
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Preflight: what a monitor has found',
      version: '1',
      description: 'Results, incidents and history. Beyond this machine every call needs a token. Moments are in UTC.',
    },
    components: { schemas: components, securitySchemes: { token: { type: 'http', scheme: 'bearer' } } },
    security: [{ token: [] }, {}],
    paths,
  };
};
