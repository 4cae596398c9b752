/** What a law judges now is named by its former id for ever: by stored runs, policies and waivers. */
import { deepEqual, equal, match } from 'node:assert/strict';
import { describe, it, test } from 'node:test';
import { chosenBy } from '../../../contracts/areas.ts';
import { clause, clauseIds, isOfficial, presentId, retiredIds } from '../../../contracts/clauses.ts';
import { decided, type Terms } from '../../../contracts/decide.ts';
import { clauseNamed, policyForm } from '../../../contracts/policy.ts';
import { runRecord } from '../../../contracts/run-record.ts';
import { failing, recordOf } from '../reports/record-of.ts';

const [retired, law] = ['view-booking.stays-as-it-was', 'view-booking.acts-elsewhere-change-nothing'] as const;

test('each is judged by a law, and is no clause any more', () => {
  for (const id of retiredIds) {
    const present = presentId(id);
    equal(isOfficial(present) && clause(present).isLaw, true, id);
    equal((clauseIds as readonly string[]).includes(id), false, id);
  }
});

test('a stored run that names one is read as if the law had judged it', () => {
  const stored = JSON.stringify(recordOf(failing(law))).replaceAll(law, retired);
  const { verdicts, cells } = runRecord.parse({ ...JSON.parse(stored), cells: { [retired]: '1', [law]: '2' } });
  deepEqual([verdicts[0]?.clause, cells], [law, { [law]: '2' }]);
});

test('a policy and a command line may name one', () => {
  const { requires, severity } = policyForm.parse({ requires: [retired], severity: { [retired]: 'minor' } });
  deepEqual([requires, severity], [[law], { [law]: 'minor' }]);
  deepEqual([chosenBy(retired), clauseNamed(retired)], [[law], law]);
});

describe('a waiver of one covers what it was about, and no more:', () => {
  const stateOf = (clause: string, found: Parameters<typeof failing>[1]): string | undefined => {
    const waiver = { clause, target: 'sandbox', reason: 'known', owner: 'Ann', expires: '2026-10-01' };
    const policy: Terms = { gates: ['derived'], requires: [], allowedUnjudged: [], waivers: [waiver] };
    const { decision, verdict } = decided(recordOf(failing(law, found)), policy);
    match(verdict, decision?.waivers[0]?.state === 'covers' ? /pass/ : /fail/);
    return decision?.waivers[0]?.state;
  };
  const byList = { operation: 'search-bookings', place: 'response.body.bookings[].checkOut' } as const;
  const status = { operation: 'view-booking', place: 'response.body.bookingInfo.status' } as const;
  const room = { operation: 'view-booking', place: 'response.body.hotel.room.roomId' } as const;
  it('one operation', () => {
    deepEqual([stateOf(retired, room), stateOf(retired, byList)], ['covers', 'stale']);
    deepEqual([stateOf('search-bookings.stays-as-it-was', byList), stateOf(law, byList)], ['covers', 'covers']);
  });
  it('one field', () => {
    const ofRefusals = 'cancel-booking.refused-cancellation-changes-nothing';
    deepEqual([stateOf(ofRefusals, status), stateOf(ofRefusals, room)], ['covers', 'stale']);
  });
});
