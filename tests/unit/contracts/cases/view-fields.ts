/** Literal traces for the clauses of the fields that a view of a booking shows. */
import type { Trace } from '../../../../contracts/trace.ts';
import { type Body, create, created, type Viewed, view, viewed, viewedWithout } from '../booking-trace.ts';
import { type Answer, ok, refusal, text, traceOf } from '../literal-trace.ts';
import { breaks, type ClauseCases } from './clause-cases.ts';

export const one = (came: Answer, asked?: Viewed): Trace => traceOf([view(came, asked)]);
export const showing = (part: Body): Trace => one(viewed(part));
export const creation = create(created());

export const notViewed = {
  refused: one(refusal(400, 'X')),
  'a bad token': one(ok({}), { sent: { bearer: 'garbage' } }),
  'text is for the json clause': one(text(200)),
  'a booking that does not exist': traceOf([view(ok({}))], { input: { unknownBookings: [] } }),
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
    passes: {
      'at the top': showing({}),
      inside: one(ok({ data: [{ booking: { bookingId: 7 } }] })),
      'beside a null one': showing({ bookingId: null, link: { bookingId: 'b-1' } }),
    },
    fails: {
      none: noId('absent', one(viewedWithout('bookingId'))),
      null: noId('null', showing({ bookingId: null })),
      empty: noId('""', showing({ bookingId: '' })),
      'another name': noId('absent', one(ok({ id: 'b-1', bookingID: 'b-1' }))),
    },
    nothing: notViewed,
  },
  'view-booking.stay-times-are-shown': {
    passes: {
      'times of day': showing({}),
      'null, of a hotel that does not say': showing({ checkinTime: null, checkoutTime: null }),
      moments: showing({ checkinTime: '2026-11-20T14:00:00Z', checkoutTime: 1_790_000_000 }),
      elsewhere: one(ok({ stay: { checkinTime: '14:00' }, hotel: { rules: { checkoutTime: {} } } })),
    },
    fails: {
      none: noTime('absent', one(viewedWithout('checkinTime'))),
      'an empty text': noTime('""', showing({ checkinTime: '' })),
      'another case': noTime('absent', one(ok({ checkInTime: '14:00', checkoutTime: '12:00' }))),
      'the other': lacks('checkoutTime', 'absent', 'checkoutTime, at any place', one(viewedWithout('checkoutTime'))),
    },
    nothing: notViewed,
  },
  'view-booking.supplier-is-shown': {
    passes: {
      complete: showing({ supplier }),
      'null in each': showing({ supplier: { subProviderName: null, invoiceNumber: null, comment: null } }),
      'further fields, of any type': showing({ supplier: { ...supplier, invoiceNumber: 7, id: 1 } }),
    },
    fails: {
      none: lacks('supplier', 'absent', wholeSupplier, one(viewedWithout('supplier'))),
      text: lacks('supplier', '"sub"', wholeSupplier, showing({ supplier: 'sub' })),
      'a list': lacks('supplier', '[{}]', wholeSupplier, showing({ supplier: [{}] })),
      'no comment': lacks(
        'supplier.comment',
        'absent',
        valueOrNull,
        showing({ supplier: { subProviderName: 'sub', invoiceNumber: null } }),
      ),
      'in another place': lacks('supplier', 'absent', wholeSupplier, one(ok({ bookingInfo: { supplier } }))),
    },
    nothing: notViewed,
    unshown: { null: showing({ supplier: null }) },
  },
  'view-booking.room-is-shown': {
    passes: {
      complete: showing({ hotel: { room } }),
      'further fields': showing({ hotel: { room: { ...room, beds: [] }, id: 1 } }),
    },
    fails: {
      'no hotel': lacks('hotel.room', 'absent', 'an object with rateName, roomId', one(viewedWithout('hotel'))),
      'no room': lacks('hotel.room', 'absent', 'an object with rateName, roomId', showing({ hotel: {} })),
      'a null room': lacks('hotel.room', 'null', 'an object with rateName, roomId', showing({ hotel: { room: null } })),
      'several rooms': lacks('hotel.room', '[]', 'an object with rateName, roomId', showing({ hotel: { room: [] } })),
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
    passes: {
      complete: showing({}),
      'null in each': showing({ prices: { searchPresetName: null, pricingPresetName: null } }),
    },
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
      'the other': lacks(
        'prices.searchPresetName',
        'absent',
        valueOrNull,
        showing({ prices: { pricingPresetName: 'a' } }),
      ),
    },
    nothing: notViewed,
    unshown: { null: showing({ prices: null }) },
  },
  'view-booking.upsells-are-a-list': {
    passes: { empty: showing({}), some: showing({ upsells: [{}, null] }), null: showing({ upsells: null }) },
    fails: {
      none: lacks('upsells', 'absent', 'an array, or null', one(viewedWithout('upsells'))),
      'an object': lacks('upsells', '{}', 'an array, or null', showing({ upsells: {} })),
    },
    nothing: notViewed,
  },
} satisfies Record<string, ClauseCases>;
