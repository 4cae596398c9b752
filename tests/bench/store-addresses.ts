/** Every address of the dashboard that reads, from the document of its API: a new one is measured unasked. */
import { openApiOf } from '../../dashboard/api/route.ts';
import { routes } from '../../dashboard/api/routes.ts';
import { compiledPages, libraries } from '../../dashboard/assets.ts';
import type { History } from '../../history/history.ts';

export type Address = {
  /** As the document of the API has it. */
  readonly route: string;
  readonly path: string;
};

type Parameter = {
  readonly name: string;
  readonly in: 'path' | 'query';
  readonly required: boolean;
  readonly schema: { readonly maximum?: number };
};
type Paths = Record<string, { readonly get?: { readonly parameters: readonly Parameter[] } }>;

type Values = Readonly<Record<string, readonly string[]>>;

const dayMs = 24 * 3_600_000;

/** Of what fails most, because that has most to show. */
const valuesOf = async ({ read }: History, now: number): Promise<Values> => {
  const newest = read.selectFrom('incident').selectAll().where('kind', '=', 'contract').orderBy('times', 'desc');
  const { id, probe, target, cause, lastRunId } = await newest.limit(1).executeTakeFirstOrThrow();
  const back = (days: number): string => new Date(now - days * dayMs).toISOString();
  return {
    '/api/runs/{id}': [lastRunId ?? ''],
    '/api/incidents/{id}': [id],
    '/api/incidents/{id}/evidence': [id],
    probe: [probe],
    target: [target],
    verdict: ['fail', 'inconclusive'],
    state: ['open', 'closed'],
    clause: [cause.split(' ')[1] ?? ''],
    from: [back(1)],
    until: [back(0)],
    since: ['3d', '30d'],
  };
};

/** What comes behind the first page is asked for once that is there. */
const isPage = ({ name }: Parameter): boolean => name === 'after';

const addressesOf = (route: string, parameters: readonly Parameter[], values: Values): Address[] => {
  const valuesFor = (name: string, most?: number): readonly string[] => {
    const found = name === 'limit' ? [String(most)] : values[name];
    if (!found) throw new Error(`${route}: say in store-addresses.ts what ${name} may be`);
    return found;
  };
  const isInPath = parameters.some((each) => each.in === 'path');
  const path = isInPath ? route.replace(/\{\w+\}/, valuesFor(route)[0] ?? '') : route;
  const asked = parameters.filter((each) => each.in === 'query' && !isPage(each));
  const required = asked.filter((each) => each.required).map(({ name }) => [name, valuesFor(name)[0] ?? ''] as const);
  const optional = asked
    .filter((each) => !each.required)
    .map(({ name, schema }) => valuesFor(name, schema.maximum).map((value) => [name, value] as const));
  const alone = optional.flat();
  const pairs = optional.flatMap((some, at) =>
    optional.slice(at + 1).flatMap((others) => some.flatMap((one) => others.map((other) => [one, other] as const))),
  );
  return [[], ...alone.map((one) => [one]), ...pairs].map((chosen) => {
    const query = new URLSearchParams(Object.fromEntries([...required, ...chosen])).toString();
    return { route, path: query === '' ? path : `${path}?${query}` };
  });
};

/** All but `/api/events`, which never ends. */
export const storeAddresses = async (history: History, now: number): Promise<Address[]> => {
  const values = await valuesOf(history, now);
  const { paths } = openApiOf(routes) as { paths: Paths };
  const ofApi = Object.entries(paths).flatMap(([route, { get }]) =>
    get ? addressesOf(route, get.parameters, values) : [],
  );
  const assets = [
    '/',
    '/assets/dashboard.css',
    '/assets/icon.svg',
    '/assets/uplot.css',
    ...Object.values(libraries),
    ...Object.keys(compiledPages()).map((name) => `/assets/page/${name}`),
  ].map((path) => ({ route: path === '/' ? '/' : '/assets', path }));
  const others = ['/readyz', '/healthz', '/api/openapi.json'].map((path) => ({ route: path, path }));
  return [...ofApi, ...assets, ...others];
};
