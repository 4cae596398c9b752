/** Makes the page at most once in some seconds, however many look: and where the store cannot be read, says that nothing is known. */
import { createHash } from 'node:crypto';
import type { StatusPage } from '../../contracts/status-page.ts';
import { pageOf } from './page.ts';
import type { StatusReader } from './status-now.ts';
import { sentenceOf } from './words.ts';

export const freshMs = 10_000;

/** One of the forms of the page, with a mark by which a browser knows that it has it already. */
export type MadeForm = { readonly type: string; readonly body: string; readonly mark: string };

export type Made = {
  /** Whether the store could be read. */
  readonly isRead: boolean;
  /** By the name of their file. */
  readonly forms: Readonly<Record<'index.html' | 'live.html' | 'status.json', MadeForm>>;
};

const formOf = (type: string, body: string): MadeForm => ({
  type,
  body,
  mark: `"${createHash('sha256').update(body).digest('base64url').slice(0, 24)}"`,
});

export const madeOf = (status: StatusPage): Made => ({
  isRead: status.lookedAt === status.at,
  forms: {
    'index.html': formOf('text/html; charset=utf-8', pageOf(status, 'still')),
    'live.html': formOf('text/html; charset=utf-8', pageOf(status, 'live')),
    'status.json': formOf('application/json; charset=utf-8', `${JSON.stringify(status)}\n`),
  },
});

/** What is said where the store cannot be read: what was good a minute ago is not known to be so now. */
export const unknownStatus = (last: Pick<StatusPage, 'title' | 'lookedAt' | 'services'>, now: number): StatusPage => ({
  schema: 'preflight.status/1',
  title: last.title,
  state: 'unknown',
  sentence: sentenceOf([]),
  at: new Date(now).toISOString(),
  lookedAt: last.lookedAt,
  services: last.services.map(({ name, areas }) => ({
    name,
    state: 'unknown',
    measuredAt: null,
    maintenanceUntil: null,
    areas: areas.map((area) => ({ name: area.name, state: 'unknown', since: null, days: [] })),
  })),
  lately: [],
});

export type Maker = () => Promise<Made>;

export const makerOf = (
  read: StatusReader,
  { title, now }: { readonly title: string; readonly now: () => number },
): Maker => {
  let last: Pick<StatusPage, 'title' | 'lookedAt' | 'services'> = { title, lookedAt: null, services: [] };
  let kept: { readonly at: number; readonly made: Promise<Made> } | undefined;

  const make = async (at: number): Promise<Made> => {
    try {
      const status = await read(at);
      last = status;
      return madeOf(status);
    } catch {
      // Whoever may know why asks /readyz, and looks at the store: an outsider is told of no path.
      return madeOf(unknownStatus(last, at));
    }
  };

  return () => {
    const at = now();
    if (!kept || at - kept.at >= freshMs || at < kept.at) kept = { at, made: make(at) };
    return kept.made;
  };
};
