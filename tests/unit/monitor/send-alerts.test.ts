/** What is sent of incidents, and to which channels; `alerts-model.test.ts` has windows, silences and their ends. */
import { deepEqual, equal } from 'node:assert/strict';
import { beforeEach, describe, it } from 'node:test';
import { type Alert, alert } from '../../../contracts/incident.ts';
import { addRun } from '../../../history/runs.ts';
import type { IncidentRow } from '../../../history/tables.ts';
import type { Channel } from '../../../monitor/config.ts';
import { alertMissed, sendAlerts } from '../../../monitor/send-alerts.ts';
import { incidentRow } from '../history/run-at.ts';
import { failing, recordOf } from '../reports/record-of.ts';
import { historyHere } from './history-here.ts';
import { minuteMs, pager, noon as start, team } from './monitor-here.ts';

describe('what is sent', () => {
  const here = historyHere();
  let minute = 0;
  beforeEach(() => {
    minute = 0;
  });
  const now = () => start + minute * minuteMs;

  const open = (id: string, more: Partial<IncidentRow> = {}): Promise<unknown> => {
    const at = { openedAt: now(), lastAt: now(), kind: 'service', cause: 'service HTTP 503' } as const;
    const row = incidentRow(id, { target: 'acme', probe: 'p', title: 'HTTP 503 at cities', ...at, ...more });
    return here.history.write((to) => to.insertInto('incident').values(row).execute());
  };
  const close = (id: string): Promise<unknown> =>
    here.history.write((to) => to.updateTable('incident').set({ closedAt: now() }).where('id', '=', id).execute());
  const window = (minutes: number, target = 'acme'): Promise<unknown> =>
    here.history.write((to) =>
      to
        .insertInto('maintenance')
        .values({ target, from: now(), until: now() + minutes * minuteMs, reason: '', openedBy: '' })
        .execute(),
    );
  const alerts = async (): Promise<Alert[]> => {
    const rows = await here.history.read.selectFrom('outbox').selectAll().orderBy('createdAt').orderBy('key').execute();
    return rows.map(({ body }) => alert.parse(JSON.parse(body)));
  };
  /** As a tick of the monitor; keys of all that was ever sent. */
  const told = async (channels: readonly Channel[] = [team], target = 'acme'): Promise<string[]> => {
    await here.history.write((to) => sendAlerts(to, { target, now: now(), channels, file: 'results/history.db' }));
    return (await alerts()).map(({ key }) => key);
  };

  it('says what it is, what to do first, and what to type next', async () => {
    const record = { ...recordOf(failing('cities.sorted-by-id')), id: 'r1' };
    await here.history.write((to) => addRun(to, { probe: 'p', location: 'l', slotAt: null, record, taken: [] }));
    const contract = { kind: 'contract', cause: 'contract cities.sorted-by-id 0123456789ab', runId: 'r1' } as const;
    await open('i', { ...contract, title: 'cities.sorted-by-id is broken' });
    await told();
    minute = 90;
    await close('i');
    await told();
    const [opened, closed] = await alerts();
    const commands = ['npx --no -- preflight incidents show i', 'npx --no -- preflight history --probe p'];
    const firstStep =
      'A list comes in another order: nothing is lost, so report it in office hours and waive it until it is mended.';
    const both = { schema: 'preflight.alert/1', target: 'acme', probe: 'p', incident: 'i', kind: 'contract' } as const;
    const same = { ...both, severity: 'major', title: 'cities.sorted-by-id is broken', firstStep, run: 'r1' };
    deepEqual(opened, {
      ...same,
      key: 'i_opened_team',
      event: 'opened',
      at: '2026-09-01T12:00:00.000Z',
      commands: [...commands, 'npx --no -- preflight gate --target sandbox --seed 42'],
    });
    deepEqual(closed, {
      ...same,
      key: 'i_closed_team',
      event: 'closed',
      at: '2026-09-01T13:30:00.000Z',
      openMs: 90 * minuteMs,
      lastBadAt: '2026-09-01T12:00:00.000Z',
      firstGoodAt: '2026-09-01T12:00:01.900Z',
      commands,
    });
  });

  it('says from where it is seen, where that has a name', async () => {
    await open('i', { locations: '["fra","iad"]' });
    await open('j', { locations: '["here"]' });
    await told();
    deepEqual(
      (await alerts()).map(({ locations }) => locations),
      [['fra', 'iad'], undefined],
    );
  });

  it('keeps the words of the errors of Preflight in the store', async () => {
    await open('i', { kind: 'ours', cause: 'ours', title: 'our own error: a value of the service' });
    await told();
    equal((await alerts())[0]?.title, 'what broke is kept in the store');
  });

  it('goes to the channels that want it, and pages no person for what can wait', async () => {
    const slo = { kind: 'slo', title: 't' } as const;
    await open('fast', { ...slo, cause: 'slo fast' });
    await open('steady', { ...slo, cause: 'slo steady' });
    await open('slow-answers', { kind: 'latency', cause: 'latency cities' });
    const asked: Channel = { ...pager, name: 'asked', kinds: ['latency', 'slo'] };
    const other: Channel = { ...team, name: 'other', kinds: ['contract'] };
    deepEqual(await told([team, pager, asked, other]), [
      'fast_opened_asked',
      'fast_opened_pager',
      'fast_opened_team',
      'slow-answers_opened_asked',
      'slow-answers_opened_team',
      'steady_opened_asked',
      'steady_opened_team',
    ]);
  });

  it('is an end wherever the opening was sent, although the opening would go nowhere now', async () => {
    await open('i');
    await told([team]);
    minute = 1;
    await close('i');
    deepEqual(
      await told([
        { ...team, kinds: ['contract'] },
        { ...team, name: 'new', kinds: ['contract'] },
      ]),
      ['i_opened_team', 'i_closed_team'],
    );
  });

  it('names what flaps', async () => {
    for (const [id, hours] of [
      ['yesterday', 0],
      ['a', 23],
      ['b', 25],
      ['c', 26],
    ] as const) {
      minute = hours * 60;
      await open(id);
      await told();
      await close(id);
      await told();
    }
    const opened = (await alerts()).filter(({ event }) => event === 'opened');
    deepEqual(
      opened.map(({ incident, flapping }) => [incident, flapping]),
      [
        ['yesterday', undefined],
        ['a', undefined],
        ['b', undefined],
        ['c', 3],
      ],
    );
  });

  it('is of a missed obligation sent once, when no window is open', async () => {
    const asked: Channel = { ...pager, name: 'asked', kinds: ['ours'] };
    const miss = (): Promise<boolean> =>
      here.history.write((to) =>
        alertMissed(to, {
          key: 'o-1',
          target: 'acme',
          probe: 'p',
          title: 'a token was not tried when it ended',
          firstStep: 'Look why.',
          channels: [team, pager, asked],
          file: 'results/history.db',
          now: now(),
        }),
      );
    await window(10);
    equal(await miss(), false);
    deepEqual(await alerts(), []);
    minute = 10;
    equal(await miss(), true);
    await here.history.write((to) => to.deleteFrom('outbox').where('channel', '=', 'asked').execute());
    equal(await miss(), true);
    deepEqual(
      (await alerts()).map(({ key, event, title }) => [key, event, title]),
      [['o-1_missed_team', 'missed', 'a token was not tried when it ended']],
    );
  });
});
