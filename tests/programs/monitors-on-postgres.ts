/** Four monitors at two locations on one PostgreSQL that restarts, two of them killed: what is lost or doubled. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import type { SlotRow } from '../../history/tables.ts';
import { startSandbox } from '../../sandbox/server.ts';
import { emptyFolder, preflight, type Started, started } from '../cli/preflight-process.ts';
import { postgresServer } from '../postgres-server.ts';
import { openIn } from './killed-bookings.ts';
import { sandboxFile, until, watches } from './monitored.ts';

const locations = ['fra', 'iad'] as const;
const booking = ['cancel-booking.view-shows-cancelled', 'ticket-cancel.unused-ticket-is-voided-inside-window'];
const plenty = '{ perRun: 80, perDay: 10_000_000 }';
const requestsPerSecond = 120;

type Row = Pick<SlotRow, 'probe' | 'location' | 'at' | 'state' | 'runId' | 'reason' | 'begun'>;
type RunOfSlot = {
  readonly id: string;
  readonly probe: string;
  readonly location: string;
  readonly slotAt: number | null;
};

export type Sharing = {
  /** How many slots of effectful probes have to have ended. */
  readonly slots: number;
  /** After so many slots the monitor that runs one is killed, at each location in turn, around a database restart. */
  readonly kills: readonly number[];
  readonly restart: number;
  /** Between two slots of a location. */
  readonly everySeconds: number;
  readonly withinMs: number;
};

export type Shared = {
  readonly wrong: readonly string[];
  readonly done: number;
  readonly missed: number;
  readonly reasons: readonly string[];
  readonly logins: number;
  readonly requestsASecondMax: number;
  readonly tookMs: number;
};

/** A statement as a person beside the monitors would send it; the database may be on its way back. */
const asking = (url: string) => async (text: string) => {
  const client = new pg.Client({ connectionString: url });
  client.on('error', () => {});
  try {
    await client.connect();
    return (await client.query(text)).rows;
  } catch (thrown) {
    // No such table, or no such column, is a mistake of this file.
    if (/^42/.test((thrown as { code?: string }).code ?? '')) throw thrown;
    return [];
  } finally {
    await client.end().catch(() => {});
  }
};

const numbers = <T extends object>(rows: readonly object[]): T[] =>
  rows.map(
    (row) =>
      Object.fromEntries(
        Object.entries(row).map(([key, value]) => [key, /^\d+$/.test(value) ? Number(value) : value]),
      ) as T,
  );

const wrongSlots = (slots: readonly Row[], runs: readonly RunOfSlot[], stepMs: number): string[] => {
  const keyOf = ({ probe, location }: { probe: string; location: string }, at: number): string =>
    `${probe} ${location} ${at}`;
  const ran = Map.groupBy(runs, (run) => keyOf(run, run.slotAt ?? 0));
  const lines = slots.flatMap((slot) => {
    const { state, reason, runId, at, begun } = slot;
    const [name, own] = [keyOf(slot, at), ran.get(keyOf(slot, at)) ?? []];
    if (begun > 1) return [`${name} was begun ${begun} times`];
    if (state === 'leased') return [`${name} is still leased`];
    if (state === 'missed')
      return reason && own.length === 0 ? [] : [`${name} is missed: ${reason}, ${own.length} runs`];
    return own.length === 1 && own[0]?.id === runId ? [] : [`${name} is done and has ${own.length} runs`];
  });
  for (const [place, own] of Map.groupBy(slots, ({ probe, location }) => `${probe} ${location}`)) {
    for (const [i, { at }] of own.entries()) {
      const before = own[i - 1]?.at;
      if (before !== undefined && at - before !== stepMs) lines.push(`${place}: a gap before ${at}`);
    }
  }
  return lines;
};

/** Samples how many requests the service has had, so that a second of them can be counted. */
const requestRate = (counted: () => number) => {
  const seen: { readonly at: number; readonly count: number }[] = [];
  const timer = setInterval(() => seen.push({ at: performance.now(), count: counted() }), 20);
  return {
    stop: (): number => {
      clearInterval(timer);
      let [first, most] = [0, 0];
      for (const { at, count } of seen) {
        while (at - (seen[first]?.at ?? at) > 1_000) first += 1;
        most = Math.max(most, count - (seen[first]?.count ?? count));
      }
      return most;
    },
  };
};

export const shareSlots = async ({
  slots: wanted,
  kills,
  restart,
  everySeconds,
  withinMs,
}: Sharing): Promise<Shared> => {
  const startedAt = performance.now();
  const server = await postgresServer();
  const url = await server.newDatabase();
  const sandbox = await startSandbox({ world: { scale: 'small' } });
  const monitors: Started[] = [];
  const ask = asking(url);
  try {
    // A second login would revoke the token of all others.
    const { id, baseUrl } = sandbox.openWorld({ scale: 'small', oddities: ['revokes-the-token-before'] });
    const world = sandbox.world(id);
    if (!world) throw new Error('the world is not there');
    const target = sandboxFile(
      `name: 'acme', may: { ...sandbox.may, books: ${plenty}, tickets: ${plenty} }, limits: { ...sandbox.limits, requestsPerSecond: ${requestsPerSecond}, deadlineMs: 5_000, settleMs: 500 }`,
    );
    const environment = {
      PREFLIGHT_SANDBOX_URL: baseUrl,
      DATABASE_URL: url,
      PREFLIGHT_STATE_PASSPHRASE: 'what all of them are told',
    };
    /** On a separate machine: nothing on its disk is shared. */
    const machine = (): string => {
      const folder = emptyFolder();
      writeFileSync(join(folder, 'acme.mts'), target);
      const cron = `*/${everySeconds} * * * * *`;
      const deadlineMs = everySeconds * 1_000;
      watches(folder, {
        probes: [
          { name: 'books', target: './acme.mts', only: booking, depth: 'standard', effects: true, cron, deadlineMs },
        ],
      });
      return folder;
    };
    for (const location of [...locations, ...locations]) {
      const args = ['monitor', '--location', location, '--no-dashboard'];
      monitors.push(started(args, { folder: machine(), environment }));
    }
    const rate = requestRate(() => world.counted('requests'));
    await Promise.all(monitors.map((each) => each.printed('history ')));

    const ended = async (): Promise<number> =>
      Number((await ask(`select count(*) from preflight_history.slot where state <> 'leased'`))[0]?.count ?? 0);
    const killed = new Set<Started>();
    /** In the middle of a slot: what was idle leaves nothing behind. */
    const killBusy = async (location: string | undefined): Promise<void> => {
      const leased = `select owner from preflight_history.slot where state = 'leased' and location = '${location}'`;
      const victim = await until('a slot under way', async () => {
        const pids = (await ask(leased)).map(({ owner }) => JSON.parse(owner).pid);
        return monitors.find((each) => pids.includes(each.pid) && !killed.has(each));
      });
      victim.signal('SIGKILL');
      killed.add(victim);
    };
    const waiting = [
      ...kills.map((at, i) => ({ at, what: () => killBusy(locations[i % locations.length]) })),
      {
        at: restart,
        what: async () => {
          await server.stop();
          await server.start();
        },
      },
    ].toSorted((one, other) => one.at - other.at);
    const endsAt = performance.now() + withinMs;
    for (;;) {
      const count = await ended();
      for (const { what } of waiting.splice(0, waiting.findLastIndex(({ at }) => at <= count) + 1)) await what();
      if (count >= wanted) break;
      if (performance.now() > endsAt) throw new Error(`${count} of ${wanted} slots ended within ${withinMs / 1_000} s`);
      await delay(200);
    }
    // What a dead one has left is taken over within a minute, and looked after.
    await until('nothing left at the service', () => {
      const { hotels, tickets } = openIn(world);
      return hotels + tickets === 0;
    });
    const living = monitors.filter((each) => !killed.has(each));
    for (const each of living) each.signal('SIGTERM');
    const ends = await Promise.all(living.map((each) => each.ended));
    const stoppedAt = Date.now();
    // The next monitor that looks accounts for all work that was under way.
    for (const location of locations)
      await preflight(['monitor', '--once', '--location', location], { folder: machine(), environment });
    return await judged();

    async function judged(): Promise<Shared> {
      const slots = numbers<Row>(await ask('select * from preflight_history.slot order by probe, location, at')).filter(
        ({ at }) => at <= stoppedAt,
      );
      const runs = numbers<RunOfSlot>(
        await ask('select id, probe, location, "slotAt" from preflight_history.run where "slotAt" is not null'),
      );
      const open = openIn(world as NonNullable<typeof world>);
      return {
        wrong: [
          ...wrongSlots(slots, runs, everySeconds * 1_000),
          ...ends.flatMap(({ code, stderr }) => (code === 0 ? [] : [`SIGTERM ended one with ${code}: ${stderr}`])),
          ...(Object.values(open).some((count) => count > 0) ? [`left open: ${JSON.stringify(open)}`] : []),
        ],
        done: slots.filter(({ state }) => state === 'done').length,
        missed: slots.filter(({ state }) => state === 'missed').length,
        reasons: [...new Set(slots.flatMap(({ reason }) => reason ?? []))],
        logins: world?.counted('tokens requested') ?? 0,
        requestsASecondMax: rate.stop(),
        tookMs: performance.now() - startedAt,
      };
    }
  } finally {
    for (const each of monitors) each.signal('SIGKILL');
    await sandbox.close();
  }
};
