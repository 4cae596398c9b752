/** The sandbox answers or refuses all that it is sent, and loads when it is first asked. */
import assert, { equal, rejects } from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { Bindings } from '../../../contracts/bindings.ts';
import type { AviaOperation } from '../../../sandbox/avia/canonical.ts';
import type { DialectId } from '../../../sandbox/dialects.ts';
import type { HotelOperation } from '../../../sandbox/hotels/canonical.ts';
import { type OpenedService, openPort } from '../../../sandbox/open-port.ts';
import { aviaIds, hotelIds } from '../../../sandbox/operations.ts';
import type { Sandbox } from '../../../sandbox/server.ts';
import { call, json, post, startMs, stillSandbox } from './caller.ts';
import { changedAt, placesIn } from './canonical-replies.ts';
import { adult, bookingOf, child, type FlightPartner, flightPartner, type Voided } from './flight-partner.ts';
import { guest, type HotelPartner, hotelPartner, inEachDialect, isFree, stay, targets } from './hotel-partner.ts';

type SoldOperation = HotelOperation | AviaOperation;

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

const contact = { email: 'a@b.invalid', phone: '1' };

/** Bodies of hotel operations that are answered, by the intents that they are built from. */
const hotelIntents = async (partner: HotelPartner) => {
  const chosen = await partner.choose(isFree);
  const booking = { bookingId: (await partner.book(chosen)).facts.booking?.bookingId ?? null };
  const details = { includePriceDetails: true, includeResidenceDetails: true };
  return {
    'hotel-search': { ...chosen.search, preset: 'smart', timeout: 9 },
    'hotel-pricing': { ...chosen, hotelId: chosen.offer.hotelId ?? null },
    'offer-pricing': chosen,
    'create-booking': {
      ...chosen,
      guests: [[guest, guest, guest], [guest]],
      contact,
      upsells: chosen.offer.earlyCheckIns ?? [],
    },
    'view-booking': { booking, details },
    'search-bookings': { status: 'completed', createdFrom: stay.checkIn, createdTo: stay.checkIn },
    'cancel-booking': { booking },
  } satisfies Record<HotelOperation, object>;
};

const flightIntents = async (partner: FlightPartner) => {
  const chosen = await partner.choose();
  const { booking, ticket } = await partner.issue(chosen);
  const search = partner.intent;
  const asked = { booking, ticket };
  const { flights = [] } = (await partner.ask('avia-schedule', search)).facts;
  const { exchange } = (await partner.ask('ticket-exchange-calculation', { ...asked, search })).facts;
  const another = async () => ({ booking: bookingOf(await partner.book(chosen)) });
  return {
    'avia-search': search,
    'avia-schedule': search,
    'avia-availability': { flights, search },
    'avia-offer-price': chosen,
    'fare-rules': chosen,
    'pnr-create': { ...chosen, passengers: [adult, child], contact },
    'pnr-retrieve': asked,
    'pnr-cancel': await another(),
    'pnr-reprice': await another(),
    'ticket-issue': await another(),
    'ticket-info': asked,
    'ticket-cancel': asked,
    'ticket-exchange-calculation': { ...asked, search },
    'ticket-exchange': { ...asked, exchangeId: String(exchange?.exchangeId), offer: null },
    'ticket-refund-calculation': asked,
    'ticket-refund': asked,
  } satisfies Record<AviaOperation, object>;
};

type AnyIntents = Readonly<Partial<Record<SoldOperation, object>>>;

const bodiesOf = (intents: AnyIntents, dialect: DialectId): [SoldOperation, Record<string, unknown>][] =>
  Object.entries(intents).map(([operation, intent]) => {
    const { booking, ticket, details } = intent as Record<string, object | undefined>;
    const request = targets[dialect].bindings?.[operation as keyof Bindings]?.request;
    const body = operation === 'ticket-cancel' ? { ...booking, ...ticket } : request?.(intent as never);
    return [operation as SoldOperation, JSON.parse(JSON.stringify({ ...Object(body), ...(details && { details }) }))];
  });

/** Sent again they are answered otherwise, since one odd field may leave a request understood. */
const closing: readonly string[] = ['ticket-issue', 'ticket-cancel', 'ticket-exchange', 'ticket-refund'];

const isAnswered = ({ status, body }: Voided): boolean => status === 200 && body.success !== false;

const assertRefused = ({ status, body }: Voided, what: string): void => {
  assert.ok((status >= 400 && status < 500) || body.success === false, `${what} answers ${status}`);
  const { code, message } = Object(body.error);
  assert.ok(typeof code === 'string' && code !== '' && typeof message === 'string' && message !== '', what);
};

for (const [what, ids, partnerOf, intentsOf] of [
  ['hotels', hotelIds, hotelPartner, hotelIntents],
  ['flights', aviaIds, flightPartner, flightIntents],
] as const) {
  inEachDialect(`requests of ${what}`, (dialect, opened) => {
    const partnerHere = () => partnerOf(opened().url, dialect);

    for (const operation of ids) {
      test(`${operation} refuses what is no JSON object, and what says nothing`, async () => {
        const partner = await partnerHere();
        // A list that asks for nothing is one of all bookings.
        const isList = operation === 'search-bookings';
        for (const body of isList ? noObjects : [...noObjects, '{}']) {
          assertRefused(await partner.send(operation, body), body.slice(0, 20));
        }
        const answer = await partner.send(operation, deep('{"a":', '1', '}'));
        if (isList) equal(answer.status, 200);
        else assertRefused(answer, 'depth');
      });
    }

    test('with one field odd are answered or refused, and never break anything', async () => {
      const partner = await partnerHere();
      const bodies = bodiesOf(await intentsOf(partner as FlightPartner & HotelPartner), dialect);
      let refused = 0;
      for (const [operation, body] of bodies.toSorted(
        ([one], [other]) => Number(closing.includes(one)) - Number(closing.includes(other)),
      )) {
        if (!closing.includes(operation)) {
          equal((await partner.send(operation, JSON.stringify(body))).status, 200, operation);
        }
        for (const place of placesIn(body)) {
          const answers = [undefined, ...odd].map(async (change) => {
            const answer = await partner.send(operation, JSON.stringify(changedAt(body, place, change)));
            if (isAnswered(answer)) return;
            assertRefused(answer, `${operation} with ${JSON.stringify(change)?.slice(0, 20)} at ${place.join('.')}`);
            refused += 1;
          });
          await Promise.all(answers);
        }
      }
      assert.ok(refused > 300, `${refused} refused`);
    });
  });
}

describe('what no operation takes', () => {
  let sandbox: Sandbox;
  before(async () => {
    sandbox = await stillSandbox();
  });
  after(() => sandbox.close());

  test('a broken login answers 400', async () => {
    for (const body of [{ body: '{"clientId":' }, {}]) {
      equal((await call(`${sandbox.url}/auth/token`, { method: 'POST', ...body })).status, 400);
    }
  });

  test('an unknown path answers 404, a wrong method 405, both in JSON and at the time of the world', async () => {
    const nowhere = await call(`${sandbox.url}/api/nowhere`);
    equal(nowhere.status, 404);
    equal(json(nowhere).error.code, 'NOT_FOUND');
    equal(Date.parse(nowhere.headers.date ?? ''), startMs);
    const wrong = await post(`${sandbox.url}/api/dictionary/countries`, {});
    equal(wrong.status, 405);
    equal(wrong.headers.allow, 'GET');
  });
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
