/** The status page as files: made once in some seconds at most, and `unknown` where the store cannot be read. */

import { createHash } from 'node:crypto';
import { mkdir, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { whyNotWritten } from '../../contracts/not-written.ts';
import type { StatusPage } from '../../contracts/status-page.ts';
import { UsageError } from '../../contracts/usage-error.ts';
import { assetOf } from '../assets.ts';
import { pageOf } from './page.ts';
import { sentenceOf } from './service-now.ts';
import type { StatusReader } from './status-now.ts';

const file = (path: string): string => fileURLToPath(new URL(path, import.meta.url));

export const style = assetOf(file('../page/colors.css'), file('status.css'));
export const icon = assetOf(file('../page/icon.svg'));

const refused = (what: string, thrown: unknown): UsageError =>
  new UsageError(`${what}: ${whyNotWritten(thrown) ?? thrown}`);

/** @param own Who writes, so that two at once do not share a draft. */
const put = async (file: string, body: string, own: number): Promise<void> => {
  const draft = `${file}.${own}.part`;
  try {
    await writeFile(draft, body, { mode: 0o644 });
    await rename(draft, file);
  } catch (thrown) {
    await rm(draft, { force: true }).catch(() => {});
    throw refused(`${file} cannot be written`, thrown);
  }
};

/**
 * @returns The names of the files; what a page loads is there before it.
 * @throws UsageError, one line with a way out, where the system refuses.
 */
export const writeStatusPage = async (folder: string, { forms }: MadePage, own: number): Promise<string[]> => {
  await mkdir(folder, { recursive: true }).catch((thrown: unknown) => {
    throw refused(`${folder} cannot be made`, thrown);
  });
  const all = Object.entries({ 'status.css': style, 'icon.svg': icon, ...forms });
  for (const [name, { body }] of all) await put(join(folder, name), body, own);
  return all.map(([name]) => name);
};

export const freshMs = 10_000;

/** One of the forms of the page, with a mark by which a browser knows that it has it already. */
type MadeForm = { readonly type: string; readonly body: string; readonly mark: string };

export type MadePage = {
  readonly isRead: boolean;
  readonly forms: Readonly<Record<'index.html' | 'live.html' | 'status.json', MadeForm>>;
};

const formOf = (type: string, body: string): MadeForm => ({
  type,
  body,
  mark: `"${createHash('sha256').update(body).digest('base64url').slice(0, 24)}"`,
});

export const madeOf = (status: StatusPage): MadePage => ({
  isRead: status.lookedAt === status.at,
  forms: {
    'index.html': formOf('text/html; charset=utf-8', pageOf(status, 'still')),
    'live.html': formOf('text/html; charset=utf-8', pageOf(status, 'live')),
    'status.json': formOf('application/json; charset=utf-8', `${JSON.stringify(status)}\n`),
  },
});

/** Shown where the store cannot be read: what was good a minute ago may be bad now. */
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
    outage: null,
    measuredAt: null,
    maintenanceUntil: null,
    areas: areas.map((area) => ({ name: area.name, state: 'unknown', since: null, days: [] })),
  })),
  lately: [],
});

export const makerOf = (
  read: StatusReader,
  { title, now }: { readonly title: string; readonly now: () => number },
): (() => Promise<MadePage>) => {
  let last: Pick<StatusPage, 'title' | 'lookedAt' | 'services'> = { title, lookedAt: null, services: [] };
  let kept: { readonly at: number; readonly made: Promise<MadePage> } | undefined;

  const make = async (at: number): Promise<MadePage> => {
    try {
      const status = await read(at);
      last = status;
      return madeOf(status);
    } catch {
      // An outsider sees no reason and no path: the operator asks /readyz.
      return madeOf(unknownStatus(last, at));
    }
  };

  return () => {
    const at = now();
    if (!kept || at - kept.at >= freshMs || at < kept.at) kept = { at, made: make(at) };
    return kept.made;
  };
};
