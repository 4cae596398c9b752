/** A run with a clause in each state that a report knows, and a policy with waivers, as shortly as that can be said. */
import type { RunRecord } from '../../../contracts/run-record.ts';
import { broken, failing, inconclusive, passing, recordOf } from './record-of.ts';

export const decidedRecord: RunRecord = {
  ...recordOf(
    failing('cities.sorted-by-id'),
    failing('countries.lowest-id-first', { fingerprint: 'aaaaaaaaaaaa', operation: 'countries' }, 'list-countries'),
    failing('amenities.sorted-by-id', { fingerprint: 'bbbbbbbbbbbb', operation: 'amenities' }, 'list-amenities'),
    broken('token.needs-no-bearer', 'the check broke: x is undefined'),
    inconclusive('fare-rules.rules-are-told', 'trouble', '1 of 2 in trouble, first fare-rules: HTTP 503'),
    inconclusive('token.works-until-expiry', 'needs', 'needs levers.advanceClock in the target file'),
    passing('token.is-jwt'),
    passing('cities.ids-are-unique'),
  ),
  depth: 'standard',
  leftOut: ['cities.coordinates-are-in-range'],
  decision: {
    policy: 'policy.ts',
    gates: ['documented', 'reading'],
    requires: ['dictionaries', 'hotels'],
    lacking: [{ what: 'hotels', reason: 'no clause of it was judged' }],
    unjudged: ['hotels', 'flights'],
    allowedUnjudged: ['flights'],
    waivers: [
      {
        clause: 'amenities.sorted-by-id',
        target: 'sandbox',
        reason: 'TICKET-7: two pools',
        owner: 'release team',
        expires: '2026-10-01',
        state: 'covers',
      },
      {
        clause: 'cities.sorted-by-id',
        target: 'sandbox',
        reason: 'was to be mended',
        owner: 'data team',
        expires: '2026-08-01',
        state: 'expired',
      },
    ],
    flaky: ['cities.ids-are-unique'],
    since: {
      run: '20260830-0822-7f3a1c',
      startedAt: '2026-08-30T08:22:00.000Z',
      new: ['cities.sorted-by-id'],
      still: ['amenities.sorted-by-id'],
      fixed: ['token.is-jwt'],
      unexercised: ['fare-rules.rules-are-told'],
    },
  },
};
