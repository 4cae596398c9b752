/** The sandbox answers or refuses all that it is sent, and loads when it is first asked. */
import assert, { equal, rejects } from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { Bindings } from '../../../contracts/bindings.ts';
import type { HotelOperationId } from '../../../contracts/intents.ts';
import { hotelOperations } from '../../../contracts/operations.ts';
import type { AviaOperation } from '../../../sandbox/avia/canonical.ts';
import { dialectIds } from '../../../sandbox/dialects.ts';
import { type OpenedService, openPort } from '../../../sandbox/open-port.ts';
import { aviaIds } from '../../../sandbox/operations.ts';
import type { Sandbox } from '../../../sandbox/server.ts';
import { stillSandbox } from './caller.ts';
import { changedAt, placesIn } from './canonical-replies.ts';
import { adult, child, type FlightPartner, flightPartner, type Voided } from './flight-partner.ts';
import { guest, type HotelPartner, hotelPartner, isFree, stay, targets } from './hotel-partner.ts';

const deep = (open: string, inner: string, close: string, levels = 50_000): string =>
  open.repeat(levels) + inner + close.repeat(levels);

const noObjects = [
  '',
  'null',
  '[]',
  '"text"',
  '7',
  '{',
  '{"a":1,}',
  '\u0000',
  deep('[', '', ']'),
  `[${'0,'.repeat(1000)}0]`,
];

const odd: readonly unknown[] = [
  null,
  {},
  [],
  [[]],
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

for (const dialect of dialectIds) {
  describe(`${dialect} requests`, () => {
    let sandbox: Sandbox;
    let partner: HotelPartner;
    before(async () => {
      sandbox = await stillSandbox({ world: { dialect, scale: 'small' } });
      partner = await hotelPartner(sandbox.url, dialect);
    });
    after(() => sandbox.close());

    const isRefused = ({ status, body }: { status: number; body: Record<string, unknown> }, what: string): void => {
      assert.ok(status >= 400 && status < 500, `${what} answers ${status}`);
      const { code, message } = Object(body.error);
      assert.ok(typeof code === 'string' && code !== '' && typeof message === 'string' && message !== '', what);
    };

    for (const operation of hotelOperations) {
      test(`${operation} refuses what is no JSON object`, async () => {
        for (const body of noObjects) isRefused(await partner.send(operation, body), body.slice(0, 20));
        const nested = deep('{"a":', '1', '}');
        if (operation !== 'search-bookings') isRefused(await partner.send(operation, nested), 'depth');
        else assert.equal((await partner.send(operation, nested)).status, 200);
      });
    }

    /** Bodies that are answered. */
    const bodies = async (): Promise<Record<HotelOperationId, Record<string, unknown>>> => {
      const chosen = await partner.choose(isFree);
      const { offer, searchId } = chosen;
      const booking = { bookingId: (await partner.book(chosen)).facts.booking?.bookingId ?? null };
      const { bindings = {} } = targets[dialect];
      const guests = [[guest, guest, guest], [guest]];
      const contact = { email: 'a@b.invalid', phone: '1' };
      const built: Record<HotelOperationId, unknown> = {
        'hotel-search': bindings['hotel-search']?.request({ ...chosen.search, preset: 'smart', timeout: 9 }),
        'hotel-pricing': bindings['hotel-pricing']?.request({ ...chosen, hotelId: offer.hotelId ?? null }),
        'offer-pricing': bindings['offer-pricing']?.request(chosen),
        'create-booking': bindings['create-booking']?.request({
          ...chosen,
          guests,
          contact,
          upsells: offer.earlyCheckIns ?? [],
        }),
        'view-booking': {
          ...Object(
            bindings['view-booking']?.request({
              booking,
              details: { includePriceDetails: true, includeResidenceDetails: true },
            }),
          ),
          details: { includePriceDetails: true, includeResidenceDetails: true },
        },
        'search-bookings': bindings['search-bookings']?.request({
          status: 'completed',
          createdFrom: stay.checkIn,
          createdTo: stay.checkIn,
        }),
        'cancel-booking': bindings['cancel-booking']?.request({ booking }),
      };
      assert.ok(searchId);
      return JSON.parse(JSON.stringify(built));
    };

    test('with one field odd are answered or refused, and never break anything', async () => {
      let refused = 0;
      for (const [operation, body] of Object.entries(await bodies()) as [HotelOperationId, Record<string, unknown>][]) {
        assert.equal((await partner.send(operation, JSON.stringify(body))).status, 200, operation);
        for (const place of placesIn(body)) {
          const answers = [undefined, ...odd].map(async (change) => {
            const answer = await partner.send(operation, JSON.stringify(changedAt(body, place, change)));
            if (answer.status === 200) return;
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

describe('flights', () => {
  const noObjects = ['', 'null', '[]', '"text"', '7', '{', '{"a":1,}', '\u0000', '{}'];

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
          'pnr-reprice': {
            booking: { bookingId: (await partner.book(chosen)).facts.flightBooking?.bookingId ?? null },
          },
          'ticket-issue': {
            booking: { bookingId: (await partner.book(chosen)).facts.flightBooking?.bookingId ?? null },
          },
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
});

/** A service that sends its address, counted as often as it is loaded. */
const counted = () => {
  const loaded: string[] = [];
  let closed = 0;
  const service = async (url: string): Promise<OpenedService> => {
    loaded.push(url);
    return {
      handle: (_request, response) => response.end(url),
      close: async () => {
        closed += 1;
      },
    };
  };
  return { loaded, service, closed: () => closed };
};

test('the first requests wait until what answers is loaded, once', async () => {
  const { loaded, service, closed } = counted();
  const port = await openPort(service);
  equal(loaded.length, 0);
  const answers = await Promise.all([fetch(port.url), fetch(`${port.url}/again`)]);
  for (const answer of answers) equal(await answer.text(), port.url);
  await port.load();
  equal(loaded.join(), port.url);
  await port.close();
  equal(closed(), 1);
  await rejects(fetch(port.url));
});

test('it is loaded ahead of any request when the caller asks for that, and else not at all', async () => {
  const [asked, unasked] = [counted(), counted()];
  const [ahead, never] = [await openPort(asked.service), await openPort(unasked.service)];
  await ahead.load();
  await Promise.all([ahead.close(), never.close()]);
  equal(asked.loaded.length, 1);
  equal(unasked.loaded.length + unasked.closed(), 0);
});
