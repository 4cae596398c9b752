/** Whatever avia operations are sent, they answer, and refuse what they do not understand with code and message. */
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { Bindings } from '../../../contracts/bindings.ts';
import type { AviaOperation } from '../../../sandbox/avia/canonical.ts';
import { dialectIds } from '../../../sandbox/dialects.ts';
import { aviaIds } from '../../../sandbox/operations.ts';
import type { Sandbox } from '../../../sandbox/server.ts';
import { stillSandbox } from './caller.ts';
import { changedAt, placesIn } from './canonical-replies.ts';
import { adult, child, type FlightPartner, flightPartner, type Voided } from './flight-partner.ts';
import { targets } from './hotel-partner.ts';

const noObjects = ['', 'null', '[]', '"text"', '7', '{', '{"a":1,}', '\u0000', '{}'];

const odd: readonly unknown[] = [
  null,
  {},
  [],
  [null],
  '',
  'x',
  -1,
  0.5,
  1e308,
  true,
  'x'.repeat(5_000),
  { length: 1e9 },
];

/** Undoes nothing, so it can be sent again and again. */
const harmless: readonly AviaOperation[] = aviaIds.filter(
  (id) => !['ticket-issue', 'ticket-cancel', 'ticket-exchange', 'ticket-refund'].includes(id),
);

for (const dialect of dialectIds) {
  describe(`${dialect} requests of flights`, () => {
    let sandbox: Sandbox;
    let partner: FlightPartner;
    before(async () => {
      sandbox = await stillSandbox({ world: { dialect, scale: 'small' } });
      partner = await flightPartner(sandbox.url, dialect);
    });
    after(() => sandbox.close());

    const isRefused = ({ status, body }: Voided, what: string): void => {
      assert.ok((status >= 400 && status < 500) || body.success === false, `${what} answers ${status}`);
      const { code, message } = Object(body.error);
      assert.ok(typeof code === 'string' && code !== '' && typeof message === 'string' && message !== '', what);
    };

    for (const operation of aviaIds) {
      test(`${operation} refuses what says nothing`, async () => {
        for (const body of noObjects) isRefused(await partner.send(operation, body), body.slice(0, 20));
        isRefused(await partner.send(operation, '{"a":'.repeat(50_000) + 1 + '}'.repeat(50_000)), 'depth');
      });
    }

    /** Bodies that are answered. */
    const bodies = async (): Promise<Record<AviaOperation, Record<string, unknown>>> => {
      const chosen = await partner.choose();
      const { booking, ticket } = await partner.issue(chosen);
      const open = await partner.book(chosen);
      const search = partner.intent;
      const asked = { booking, ticket };
      const { flights = [] } = (await partner.ask('avia-schedule', search)).facts;
      const { exchange } = (await partner.ask('ticket-exchange-calculation', { ...asked, search })).facts;
      const intents = {
        'avia-search': search,
        'avia-schedule': search,
        'avia-availability': { flights, search },
        'avia-offer-price': chosen,
        'fare-rules': chosen,
        'pnr-create': { ...chosen, passengers: [adult, child], contact: { email: 'a@b.invalid', phone: '1' } },
        'pnr-retrieve': asked,
        'pnr-cancel': { booking: { bookingId: open.facts.flightBooking?.bookingId ?? null } },
        'pnr-reprice': { booking: { bookingId: (await partner.book(chosen)).facts.flightBooking?.bookingId ?? null } },
        'ticket-issue': { booking: { bookingId: (await partner.book(chosen)).facts.flightBooking?.bookingId ?? null } },
        'ticket-info': asked,
        'ticket-exchange-calculation': { ...asked, search },
        'ticket-exchange': { ...asked, exchangeId: String(exchange?.exchangeId), offer: null },
        'ticket-refund-calculation': asked,
        'ticket-refund': asked,
      } as const;
      const { bindings = {} } = targets[dialect];
      const built = Object.entries(intents).map(([operation, intent]) => [
        operation,
        bindings[operation as keyof Bindings]?.request(intent as never),
      ]);
      const voided = { bookingId: booking.bookingId, ticketNumber: ticket.ticketNumber };
      return JSON.parse(JSON.stringify({ ...Object.fromEntries(built), 'ticket-cancel': voided }));
    };

    test('with one field odd are answered or refused, and never break anything', async () => {
      let refused = 0;
      const asked = await bodies();
      // What closes tickets comes last, since one odd field may leave a request understood.
      for (const operation of [...harmless, ...aviaIds.filter((id) => !harmless.includes(id))]) {
        const body = asked[operation];
        const isAgain = harmless.includes(operation);
        if (isAgain) assert.equal((await partner.send(operation, JSON.stringify(body))).status, 200, operation);
        for (const place of placesIn(body)) {
          const answers = [undefined, ...odd].map(async (change) => {
            const answer = await partner.send(operation, JSON.stringify(changedAt(body, place, change)));
            if (answer.status === 200 && answer.body.success !== false) return;
            isRefused(answer, `${operation} with ${JSON.stringify(change)?.slice(0, 20)} at ${place.join('.')}`);
            refused += 1;
          });
          await Promise.all(answers);
        }
      }
      assert.ok(refused > 300, `${refused} refused`);
    });
  });
}
