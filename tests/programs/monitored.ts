/** What a test of the real `preflight monitor` needs: targets, a receiver of alerts, and a look into the store. */
import { createHmac } from 'node:crypto';
import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { existsSync, writeFileSync } from 'node:fs';
import { createServer, type IncomingMessage } from 'node:http';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as delay } from 'node:timers/promises';
import { gunzipSync } from 'node:zlib';
import { severities } from '../../contracts/clause.ts';
import type { Alert } from '../../contracts/incident.ts';
import type { IncidentRow, OutboxRow, RunRow, SlotRow } from '../../history/tables.ts';
import type { Channel, MonitorDefinition } from '../../monitor/config.ts';
import { listening } from '../cli/preflight-process.ts';

/** Long after anything that is waited for has come, however busy the machine is. */
const withinMs = 180_000;

/** Resolves with what a look finds once it finds something. */
export const until = async <T>(
  what: string,
  look: () => T | undefined | false | Promise<T | undefined | false>,
): Promise<T> => {
  const endsAt = performance.now() + withinMs;
  for (;;) {
    const found = await look();
    if (found !== undefined && found !== false) return found;
    if (performance.now() > endsAt) throw new Error(`${what}: not within ${withinMs / 1_000} s`);
    await delay(20);
  }
};

/** A target file of the sandbox, with something said otherwise. */
export const sandboxFile = (changed: string): string => {
  const builtIn = new URL('../../targets/sandbox.ts', import.meta.url).pathname;
  return `import sandbox from ${JSON.stringify(builtIn)};\nexport default { ...sandbox, ${changed} };\n`;
};

export const everySecond = '* * * * * *';

export const watches = (folder: string, definition: MonitorDefinition): void =>
  writeFileSync(join(folder, 'monitor.config.mts'), `export default ${JSON.stringify(definition)};\n`);

/** The user agents of all requests that reach a service of this process during the work. */
export const agentsOf = async (baseUrl: string, work: () => Promise<unknown>): Promise<readonly string[]> => {
  const agents = new Set<string>();
  const note = (message: unknown): void => {
    const { headers } = (message as { readonly request: IncomingMessage }).request;
    if (headers.host === new URL(baseUrl).host) agents.add(headers['user-agent'] ?? '');
  };
  subscribe('http.server.request.start', note);
  await work().finally(() => unsubscribe('http.server.request.start', note));
  return [...agents];
};

export const secret = 'a secret of the receiver';

export type Arrived = { readonly alert: Alert; readonly isSigned: boolean };

/** A receiver of alerts that never loses what has arrived. */
export const receiver = async ({ answersAfterMs = 0 }: { readonly answersAfterMs?: number } = {}) => {
  const arrived: Arrived[] = [];
  const server = createServer((request, response) => {
    let body = '';
    request.setEncoding('utf8').on('data', (text: string) => {
      body += text;
    });
    request.on('end', () => {
      const { 'webhook-id': id, 'webhook-timestamp': at, 'webhook-signature': signature } = request.headers;
      const own = createHmac('sha256', secret).update(`${id}.${at}.${body}`).digest('base64');
      arrived.push({ alert: JSON.parse(body) as Alert, isSigned: signature === `v1,${own}` });
      setTimeout(() => response.writeHead(204).end(), answersAfterMs);
    });
  });
  const { url, close } = await listening(server);
  return {
    arrived,
    /** Gets what is minor, too, as a list in another order is. */
    channel: {
      to: 'webhook',
      name: 'test',
      url: `${url}/alerts`,
      secret,
      severities: [...severities],
    } satisfies Channel,
    close,
  };
};

const storeOf = (folder: string): string => join(folder, 'results', 'history.db');

/** Reads a table of the store beside the monitor; nothing while there is no store. */
const all = <T>(folder: string, query: string): T[] => {
  const file = storeOf(folder);
  if (!existsSync(file)) return [];
  const database = new DatabaseSync(file, { readOnly: true, timeout: 5_000 });
  try {
    return database
      .prepare(query)
      .all()
      .map((row) => ({ ...row }) as T);
  } catch (thrown) {
    // Its tables are made when the monitor has opened it.
    if (/no such table/.test(String(thrown))) return [];
    throw thrown;
  } finally {
    database.close();
  }
};

export const slotsIn = (folder: string): SlotRow[] => all(folder, 'select * from slot order by probe, at');
export const runsIn = (folder: string): RunRow[] => all(folder, 'select * from run order by startedAt');
export const incidentsIn = (folder: string): IncidentRow[] => all(folder, 'select * from incident order by openedAt');
export const outboxIn = (folder: string): OutboxRow[] => all(folder, 'select * from outbox order by createdAt');

/** What a column of a table holds packed, as text. */
export const packedIn = (folder: string, table: string, column: string): string[] =>
  all<{ packed: string }>(folder, `select "${column}" as packed from "${table}"`).map(({ packed }) =>
    gunzipSync(Buffer.from(packed, 'base64')).toString(),
  );

/** Changes the store as a person with a shell could. */
export const inStore = (folder: string, statement: string): void => {
  const database = new DatabaseSync(storeOf(folder), { timeout: 5_000 });
  database.exec(statement);
  database.close();
};

/** With which faults and troubles the sandbox goes on. */
export const deviate = async (url: string, deviations: object): Promise<void> => {
  const response = await fetch(`${url}/_admin/worlds/default/deviations`, {
    method: 'PUT',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(deviations),
  });
  if (!response.ok) throw new Error(await response.text());
};
