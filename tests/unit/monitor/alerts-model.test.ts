/** Incidents and what is sent of them, compared with a plain model: any steps, in any order, with kills. */
import { deepEqual, ok } from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { alert } from '../../../contracts/incident.ts';
import type { Writing } from '../../../history/history.ts';
import { acknowledge, silence } from '../../../history/shown-incidents.ts';
import { closeWindows, openWindow } from '../../../history/silences.ts';
import type { IncidentKind } from '../../../history/tables.ts';
import type { SeenCause } from '../../../monitor/causes.ts';
import { noteCauses } from '../../../monitor/incidents.ts';
import { sendAlerts } from '../../../monitor/send-alerts.ts';
import { historyHere } from './history-here.ts';
import { minuteMs, pager, team } from './monitor-here.ts';

/** A slow service pages no person. */
const kinds = { a: 'service', b: 'latency' } as const satisfies Record<string, IncidentKind>;
type Cause = keyof typeof kinds;
const channelsOf: Readonly<Record<Cause, readonly string[]>> = { a: ['team', 'pager'], b: ['team'] };

type Step =
  | {
      readonly does: 'run';
      readonly times: number;
      readonly cause: Cause;
      readonly shown: SeenCause['shown'];
      readonly tells: boolean;
    }
  | { readonly does: 'killed'; readonly cause: Cause }
  | { readonly does: 'tick' }
  | { readonly does: 'later'; readonly minutes: number }
  | { readonly does: 'open window'; readonly minutes: number; readonly isForAll: boolean }
  | { readonly does: 'close windows' }
  | { readonly does: 'silence' | 'acknowledge'; readonly which: number };

const cause = fc.constantFrom<Cause>('a', 'b');
const shown = fc.constantFrom<SeenCause['shown']>('failed', 'passed');
const minutes = fc.integer({ min: 1, max: 20 });
const times = fc.integer({ min: 1, max: 3 });
const which = fc.nat({ max: 5 });
const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 16, arbitrary: fc.record({ does: fc.constant('run'), times, cause, shown, tells: fc.boolean() }) },
  { weight: 2, arbitrary: fc.record({ does: fc.constant('killed'), cause }) },
  { weight: 3, arbitrary: fc.record({ does: fc.constant('tick') }) },
  { weight: 4, arbitrary: fc.record({ does: fc.constant('later'), minutes }) },
  { weight: 2, arbitrary: fc.record({ does: fc.constant('open window'), minutes, isForAll: fc.boolean() }) },
  { weight: 1, arbitrary: fc.record({ does: fc.constant('close windows') }) },
  { weight: 4, arbitrary: fc.record({ does: fc.constantFrom('silence', 'silence', 'acknowledge'), which }) },
);

const silenceMs = 30 * minuteMs;

type Modelled = {
  readonly id: string;
  readonly cause: Cause;
  isClosed: boolean;
  isAcknowledged: boolean;
  silencedUntil: number;
  told: 'nothing' | 'opened' | 'closed';
};

/** What a person would keep on paper. */
const paper = () => {
  const incidents: Modelled[] = [];
  const windows: { from: number; until: number }[] = [];
  /** What each cause has shown since the last end. */
  const since: Record<Cause, string> = { a: '', b: '' };
  const isQuiet = (now: number): boolean => windows.some(({ from, until }) => from <= now && now < until);
  return {
    incidents,
    windows,
    isQuiet,
    run: (of: Cause, is: SeenCause['shown'], id: string): void => {
      const current = incidents.find((each) => each.cause === of && !each.isClosed);
      since[of] += is === 'failed' ? 'F' : 'P';
      const text = since[of];
      if (current && text.endsWith('PP')) {
        current.isClosed = true;
        // Its silence ends with it, also where it comes back.
        current.silencedUntil = 0;
        since[of] = '';
      }
      const isOften = text.endsWith('F') && [...text.slice(-12)].filter((letter) => letter === 'F').length >= 5;
      if (current || !(text.endsWith('FFF') || isOften)) return;
      // The opening was sent and the end was not: the incident goes on.
      const untold = incidents.find((each) => each.cause === of && each.isClosed && each.told === 'opened');
      if (untold) {
        untold.isClosed = false;
        return;
      }
      incidents.push({ id, cause: of, isClosed: false, isAcknowledged: false, silencedUntil: 0, told: 'nothing' });
    },
    tell: (now: number): void => {
      if (isQuiet(now)) return;
      for (const each of incidents) {
        if (each.told === 'opened' && each.isClosed) each.told = 'closed';
        const isWanted = !each.isClosed && !each.isAcknowledged && each.silencedUntil <= now;
        if (each.told === 'nothing' && isWanted) each.told = 'opened';
      }
    },
    keys: (): string[] =>
      incidents.flatMap(({ id, cause: of, told }) => {
        const events = told === 'nothing' ? [] : told === 'opened' ? ['opened'] : ['opened', 'closed'];
        return events.flatMap((event) => channelsOf[of].map((channel) => `${id}_${event}_${channel}`));
      }),
  };
};

describe('what is sent', () => {
  const here = historyHere();
  let worlds = 0;

  /** A separate target, whose probe is run by one step after the other. */
  const world = () => {
    worlds += 1;
    const [target, probe, model] = [`t${worlds}`, `p${worlds}`, paper()];
    let now = worlds * 1_000_000_000;
    let ids = 0;
    const write = (work: (to: Writing) => Promise<unknown>): Promise<unknown> => here.history.write(work);
    const note = (to: Writing, of: Cause, is: SeenCause['shown'], id: string): Promise<unknown> => {
      const seen = [{ cause: of, kind: kinds[of], shown: is, title: of, clauses: [] }];
      return noteCauses(to, { probe, target, runId: null, now, seen, newId: () => id });
    };
    const telling = (to: Writing) => sendAlerts(to, { target, now, channels: [team, pager], file: here.history.where });
    const run = async ({ cause: of, shown: is, tells }: Extract<Step, { does: 'run' }>): Promise<void> => {
      now += 1_000;
      ids += 1;
      const id = `w${worlds}-${String(ids).padStart(3, '0')}`;
      model.run(of, is, id);
      if (tells) model.tell(now);
      await write(async (to) => {
        await note(to, of, is, id);
        if (tells) await telling(to);
      });
    };
    const does = async (one: Step): Promise<void> => {
      // No two things happen in one moment.
      now += 1_000;
      switch (one.does) {
        case 'run':
          for (let time = 0; time < one.times; time += 1) await run(one);
          return;
        case 'killed':
          await write(async (to) => {
            await note(to, one.cause, 'failed', 'never');
            await telling(to);
            throw new Error('killed');
          }).catch(() => {});
          return;
        case 'tick':
          model.tell(now);
          await write(telling);
          await write(telling);
          return;
        case 'later':
          now += one.minutes * minuteMs;
          return;
        case 'open window': {
          const lastsMs = one.minutes * minuteMs;
          model.windows.push({ from: now, until: now + lastsMs });
          const opened = { target: one.isForAll ? '*' : target, now, lastsMs, reason: '', openedBy: '' };
          await write((to) => openWindow(to, opened));
          return;
        }
        case 'close windows':
          for (const each of model.windows) each.until = Math.min(each.until, now);
          for (const each of [target, '*']) await write((to) => closeWindows(to, { target: each }, now));
          return;
        case 'silence':
        case 'acknowledge': {
          const open = model.incidents.filter(({ isClosed }) => !isClosed);
          const meant = open[one.which % Math.max(1, open.length)];
          if (!meant) return;
          const done = { given: meant.id, by: 'Ann', now };
          if (one.does === 'silence') meant.silencedUntil = now + silenceMs;
          else meant.isAcknowledged = true;
          await write((to) =>
            one.does === 'silence'
              ? silence(to, { ...done, lastsMs: silenceMs, scope: 'incident', reason: '' })
              : acknowledge(to, done),
          );
        }
      }
    };
    return { model, target, does };
  };

  const toldOf = async (target: string) => {
    const rows = await here.history.read.selectFrom('outbox').selectAll().orderBy('createdAt').execute();
    return rows
      .map(({ key, body, createdAt, channel }) => ({
        ...alert.parse(JSON.parse(body)),
        written: key,
        createdAt,
        channel,
      }))
      .filter((each) => each.target === target);
  };

  it('is what a plain model says, for any steps', async () => {
    let openings = 0;
    let closings = 0;
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 20, maxLength: 60, size: 'max' }), async (steps) => {
        const { model, target, does } = world();
        for (const one of steps) await does(one);
        // All that is only for a while is over.
        await does({ does: 'later', minutes: 100 });
        await does({ does: 'tick' });
        const told = await toldOf(target);
        deepEqual(told.map(({ written }) => written).sort(), model.keys().sort());
        const rows = await here.history.read.selectFrom('incident').selectAll().where('target', '=', target).execute();
        const kept = rows.map(({ id, toldOpenedAt, toldClosedAt }) => {
          const isTold = toldOpenedAt === null ? 'nothing' : 'opened';
          return `${id} ${toldClosedAt === null ? isTold : 'closed'}`;
        });
        deepEqual(kept.sort(), model.incidents.map(({ id, told: is }) => `${id} ${is}`).sort());
        for (const { event, incident, createdAt, channel } of told) {
          const row = rows.find(({ id }) => id === incident);
          ok(row && row.openedAt <= createdAt, 'an incident is told of');
          ok(event === 'closed' || row.closedAt === null || row.closedAt >= createdAt, 'and was open then');
          ok(!model.isQuiet(createdAt), 'and not in a window');
          const before = told.find((each) => each.incident === incident && each.channel === channel);
          ok(before?.event === 'opened', 'the opening first');
          if (event === 'opened') openings += 1;
          else closings += 1;
        }
      }),
      { seed: 18, numRuns: 40 },
    );
    ok(openings > 50 && closings > 20, `the steps led to ${openings} openings and ${closings} ends only`);
  });
});
