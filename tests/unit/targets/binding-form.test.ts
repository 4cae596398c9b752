/** What a target file may say of hotels and flights: bindings, permission to book, and what only a person can know. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { resolvedTarget } from '../../../targets/resolved-target.ts';
import type { TargetDefinition } from '../../../targets/target.ts';

const whole = {
  name: 'acme',
  baseUrl: 'https://acme.example',
  credentials: { clientId: 'a', clientSecret: 'b' },
};
const resolved = (more: object) => resolvedTarget({ ...whole, ...more }, {}, 'acme');
const request = () => ({});

/** Each is one line: what is wrong, and where. */
const mistakes: readonly (readonly [more: object, message: RegExp])[] = [
  [{ bindings: { 'hotel-serch': { request } } }, /bindings: bound operation 'hotel-serch' is unknown/],
  [{ bindings: { search: { request } } }, /did you mean 'hotel-search'\?/],
  [{ bindings: { countries: { request } } }, /'countries' is unknown/],
  [{ bindings: { 'hotel-search': {} } }, /bindings\.hotel-search\.request: must be a function/],
  [{ bindings: { 'hotel-search': { request: {} } } }, /bindings\.hotel-search\.request: must be a function/],
  [{ bindings: { 'hotel-search': { request, response: {} } } }, /bindings\.hotel-search\.response: must be a function/],
  [{ bindings: { 'hotel-search': { request, reply: request } } }, /bindings\.hotel-search: 'reply' is unknown/],
  [{ bindings: { 'hotel-search': request } }, /bindings\.hotel-search: .*expected object/],
  [{ may: { books: { perRun: 1 } } }, /may\.books\.perDay/],
  [{ may: { books: { perRun: -1, perDay: 1 } } }, /may\.books\.perRun/],
  [{ may: { books: true } }, /may\.books/],
  [{ may: { book: { perRun: 1, perDay: 1 } } }, /may: 'book' is unknown, did you mean 'books'/],
  [{ may: { extraTokens: { perRun: 1, perDay: 0.5 } } }, /may\.extraTokens\.perDay/],
  [{ known: { region: null } }, /known\.region: must name a region/],
  [{ known: { region: () => 1 } }, /known\.region/],
  [{ known: { presets: 'fast' } }, /known\.presets/],
  [{ known: { presets: [''] } }, /known\.presets\.0/],
  [{ known: { presets: ['fast', 'fast'] } }, /known\.presets: must not name a preset twice/],
  [{ known: { searchTimeout: '5' } }, /known\.searchTimeout/],
  [{ known: { strictSupplier: '' } }, /known\.strictSupplier/],
  [{ known: { stayDaysAhead: 0 } }, /known\.stayDaysAhead/],
  [{ known: { stayDaysAhead: 10_000 } }, /known\.stayDaysAhead/],
  [{ known: { route: '' } }, /known\.route: must name a route/],
  [{ known: { departureDaysAhead: 0 } }, /known\.departureDaysAhead/],
  [{ known: { usedTicket: { bookingId: 'b' } } }, /known\.usedTicket\.ticketNumber/],
  [{ known: { withoutRights: '1174200000011' } }, /known\.withoutRights/],
  [{ may: { tickets: { perDay: 1 } } }, /may\.tickets\.perRun/],
  [{ voidWindowMs: 0 }, /voidWindowMs/],
  [{ aviaPath: '/flights' }, /aviaPath/],
  [{ levers: { useCoupon: true } }, /levers/],
];

for (const [more, message] of mistakes) {
  test(`${message.source} says what is wrong with ${Object.keys(more)}`, () => {
    assert.throws(
      () => resolved(more),
      (thrown) => {
        assert.ok(thrown instanceof Error && thrown.name === 'UsageError');
        assert.match(thrown.message, message);
        assert.ok(!thrown.message.includes('\n'));
        return true;
      },
    );
  });
}

test('an unknown binding is reported with the names near it and the pages of all', () => {
  const reported = (name: string): string => {
    try {
      resolved({ bindings: { [name]: { request } } });
    } catch (thrown) {
      return (thrown as Error).message;
    }
    return assert.fail(`${name} is known`);
  };
  assert.match(
    reported('hotels'),
    /near it: hotel-search, hotel-pricing; see docs\/use\/bindings\.md and docs\/use\/flight-bindings\.md/,
  );
  assert.match(reported('Ticket_issue'), /near it: ticket-issue, ticket-info,/);
  assert.match(reported('pnr'), /near it: pnr-create, pnr-retrieve, pnr-cancel, pnr-reprice;/);
  assert.match(reported('countries'), /is unknown \(see docs\//);
  assert.match(reported('ticket-cancel'), /its body is documented, so it needs no binding/);
});

test('bindings, budgets and known values arrive as they were written', () => {
  const response = () => ({ searchId: 's' });
  const definition: TargetDefinition = {
    ...whole,
    may: { books: { perRun: 4, perDay: 20 }, extraTokens: { perRun: 1, perDay: 6 } },
    known: {
      region: { city: 17, near: [1.5, null] },
      presets: ['ranked', 'plain'],
      searchTimeout: 2.5,
      strictSupplier: 'North',
      stayDaysAhead: 30,
    },
    bindings: { 'hotel-search': { request, response }, 'cancel-booking': { request } },
  };
  const { may, known, bindings } = resolvedTarget(definition, {}, 'acme');
  assert.deepEqual(may, definition.may);
  assert.deepEqual(known, definition.known);
  assert.equal(bindings['hotel-search']?.response, response);
  assert.deepEqual(bindings['cancel-booking'], { request });
});
