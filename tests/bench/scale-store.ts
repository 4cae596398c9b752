/** What a store takes: how long each change of a slot locks out other writers, and the disk for a day of slots. */
import { sql } from 'kysely';
import { bundleEvidence } from '../../cases/show/page.ts';
import type { HistoryPlace } from '../../contracts/history-file.ts';
import { startDashboard } from '../../dashboard/server.ts';
import type { History } from '../../history/history.ts';
import { openHistory } from '../../history/open.ts';
import { prune } from '../../history/prune.ts';
import { leaseSlot } from '../../history/slots.ts';
import { schema } from '../../history/tables.ts';
import { defaultRules } from '../../monitor/causes.ts';
import { leaseDue } from '../../monitor/due.ts';
import { keepResult } from '../../monitor/keep-result.ts';
import { sendAlerts } from '../../monitor/send-alerts.ts';
import { recordAt, type StoredResult, watchedOf } from './large-store-sources.ts';
import { elapsed, spread } from './row.ts';

const minuteMs = 60_000;
const dayMs = 24 * 60 * minuteMs;
const noon = Date.parse('2026-09-01T12:00:00.000Z');
/** All within an hour, so that the counts of one hour are of so many slots. */
const [locations, minutes] = [4, 8] as const;
const writersAtOnce = 4;
const minutesTogether = 3;
const asked = 9;

export type StoreFigures = {
  /** How long the lock of the writers is held, in ms. */
  readonly lookMs: number;
  readonly leaseMs: number;
  readonly keepMs: number;
  readonly tellMsATarget: number;
  /** Leased and kept, by several writers at once. */
  readonly slotsASecondTogether: number;
  /** Of a run, its findings and its slot. */
  readonly bytesASlot: number;
  readonly rowsASlot: number;
  readonly countRowsAProbeHour: number;
  readonly bytesACountRow: number;
  /** Runs whose record goes, a second. */
  readonly rolledUpASecond: number;
  /** Of one pair of probe and location. */
  readonly stateMsAPair: number;
};

type Sizes = Readonly<Record<string, { readonly rows: number; readonly bytes: number }>>;

const sizesOf = async ({ read, kind }: History): Promise<Sizes> => {
  const { rows } =
    kind === 'sqlite'
      ? await sql<{ name: string; bytes: number }>`select m.tbl_name as name, sum(s.pgsize) as bytes
          from dbstat s join sqlite_master m on m.name = s.name group by 1`.execute(read)
      : await sql<{ name: string; bytes: number }>`select relname as name, pg_total_relation_size(c.oid) as bytes
          from pg_class c join pg_namespace n on n.oid = relnamespace
          where relkind = 'r' and nspname = ${schema}`.execute(read);
  const sizes: Record<string, { rows: number; bytes: number }> = {};
  for (const { name, bytes } of rows) {
    const { rows: counted } = await sql<{ n: number }>`select count(*) as n from ${sql.table(name)}`.execute(read);
    sizes[name] = { rows: Number(counted[0]?.n), bytes: Number(bytes) };
  }
  return sizes;
};

const perSecond = (count: number, ms: number): number => (count * 1_000) / ms;

/** What is done for one slot by the monitors of its location, each step timed. */
const stepsOf = (history: History, stored: readonly StoredResult[], id: string) => {
  const watched = watchedOf(stored, noon);
  let runs = 0;
  return (at: number, location: string, minute: number) => {
    const [one, own] = [watched[at], stored[at]];
    if (!one || !own) throw new TypeError('there is a probe for each result');
    const now = noon + minute * minuteMs;
    const slot = { probe: one.probe.name, location, at: now };
    const about = { probe: slot.probe, location, schedule: one.schedule, spreadMs: 0, now, since: now - minuteMs };
    runs += 1;
    const record = recordAt(own, `${id}-${runs}`, now);
    return {
      look: () => leaseDue(history, { ...about, isNowAndThen: false, isBusy: false }, undefined),
      lease: () => history.write((to) => leaseSlot(to, slot, { owner: id, until: now + minuteMs, now })),
      keep: () =>
        keepResult(
          history,
          { ...own.result, record, slot, owner: id },
          { channels: [], now, watched: { ...one, rules: defaultRules, work: 'flows' } },
        ),
    };
  };
};

/** The middle of how long each takes: what else the machine does at a moment lengthens a few. */
const oneAfterTheOther = async (history: History, stored: readonly StoredResult[]) => {
  const slotAt = stepsOf(history, stored, 'alone');
  const took = { look: [] as number[], lease: [] as number[], keep: [] as number[] };
  for (let minute = 0; minute < minutes; minute += 1)
    for (let place = 0; place < locations; place += 1)
      for (let at = 0; at < stored.length; at += 1) {
        const steps = slotAt(at, `place-${place}`, minute);
        for (const step of ['look', 'lease', 'keep'] as const) took[step].push(await elapsed(steps[step]));
      }
  const middleOf = (step: keyof typeof took): number => spread(took[step]).median;
  return { slots: took.keep.length, lookMs: middleOf('look'), leaseMs: middleOf('lease'), keepMs: middleOf('keep') };
};

const together = async (place: HistoryPlace, stored: readonly StoredResult[]): Promise<number> => {
  const all = await Promise.all(Array.from({ length: writersAtOnce }, () => openHistory(place)));
  const ms = await elapsed(() =>
    Promise.all(
      all.map(async (history, writer) => {
        const slotAt = stepsOf(history, stored, `writer-${writer}`);
        for (let minute = 0; minute < minutesTogether; minute += 1)
          for (let at = 0; at < stored.length; at += 1) {
            const { lease, keep } = slotAt(at, `writer-${writer}`, minute);
            await lease();
            await keep();
          }
      }),
    ),
  );
  for (const each of all) await each.close();
  return perSecond(writersAtOnce * minutesTogether * stored.length, ms);
};

const stateMs = async (history: History): Promise<number> => {
  const now = noon + minutes * minuteMs;
  const dashboard = await startDashboard({
    history,
    host: '127.0.0.1',
    port: 0,
    now: () => now,
    evidenceIn: bundleEvidence,
    version: 'bench',
  });
  const took: number[] = [];
  for (let time = 0; time < asked; time += 1)
    took.push(await elapsed(async () => (await fetch(`${dashboard.url}/api/state`)).text()));
  await dashboard.close();
  return spread(took).median;
};

export const measuredStore = async (place: HistoryPlace, stored: readonly StoredResult[]): Promise<StoreFigures> => {
  const history = await openHistory(place);
  const { slots, ...steps } = await oneAfterTheOther(history, stored);
  const sizes = await sizesOf(history);
  const of = (...tables: string[]) => ({
    rows: tables.reduce((sum, each) => sum + (sizes[each]?.rows ?? 0), 0),
    bytes: tables.reduce((sum, each) => sum + (sizes[each]?.bytes ?? 0), 0),
  });
  const [ofSlots, ofCounts] = [of('run', 'slot', 'finding'), of('clause', 'latency')];
  const targets = stored.map(({ result }) => result.target);
  const about = { now: noon, channels: [], file: history.where };
  const tellMs: number[] = [];
  for (let time = 0; time < asked; time += 1)
    tellMs.push(
      await elapsed(() =>
        history.write(async (to) => {
          for (const target of targets) await sendAlerts(to, { ...about, target });
        }),
      ),
    );
  const state = await stateMs(history);
  const slotsASecondTogether = await together(place, stored);
  const rollingMs = await elapsed(() =>
    prune(history, { now: noon + 40 * dayMs, keepDays: { runs: 30, hours: 120, days: 1_100 } }),
  );
  await history.close();
  return {
    ...steps,
    tellMsATarget: spread(tellMs).median / targets.length,
    slotsASecondTogether,
    bytesASlot: ofSlots.bytes / slots,
    rowsASlot: ofSlots.rows / slots,
    // Each is kept for the hour, and for the day.
    countRowsAProbeHour: ofCounts.rows / 2 / stored.length,
    bytesACountRow: ofCounts.bytes / ofCounts.rows,
    rolledUpASecond: perSecond(slots + writersAtOnce * minutesTogether * stored.length, rollingMs),
    stateMsAPair: state / (stored.length * locations),
  };
};
