/** Suppliers that refuse bookings for their own reasons: when each of them does, and what it says. */
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { OfferFact } from '../../../contracts/facts.ts';
import type { GuestIntent, StayIntent } from '../../../contracts/intents.ts';
import { type SupplierCode, suppliers } from '../../../sandbox/data/hotels.ts';
import { supplierOddities } from '../../../sandbox/deviations/oddities/hotel-bookings.ts';
import { dialectIds } from '../../../sandbox/dialects.ts';
import type { OddityId } from '../../../sandbox/oddities.ts';
import type { Sandbox } from '../../../sandbox/server.ts';
import { stillSandbox } from './caller.ts';
import { hotelPartner, type Said } from './hotel-partner.ts';

let sandbox: Sandbox;
before(async () => {
  sandbox = await stillSandbox({ world: { scale: 'small' } });
});
after(() => sandbox.close());

const allIds = supplierOddities.map(({ id }) => id);

const isOf =
  (supplier: SupplierCode) =>
  (offer: OfferFact): boolean =>
    suppliers.some(({ code, name }) => code === supplier && (offer.supplier === code || offer.supplier === name));

/** What the supplier of a refused booking says; `booked` where it was not refused. */
const answerIn = ({ status, body }: Said): string => {
  if (status === 200) return 'booked';
  const { code, message } = Object(body.error);
  assert.deepEqual([status, code], [422, 'SUPPLIER_ERROR']);
  return message;
};

type Asked = { readonly change?: (guest: GuestIntent) => GuestIntent; readonly of?: Partial<StayIntent> };

const twoNights: StayIntent = {
  checkIn: '2026-11-06',
  checkOut: '2026-11-08',
  rooms: [{ adults: 2, childrenAges: [4] }],
};
const booked = 'booked';

for (const dialect of dialectIds) {
  describe(`suppliers of a ${dialect} service`, () => {
    const worldWith = async (...oddities: OddityId[]) => {
      const partner = await hotelPartner(sandbox.openWorld({ dialect, scale: 'small', oddities }).baseUrl, dialect);
      const asks = async (supplier: SupplierCode, { change, of }: Asked = {}) => {
        const chosen = await partner.choose(isOf(supplier), { stay: { ...twoNights, ...of } });
        return answerIn(await partner.book(chosen, change));
      };
      const listed = async () => (await partner.ask('search-bookings', {})).facts.bookings?.length;
      return { asks, listed };
    };

    test('one refuses every third request, and the same request is accepted when it is sent again', async () => {
      const { asks, listed } = await worldWith('refuses-every-third-booking');
      const said = [];
      for (let time = 0; time < 7; time += 1) said.push(await asks('BBY'));
      const full = 'No room is left at this rate. Please try again.';
      assert.deepEqual(said, [full, booked, booked, full, booked, booked, full]);
      assert.equal(await listed(), 4);
    });

    test('one refuses a citizenship without a word of it', async () => {
      const { asks, listed } = await worldWith('refuses-guests-by-citizenship');
      const from = (citizenship: string) => ({ change: (guest: GuestIntent) => ({ ...guest, citizenship }) });
      const child = ({ isChild, ...guest }: GuestIntent) => ({ ...guest, isChild, citizenship: isChild ? 'KZ' : 'DE' });
      const declined = 'The reservation was declined by the property.';
      assert.deepEqual(
        [await asks('HBD', from('KZ')), await asks('HBD', { change: child }), await asks('HBD', from('DE'))],
        [declined, declined, booked],
      );
      assert.equal(await asks('HBD', { change: ({ citizenship: _, ...guest }) => guest }), booked);
      assert.equal(await listed(), 2);
    });

    test('one refuses children who are younger than seven when they arrive', async () => {
      const { asks } = await worldWith('refuses-young-children');
      const born = (birthDate: string) => ({
        change: (guest: GuestIntent) => (guest.isChild ? { ...guest, birthDate } : guest),
      });
      const young = 'Children under 7 cannot be accommodated in this property.';
      assert.deepEqual(
        [await asks('NWR', born('2019-11-07')), await asks('NWR', born('2019-11-06')), await asks('NWR')],
        [young, booked, young],
      );
    });

    test('one refuses stays of more than two nights', async () => {
      const { asks } = await worldWith('refuses-long-stays');
      assert.equal(await asks('BBY'), booked);
      assert.equal(
        await asks('BBY', { of: { checkOut: '2026-11-09' } }),
        'The length of stay exceeds the maximum of 2 nights.',
      );
    });

    test('one refuses all that it is asked', async () => {
      const { asks, listed } = await worldWith('refuses-every-booking');
      const said = [await asks('NWR'), await asks('NWR', { of: { checkIn: '2026-11-07' } })];
      assert.deepEqual(
        new Set(said),
        new Set(['Bookings of this agency are suspended. Contact your account manager.']),
      );
      assert.equal(await listed(), 0);
    });

    test('none refuses for the others, and none is the one that wants to know all of every guest', async () => {
      const refusing = new Map<OddityId, string[]>();
      for (const id of allIds) {
        const { asks } = await worldWith(id);
        const of = { checkOut: '2026-11-09' };
        const change = (guest: GuestIntent) => ({ ...guest, citizenship: 'KZ' });
        const refused = [];
        for (const { code } of suppliers) if ((await asks(code, { of, change })) !== booked) refused.push(code);
        refusing.set(id, refused);
      }
      assert.deepEqual(Object.fromEntries(refusing), {
        'refuses-every-third-booking': ['BBY'],
        'refuses-guests-by-citizenship': ['HBD'],
        'refuses-young-children': ['NWR'],
        'refuses-long-stays': ['BBY'],
        'refuses-every-booking': ['NWR'],
      });
    });
  });
}
