/** Kills a monitor at drawn moments, starts it again, and looks whether anything was lost, doubled or left behind. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import fc from 'fast-check';
import { bookingLedgerOf } from '../../client/ledgers/user-ledgers.ts';
import { preflightPartner } from '../../sandbox/access/tokens.ts';
import type { StoredPnr } from '../../sandbox/avia/state.ts';
import { startSandbox } from '../../sandbox/server.ts';
import type { World } from '../../sandbox/world.ts';
import { emptyFolder, type Started, started } from '../cli/preflight-process.ts';
import { isOpen, openFlights, openIn, unknownMarks } from './killed-bookings.ts';
import {
  everySecond,
  incidentsIn,
  inStore,
  outboxIn,
  receiver,
  runsIn,
  sandboxFile,
  slotsIn,
  until,
  watches,
} from './monitored.ts';

type Kill = {
  /** Before it has said what it will do. */
  readonly isEarly: boolean;
  /** It dies when the service has had so many requests since its start, or at an alert, whichever is first. */
  readonly requests: number;
  readonly atAlert: boolean;
  /** And so much later. */
  readonly laterMs: number;
  /** Whether the service has a fault then. */
  readonly isFaulty: boolean;
};

const kill: fc.Arbitrary<Omit<Kill, 'isFaulty'>> = fc.record({
  isEarly: fc.integer({ min: 0, max: 7 }).map((drawn) => drawn === 0),
  requests: fc.integer({ min: 0, max: 90 }),
  atAlert: fc.boolean(),
  laterMs: fc.integer({ min: 0, max: 60 }),
});

/** A fault lasts for two kills and is gone for two. */
const killsOf = (count: number, seed: number): Kill[] =>
  fc.sample(kill, { numRuns: count, seed }).map((each, i) => ({ ...each, isFaulty: i % 4 < 2 }));

/** One that begins nothing any more is killed, too. */
const patienceMs = 2_500;

/** Up to a second and a half of starting. */
const earlyShare = 25;

const fault = 'swaps-one-pair-deep-in-countries';
const plenty = '{ perRun: 80, perDay: 10_000_000 }';
const target = sandboxFile(
  `name: 'acme', may: { ...sandbox.may, books: ${plenty}, tickets: ${plenty} }, limits: { ...sandbox.limits, deadlineMs: 1_000, settleMs: 500 }`,
);
const booking = ['cancel-booking.view-shows-cancelled', 'ticket-cancel.unused-ticket-is-voided-inside-window'];

const result = /^(\d\d:\d\d:\d\d) {2}(\S+) {2}(PASS|FAIL|COULD NOT MEASURE) .*$/gm;

/** Results that were printed as kept: the time and the probe of each. */
const printedIn = (stdout: string): string[] =>
  [...stdout.matchAll(result)]
    .filter(([line]) => !line.includes('not in the store'))
    .map(([, time, probe]) => `${time} ${probe}`);

/** A sweep that has to come back later says so, as the run does that has swept. */
const said = (stderr: string): string =>
  stderr.replaceAll(/^preflight: something may still be open: .*\n|^\{.*"swept what former runs had left: .*\n/gm, '');

/** What is there more often on the left than on the right. */
const missingIn = (left: readonly string[], right: readonly string[]): string[] => {
  const counts = new Map<string, number>();
  for (const each of right) counts.set(each, (counts.get(each) ?? 0) + 1);
  return left.filter((each) => {
    const count = counts.get(each) ?? 0;
    counts.set(each, count - 1);
    return count <= 0;
  });
};

const timeOf = (at: number): string => new Date(at).toISOString().slice(11, 19);

/** What went wrong, a line each. */
type Wrongs = readonly string[];

const wrongSlots = (folder: string, endedAt: number): Wrongs => {
  const [slots, runs] = [slotsIn(folder), runsIn(folder)];
  const ofSlot = Map.groupBy(
    runs.filter(({ slotAt }) => slotAt !== null),
    ({ probe, slotAt }) => `${probe} ${slotAt}`,
  );
  const lines = slots.flatMap(({ probe, at, state, reason, runId }) => {
    const name = `${probe} ${at}`;
    const ran = ofSlot.get(name) ?? [];
    if (state === 'leased') return [`${name} is still leased`];
    if (state === 'missed')
      return reason && ran.length === 0 ? [] : [`${name} is missed: ${reason}, ${ran.length} runs`];
    return ran.length === 1 && ran[0]?.id === runId ? [] : [`${name} is done and has ${ran.length} runs`];
  });
  for (const [probe, own] of Map.groupBy(slots, (slot) => slot.probe)) {
    const stepMs = probe === 'reads' ? 1_000 : 3_000;
    const gaps = own.flatMap(({ at }, i) =>
      i > 0 && at - (own[i - 1]?.at ?? 0) !== stepMs ? [`${probe} before ${at}`] : [],
    );
    lines.push(...gaps.map((gap) => `there is a gap: ${gap}`));
    if ((own.at(-1)?.at ?? 0) < endedAt - stepMs - 2_000) lines.push(`${probe} was not looked after at the end`);
  }
  return lines;
};

type Told = Awaited<ReturnType<typeof receiver>>['arrived'];

const wrongNotifications = (folder: string, arrived: Told, inFlight: readonly string[]): Wrongs => {
  const outbox = outboxIn(folder);
  const keys = arrived.map(({ alert }) => alert.key);
  const told = incidentsIn(folder).flatMap(({ id, toldOpenedAt, toldClosedAt }) => [
    ...(toldOpenedAt === null ? [] : [`${id}_opened_test`]),
    ...(toldClosedAt === null ? [] : [`${id}_closed_test`]),
  ]);
  const opened = (at: number): boolean =>
    arrived
      .slice(0, at)
      .some(({ alert }) => alert.event === 'opened' && alert.incident === arrived[at]?.alert.incident);
  return [
    ...missingIn(
      told,
      outbox.map(({ key }) => key),
    ).map((key) => `${key} was never written`),
    ...outbox.filter(({ sentAt }) => sentAt === null).map(({ key }) => `${key} was never sent`),
    ...missingIn(
      outbox.map(({ key }) => key),
      keys,
    ).map((key) => `${key} never arrived`),
    // Twice only what was on its way at a kill.
    ...missingIn(keys, [...outbox.map(({ key }) => key), ...inFlight]).map((key) => `${key} arrived too often`),
    ...arrived.flatMap(({ alert }, at) => (alert.event === 'closed' && !opened(at) ? [`${alert.key} came first`] : [])),
    ...arrived.flatMap(({ alert, isSigned }) => (isSigned ? [] : [`${alert.key} is not signed`])),
  ];
};

/** What is open at the service and in no report. */
const leftOpen = async (world: World, folder: string, baseUrl: string): Promise<object> => {
  const state = { PREFLIGHT_STATE: join(folder, 'state', 'preflight') };
  const unknown = unknownMarks(await bookingLedgerOf({ baseUrl, credentials: preflightPartner }, state).entries());
  const isUnknown = ({ passengers: [first] }: StoredPnr): boolean => unknown.has(first?.lastName ?? '');
  return openIn(world, (flight) => !isUnknown(flight) || flight.tickets.some(isOpen));
};

const isNothing = (open: object): boolean => Object.values(open).every((count) => count === 0);

export type Aftermath = {
  readonly wrong: Wrongs;
  /** How many kills hit what was open at the service, what ran, and what was on its way. */
  readonly hits: { readonly booked: number; readonly running: number; readonly inFlight: number };
  readonly results: number;
  readonly alerts: number;
  readonly unknown: number;
};

export const killMonitors = async (count: number, seed: number): Promise<Aftermath> => {
  const sandbox = await startSandbox({ world: { scale: 'small' } });
  const told = await receiver({ answersAfterMs: 40 });
  const folder = emptyFolder();
  let monitor: Started | undefined;
  let last: Started | undefined;
  try {
    const { id, baseUrl } = sandbox.openWorld({ scale: 'small' });
    const world = sandbox.world(id);
    if (!world) throw new Error('the world is not there');
    writeFileSync(join(folder, 'acme.mts'), target);
    const watchesBoth = (more: object = {}): void => {
      const reads = { name: 'reads', only: ['countries'], cron: everySecond, deadlineMs: 1_000 };
      const books = {
        name: 'books',
        only: booking,
        depth: 'standard',
        effects: true,
        cron: '*/3 * * * * *',
        deadlineMs: 3_000,
      } as const;
      const probes = [reads, books].map((each) => ({ target: './acme.mts', ...each, ...more }));
      watches(folder, { probes, channels: [told.channel] });
    };
    watchesBoth();
    const start = (): Started => started(['monitor'], { folder, environment: { PREFLIGHT_SANDBOX_URL: baseUrl } });
    const deviate = (isFaulty: boolean): void =>
      world.deviate({ faults: isFaulty ? [fault] : [], oddities: [], troubles: [] });
    const printed: string[] = [];
    const inFlight: string[] = [];
    const hits = { booked: 0, running: 0, inFlight: 0 };

    for (const { isEarly, requests, atAlert, laterMs, isFaulty } of killsOf(count, seed)) {
      deviate(isFaulty);
      const [from, alerts] = [world.counted('requests'), told.arrived.length];
      monitor = start();
      if (!isEarly) await monitor.printed('history ');
      const endsAt = performance.now() + (isEarly ? laterMs * earlyShare : patienceMs);
      while (
        performance.now() < endsAt &&
        (atAlert || world.counted('requests') < from + requests) &&
        !(atAlert && told.arrived.length > alerts)
      )
        await delay(2);
      await delay(laterMs);
      monitor.signal('SIGKILL');
      const { code, stdout, stderr } = await monitor.ended;
      if (code !== null || said(stderr) !== '') throw new Error(`it ended by itself with ${code}: ${stderr}`);
      printed.push(...printedIn(stdout));
      const flying = outboxIn(folder).filter(({ sentAt, tries }) => sentAt === null && tries > 0);
      inFlight.push(...flying.map(({ key }) => key));
      hits.booked += isNothing(openIn(world)) ? 0 : 1;
      hits.running += slotsIn(folder).some(({ state }) => state === 'leased') ? 1 : 0;
      hits.inFlight += flying.length > 0 ? 1 : 0;
      // As when the two minutes are over for which it was taken.
      if (flying.length > 0) inStore(folder, 'update outbox set dueAt = 0 where sentAt is null');
    }

    deviate(false);
    // On a busy machine each run would meet its deadline, and no incident would ever be over.
    watchesBoth({ deadlineMs: 60_000, overlaps: true });
    const before = runsIn(folder).length;
    monitor = start();
    await until('all incidents over', () => incidentsIn(folder).every(({ closedAt }) => closedAt !== null));
    await until('all alerts sent', () => outboxIn(folder).every(({ sentAt }) => sentAt !== null));
    await until('results of its own', () => runsIn(folder).length >= before + 5);
    await until('what was left is cancelled', () => {
      // A flight whose answer was lost cannot be found: at the end the ledger reports which one.
      const { hotels, tickets } = openIn(world);
      return hotels + tickets === 0;
    });
    monitor.signal('SIGTERM');
    const endedAt = Date.now();
    const { code, stdout, stderr } = await monitor.ended;
    printed.push(...printedIn(stdout));
    // What was given back is begun again by the next, or missed.
    last = start();
    await until('nothing of before leased', () =>
      slotsIn(folder).every(({ state, at }) => state !== 'leased' || at > endedAt),
    );
    await last.printed('history ');
    last.signal('SIGTERM');
    const ended = await last.ended;
    printed.push(...printedIn(ended.stdout));
    inStore(
      folder,
      `update slot set state = 'missed', reason = 'given back at the end' where state = 'leased' and leasedUntil = 0`,
    );

    const runs = runsIn(folder);
    const open = await leftOpen(world, folder, baseUrl);
    return {
      wrong: [
        ...[code, ended.code].flatMap((each) => (each === 0 ? [] : [`SIGTERM ended it with ${each}`])),
        ...[stderr, ended.stderr].map(said).filter((line) => line !== ''),
        ...missingIn(
          printed,
          runs.map(({ probe, finishedAt }) => `${timeOf(finishedAt)} ${probe}`),
        ).map((line) => `printed, and not in the store: ${line}`),
        ...wrongSlots(folder, endedAt),
        ...wrongNotifications(folder, told.arrived, inFlight),
        ...(isNothing(open) ? [] : [`left open: ${JSON.stringify(open)}`]),
      ],
      hits,
      results: runs.length,
      alerts: told.arrived.length,
      unknown: openFlights(world).length,
    };
  } finally {
    for (const each of [monitor, last]) each?.signal('SIGKILL');
    await told.close();
    await sandbox.close();
  }
};
