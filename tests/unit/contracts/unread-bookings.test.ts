/** A booking answer that the binding could not read: what has a documented name is judged, and the rest is our own error. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { ClauseId } from '../../../contracts/clauses.ts';
import { judge } from '../../../contracts/judge.ts';
import type { Trace } from '../../../contracts/trace.ts';
import {
  attempted,
  cancel,
  create,
  created,
  list,
  listed,
  ours,
  stateless,
  theirs,
  view,
  viewed,
  viewedIn,
} from './booking-trace.ts';
import { empty, failed, ok, refusal, type Step, traceOf } from './literal-trace.ts';

const reported = 'unread';
const creation = create(created(), { reported });
const made = (...steps: Step[]): Trace => traceOf([creation, ...steps]);
const viewing = (part = {}, price = true): Trace => made(view(viewed(part), { reported, price }));
const cancelling = made(cancel(ok({ penalty: 0 }), reported));
const filters = { createdFrom: '2026-08-31', createdTo: '2026-09-02' };
const foreign = (...entries: Parameters<typeof listed>): Trace =>
  made(list(listed(...entries), { reported, sent: { bearer: 'other' } }));
const lookUp = (first: Step): Trace => attempted({ found: 'unknown' }, first, list(listed(ours()), { reported }));
const detail = { markup: 1, commission: 1 };

const isOurs: Partial<Record<ClauseId, Trace>> = {
  'create-booking.one-request-books-once': lookUp(create(failed('reset'))),
  'create-booking.refused-booking-does-not-exist': lookUp(create(refusal(400, 'X'))),
  'search-bookings.creation-date-filter-holds': made(list(listed(theirs()), { filters, reported })),
  'search-bookings.new-booking-is-listed': made(list(listed(theirs()), { reported })),
  'search-bookings.lists-own-bookings-only': foreign(theirs()),
  'cancel-booking.penalties-and-refund-are-told': cancelling,
  'cancel-booking.penalty-and-refund-are-the-price': cancelling,
  'cancel-booking.free-cancellation-costs-nothing': cancelling,
  'view-booking.check-in-is-before-check-out': viewing(),
  'view-booking.price-parts-add-up': viewing(),
  'view-booking.price-details-when-asked-for': viewing(),
  'view-booking.no-price-details-unless-asked-for': viewing({}, false),
  'view-booking.upsells-have-price-details-when-asked-for': viewing({ upsells: [{}] }),
  'view-booking.upsells-have-no-price-details-unless-asked-for': viewing({ upsells: [{}] }, false),
};

const isJudged: Partial<Record<ClauseId, { readonly pass: Trace; readonly fail: Trace }>> = {
  'create-booking.status-is-documented': {
    pass: made(),
    fail: traceOf([create(created({ status: 'new' }), { reported })]),
  },
  'create-booking.guest-without-citizenship-is-refused': {
    pass: traceOf([create(refusal(400, 'SUPPLIER_ERROR'), { guests: [stateless], reported })]),
    fail: traceOf([create(created({ status: 'completed' }), { guests: [stateless], reported })]),
  },
  'search-bookings.new-booking-is-listed': {
    pass: made(list(listed(ours()), { reported })),
    fail: made(list(listed())),
  },
  'search-bookings.lists-own-bookings-only': {
    pass: made(list(listed(theirs()), { sent: { bearer: 'other' } })),
    fail: foreign(ours()),
  },
  'view-booking.booking-id-is-the-one-asked-for': { pass: viewing(), fail: viewing({ bookingId: 'b-2' }) },
  'view-booking.price-details-when-asked-for': { pass: viewing({ detail }), fail: made(view(viewed())) },
  'view-booking.no-price-details-unless-asked-for': {
    pass: made(view(viewed(), { price: false })),
    fail: viewing({ detail }, false),
  },
  'cancel-booking.penalties-and-refund-are-told': {
    pass: made(cancel(ok({ penalty: 0 }), { cancellation: { penalty: { amount: 0 }, refund: { amount: 1 } } })),
    fail: made(cancel(empty(204), reported)),
  },
  'cancel-booking.view-shows-cancelled': {
    pass: made(cancel(ok({ a: 1 }), reported), view(viewedIn('cancelled'), { reported })),
    fail: made(cancel(ok({ a: 1 }), reported), view(viewedIn('inWork'), { reported })),
  },
};

describe('a booking answer that the binding could not read', () => {
  for (const [clause, trace] of Object.entries(isOurs)) {
    it(`is our error for ${clause}`, () => {
      const { outcome, reason } = judge(clause as ClauseId, trace);
      assert.equal(outcome, 'error');
      assert.match(reason ?? '', /bindings\['[a-z-]+-bookings?'\] could not read the answer: by hand/);
    });
  }

  for (const [clause, { pass, fail }] of Object.entries(isJudged)) {
    it(`is judged by names for ${clause}`, () => {
      assert.equal(judge(clause as ClauseId, pass).outcome, 'pass');
      assert.equal(judge(clause as ClauseId, fail).outcome, 'fail');
    });
  }
});
