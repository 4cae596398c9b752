/** Questions that a monitor asks after each run go by an index: in a store of years they cost what they cost in one of a day. */
import { deepEqual, doesNotMatch, equal, match } from 'node:assert/strict';
import { describe, it } from 'node:test';
import { sql } from 'kysely';
import { historyHere } from './history-here.ts';

describe('the questions of a monitor (sqlite)', () => {
  const here = historyHere();
  const planOf = async (query: string): Promise<string[]> => {
    const { rows } = await sql<{ detail: string }>`explain query plan ${sql.raw(query)}`.execute(here.history.read);
    return rows.map(({ detail }) => detail);
  };

  it('are counted in an index, without a look at any run', async () => {
    const plan = await planOf(`select count(*), count(*) filter (where sample = 'bad') from run
      where probe = 'p' and "startedAt" > 0 and sample is not null and location = 'l' and "finishedAt" > 0`);
    match(plan.join(), /USING COVERING INDEX runOfProbe/);
    doesNotMatch(plan.join(), /SCAN/);
    equal(plan.length, 1);
  });

  it('look at no incident that has been over for long', async () => {
    const plan = await planOf(`select id from incident where probe || '' = 'p' and kind in ('contract', 'service')
      and ("closedAt" is null or "closedAt" > 0)`);
    deepEqual(
      plan.filter((each) => each.includes('incident')),
      [
        'SEARCH incident USING INDEX incidentClosed (closedAt=?)',
        'SEARCH incident USING INDEX incidentClosed (closedAt>?)',
      ],
    );
  });

  it('find what is to be told without looking at what was told already', async () => {
    const plan = async (ends: string): Promise<string> =>
      (await planOf(`select * from incident where target = 'acme' and ${ends}`)).join();
    match(await plan('"closedAt" is null and "toldOpenedAt" is null'), /USING INDEX incidentToTell /);
    match(
      await plan('"closedAt" is not null and "toldOpenedAt" is not null and "toldClosedAt" is null'),
      /USING INDEX incidentEndToTell /,
    );
  });
});
