/** Whatever hotel operations are sent, they answer, and refuse what they do not understand with code and message. */

import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { HotelOperation } from '../../../contracts/intents.ts';
import { hotelOperations } from '../../../contracts/operations.ts';
import { dialectIds } from '../../../sandbox/dialects.ts';
import type { Sandbox } from '../../../sandbox/server.ts';
import { stillSandbox } from './caller.ts';
import { changedAt, placesIn } from './canonical-replies.ts';
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
    const bodies = async (): Promise<Record<HotelOperation, Record<string, unknown>>> => {
      const chosen = await partner.choose(isFree);
      const { offer, searchId } = chosen;
      const booking = { bookingId: (await partner.book(chosen)).facts.booking?.bookingId ?? null };
      const { bindings = {} } = targets[dialect];
      const guests = [[guest, guest, guest], [guest]];
      const contact = { email: 'a@b.invalid', phone: '1' };
      const built: Record<HotelOperation, unknown> = {
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
      for (const [operation, body] of Object.entries(await bodies()) as [HotelOperation, Record<string, unknown>][]) {
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
