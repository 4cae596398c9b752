/** What is watched when nobody says so, and what it may cost a day. */
import { deepEqual, equal, throws } from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Target } from '../../../contracts/target.ts';
import { watchedBy } from '../../../monitor/config.ts';
import { defaultProbes } from '../../../monitor/default-probes.ts';
import { effectsADay, overLocations } from '../../../monitor/effects-a-day.ts';
import { watchedTarget } from '../../../monitor/watched-target.ts';
import { resolvedTarget } from '../../../targets/resolved-target.ts';
import sandboxTarget, { sandboxUrlVariable } from '../../../targets/sandbox.ts';

const noon = Date.parse('2026-09-01T12:00:00.000Z');
const sandbox = resolvedTarget(sandboxTarget, { [sandboxUrlVariable]: 'http://127.0.0.1:9' }, 'sandbox');
const allowing = (may: Target['may']): Target => ({ ...sandbox, name: 'Acme Staging', may });
const budgets = (perDay: number): Target['may'] => ({ books: { perRun: 4, perDay }, tickets: { perRun: 4, perDay } });

const watched = (target: Target, probes = defaultProbes([{ source: './acme.ts', target }])) =>
  watchedBy({ probes }, 'test', noon).watched.map((one) => ({ ...one, reads: target }));

describe('what is watched by default', () => {
  it('is a little every five minutes, and everything once a day where something may be booked', () => {
    const names = (target: Target) => watched(target).map(({ probe: { name, depth, cron } }) => [name, depth, cron]);
    const often = ['acme-staging-probe', 'probe', '*/5 * * * *'];
    deepEqual(names(allowing({})), [often]);
    deepEqual(names(allowing(budgets(20))), [often, ['acme-staging-full', 'full', '17 3 * * *']]);
  });

  it('costs what is told, of the half that is not kept for gates', () => {
    const target = allowing(budgets(20));
    deepEqual(
      effectsADay(watched(target), noon).map(({ what, planned, share, perDay }) => [what, planned, share, perDay]),
      [
        ['bookings', 4, 10, 20],
        ['tickets', 4, 10, 20],
      ],
    );
    deepEqual(watchedTarget(target, { deadlineMs: 60_000 }).may, {
      books: { perRun: 4, perDay: 10 },
      tickets: { perRun: 4, perDay: 10 },
    });
    deepEqual(effectsADay(watched(allowing({})), noon), []);
  });

  it('is refused where a schedule would take more, all probes of a target together', () => {
    const target = allowing(budgets(20));
    const twice = (cron: string) =>
      watched(target, [
        { name: 'a', target: './acme.ts', depth: 'full', cron },
        { name: 'b', target: './acme.ts', depth: 'full', cron: '30 4 * * *' },
      ]);
    equal(effectsADay(twice('0 4 * * *'), noon)[0]?.planned, 8);
    throws(
      () => effectsADay(twice('0 */12 * * *'), noon),
      /^UsageError: a and b would ask for up to 12 bookings a day of Acme Staging, and a monitor may ask for 10 of the 20 /,
    );
  });

  it('counts what other locations ask for by the same probe', () => {
    const effects = effectsADay(watched(allowing(budgets(20))), noon);
    const at = (location: string, probe = 'acme-staging-full') => ({ location, probe });
    const [alone] = overLocations(effects, [at('fra'), at('sin', 'another')], 'fra');
    const [both] = overLocations(effects, [at('fra'), at('iad')], 'fra');
    deepEqual([alone?.planned, both?.planned], [4, 8]);
    throws(
      () => overLocations(effects, [at('iad'), at('sin')], 'fra'),
      /^UsageError: acme-staging-full would ask for up to 12 bookings a day of Acme Staging from 3 locations, and /,
    );
  });

  it('counts the fullest day, and not the average', () => {
    const probes = [{ name: 'a', target: './acme.ts', depth: 'full' as const, cron: '0 8-10 * * 1' }];
    equal(effectsADay(watched(allowing(budgets(40)), probes), noon)[0]?.planned, 12);
  });
});
