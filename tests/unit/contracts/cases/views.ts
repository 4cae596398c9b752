/** Literal traces for the clause that asking for price details changes nothing else of a view. */

import type { ReadFacts } from '../../../../contracts/bindings.ts';
import type { Json } from '../../../../contracts/json.ts';
import type { Trace } from '../../../../contracts/trace.ts';
import { type Body, cancel, create, created, type Viewed, view, viewed, viewedWithout } from '../booking-trace.ts';
import { type Answer, ok, refusal, type Step, text, traceOf } from '../literal-trace.ts';
import { breaks, type ClauseCases } from './clause-cases.ts';

/** Literal traces for the clauses of the fields that a view of a booking shows. */
export const one = (came: Answer, asked?: Viewed): Trace => traceOf([view(came, asked)]);
export const showing = (part: Body): Trace => one(viewed(part));
export const creation = create(created());

export const notViewed = {
  refused: one(refusal(400, 'X')),

  'text is for the json clause': one(text(200)),

  'the booking of another partner': traceOf([creation, view(ok({}), { sent: { bearer: 'other' } })]),
};

const lacks = (path: string, actual: string, expected: string, trace: Trace) =>
  breaks(`response.body.${path}`, expected, actual, trace);
const somewhere = (name: string) => (actual: string, trace: Trace) =>
  lacks(name, actual, `${name}, at any place`, trace);
const noId = somewhere('bookingId');
const noTime = somewhere('checkinTime');

const supplier = { subProviderName: 'sub', invoiceNumber: '1', comment: '' };
const room = { rateName: 'Flex', roomId: 7 };
const valueOrNull = 'a value, or null';
const wholeSupplier = 'an object with subProviderName, invoiceNumber, comment';

export const viewFieldsCases = {
  'view-booking.booking-id-is-shown': {
    passes: { 'at the top': showing({}) },
    fails: {
      null: noId('null', showing({ bookingId: null })),
      'another name': noId('absent', one(ok({ id: 'b-1', bookingID: 'b-1' }))),
    },
    nothing: notViewed,
  },
  'view-booking.stay-times-are-shown': {
    passes: {
      'times of day': showing({}),
      'null, of a hotel that does not say': showing({ checkinTime: null, checkoutTime: null }),
    },
    fails: {
      'another case': noTime('absent', one(ok({ checkInTime: '14:00', checkoutTime: '12:00' }))),
      'the other': lacks('checkoutTime', 'absent', 'checkoutTime, at any place', one(viewedWithout('checkoutTime'))),
    },
    nothing: notViewed,
  },
  'view-booking.supplier-is-shown': {
    passes: { complete: showing({ supplier }) },
    fails: { 'in another place': lacks('supplier', 'absent', wholeSupplier, one(ok({ bookingInfo: { supplier } }))) },
    nothing: notViewed,
    unshown: { null: showing({ supplier: null }) },
  },
  'view-booking.room-is-shown': {
    passes: { complete: showing({ hotel: { room } }) },
    fails: {
      'no hotel': lacks('hotel.room', 'absent', 'an object with rateName, roomId', one(viewedWithout('hotel'))),
      'a null room': lacks('hotel.room', 'null', 'an object with rateName, roomId', showing({ hotel: { room: null } })),
      'no rate': lacks('hotel.room.rateName', 'absent', 'a value', showing({ hotel: { room: { roomId: 7 } } })),
      'a null id': lacks(
        'hotel.room.roomId',
        'null',
        'a value',
        showing({ hotel: { room: { ...room, roomId: null } } }),
      ),
    },
    nothing: notViewed,
  },
  'view-booking.preset-names-are-shown': {
    passes: { complete: showing({}) },
    fails: {
      none: lacks(
        'prices',
        'absent',
        'an object with searchPresetName, pricingPresetName',
        one(viewedWithout('prices')),
      ),
      'one of two': lacks(
        'prices.pricingPresetName',
        'absent',
        valueOrNull,
        showing({ prices: { searchPresetName: 'a' } }),
      ),
    },
    nothing: notViewed,
  },
  'view-booking.upsells-are-a-list': {
    passes: { empty: showing({}), null: showing({ upsells: null }) },
    fails: { none: lacks('upsells', 'absent', 'an array, or null', one(viewedWithout('upsells'))) },
    nothing: notViewed,
  },
} satisfies Record<string, ClauseCases>;

/** Literal traces for the clause that asking for price details changes nothing else of a view. */
const detail = { total: 100, markup: 5, commission: { rate: 1 } };
const placed: ReadFacts = { priceDetailAt: ['prices', 'full'], upsellPriceDetailAt: ['cost'] };

const plain = (part: Body = {}, asked: Viewed = {}): Step =>
  view(viewed(part), { price: false, reported: placed, ...asked });
const detailed = (part: Body = {}, asked: Viewed = {}): Step =>
  view(viewed(part), { price: true, reported: placed, ...asked });

/** Two views of one kind around two of the other. */
const enclosed = (without: Body, withThem: Body): Trace =>
  traceOf([plain(without), detailed(withThem), detailed(withThem), plain(without)]);

const full: Body = { prices: { searchPresetName: 'default', pricingPresetName: null, full: detail } };
const upsells = (...all: Json[]): Body => ({ upsells: all });
const changed = (where: string, before: unknown, actual: string, trace: Trace, count = 1) =>
  breaks(`response.body.${where}`, `${JSON.stringify(before)}, as without price details`, actual, trace, count);

const named = (hotel: string): Body => ({ hotel: { name: hotel, room: { rateName: 'Flex', roomId: 7 } } });

export const viewComparisonsCases = {
  'view-booking.price-details-change-nothing-else': {
    passes: {
      'the detail alone': enclosed({}, full),
      'another order of what each answer tells anew': traceOf(
        [plain, detailed, detailed, plain].map((one, read) => {
          const notes = ['a', 'b'].map((text) => ({ text, read }));
          return one({ notes: one === plain ? notes : notes.toReversed() });
        }),
      ),
      'a longer list': enclosed({ notes: ['a'] }, { notes: ['b', 'a'] }),
      'what was asked for, told again': enclosed({ asked: { full: false } }, { asked: { full: true } }),
      'a price that becomes its detail': enclosed({ price: 100 }, { price: { total: 100, vat: 20 } }),
      'a price that moves into its detail': enclosed({ price: 100 }, full),
      'groups of the booking itself': enclosed({ total: 1, vat: 2 }, { total: { amount: 1 }, vat: 3 }),
    },
    fails: {
      'a member is gone': changed('guests', ['Ann'], 'null', enclosed({ guests: ['Ann'] }, full)),
      'one of a list is gone': changed('notes', ['a', 'b'], '["a"]', enclosed({ notes: ['a', 'b'] }, { notes: ['a'] })),
      'the supplier is no group of the booking': changed(
        'supplier.comment',
        'x',
        '"y"',
        enclosed({ total: 1, vat: 2, supplier: { comment: 'x' } }, { total: 1, vat: 2, supplier: { comment: 'y' } }),
      ),
      'an upsell more': changed('upsells', [1], '[1,2]', enclosed(upsells(1), upsells(1, 2))),
      'two upsells that change': changed(
        'upsells[0].name',
        'Late',
        '"1"',
        enclosed(upsells({ name: 'Late' }, { name: 'Early' }), upsells({ name: '1' }, { name: '2' })),
        2,
      ),
      'an element of which something is told anew': changed(
        'notes[1].text',
        'b',
        '"c"',
        traceOf(
          [plain, detailed, detailed, plain].map((one, read) =>
            one({ notes: ['a', one === plain ? 'b' : 'c'].map((text) => ({ text, read })) }),
          ),
        ),
      ),
    },
    nothing: {
      'one view of each kind': traceOf([plain(named('Inn')), detailed(named('Room'))]),
      'one kind after the other': traceOf([plain(), plain(), detailed(named('Room')), detailed(named('Room'))]),
      'with residence details, and without': traceOf([
        plain({}, { residence: false }),
        detailed(named('Room')),
        detailed(named('Room')),
        plain({}, { residence: false }),
      ]),
      'before a cancellation, and after it': traceOf([plain(), detailed(), cancel(ok({})), detailed(), plain()]),
      'of another booking': traceOf([
        plain({}, { booking: { bookingId: 'b-2' } }),
        detailed(named('Room')),
        detailed(named('Room')),
        plain({}, { booking: { bookingId: 'b-2' } }),
      ]),
    },
  },
} satisfies Record<string, ClauseCases>;
