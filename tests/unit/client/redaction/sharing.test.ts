/** What leaves of a trace: the values of Preflight, what a schema or a fact allows, and nothing foreign. */
import { deepEqual, equal, match, notEqual, ok } from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { withLeavingNames } from '../../../../cases/case.ts';
import { createPlaceholders } from '../../../../client/redaction/placeholder.ts';
import { createSharing } from '../../../../client/redaction/sharing.ts';
import type { Json } from '../../../../contracts/json.ts';
import { judge } from '../../../../contracts/judge.ts';
import { isSameSupplier, supplierAlias } from '../../../../contracts/name-words.ts';
import type { Exchange, Trace } from '../../../../contracts/trace.ts';
import { draws } from '../../../whole.ts';
import { exchangeOf, intent, messageOf, sharedOf, traceOf } from './leaving-trace.ts';

test('what we meant stays, in the spelling of the target and in what is answered', () => {
  const sent = { place: 17, from: '24.12.2026', who: [{ n: 'FICTIVA/TESTINA MRS', b: '14031985' }] };
  const body = { booked: { who: 'Testina Fictiva', on: '20261224', at: 17, room: 'Deluxe' } };
  const [made] = sharedOf(exchangeOf({ intent }, body, sent));
  deepEqual(made?.request.body, sent);
  const { booked } = Object(made?.response?.body) as typeof body;
  deepEqual({ ...booked, room: '' }, { who: 'Testina Fictiva', on: '20261224', at: 17, room: '' });
  notEqual(booked.room, 'Deluxe');
  deepEqual(made?.replaced, ['response.body.booked.room']);
});

test('a ticket whose coupon was used has the same name beside the exchanges as in them', () => {
  const [known, issued] = ['KNOWN-OF-OLD', 'AIRBRIDGE2-0004502000002'];
  const [bookingId, other] = ['BOOKING/17', 'f1e1d000-93b5-4c2e-a814-0b1c2d3e4f02'];
  const [operation, at] = ['ticket-info', ['ticket']] as const;
  const ask = { intent: { ticket: { bookingId: other, ticketNumber: known } }, operation } as const;
  const facts = { tickets: [{ ticketNumber: issued, bookingId, isOpen: true, at: [...at] }] };
  const answered = { bookingId, ticket: { ticketNumber: issued } };
  const trace = {
    ...traceOf(exchangeOf(ask), exchangeOf({ operation, facts }, answered)),
    usedCoupons: [{ beforeExchange: 2, bookingId, ticketNumber: issued }],
    withoutRights: [{ bookingId: other, ticketNumber: known }],
  };
  const { exchanges, usedCoupons, withoutRights } = createSharing().share(trace);
  const ticket = exchanges[1]?.facts?.tickets?.[0];
  equal(usedCoupons?.[0]?.ticketNumber, ticket?.ticketNumber);
  equal(usedCoupons?.[0]?.bookingId, Object(exchanges[1]?.response?.body).bookingId);
  notEqual(usedCoupons?.[0]?.ticketNumber, issued);
  // The other form of a number is its digits alone.
  deepEqual(String(ticket?.ticketNumber).split('-').at(-1), issued.split('-').at(-1));
  deepEqual(withoutRights, trace.withoutRights);
});

test('a request without an intent is foreign: only what a schema shows stays of it', () => {
  const sent = {
    bookingId: '0f8fad5b-d9cb-469f-a165-70867728950e',
    who: 'Petra Realperson',
    card: 4_111_111_111_111_111,
  };
  const [made] = sharedOf(exchangeOf({ operation: 'ticket-cancel' }, {}, sent));
  ok(!JSON.stringify(made).includes('Realperson') && !JSON.stringify(made).includes('4111111111111111'));
  equal((Object(made?.request.body) as typeof sent).bookingId, sent.bookingId);
});

test('one alias of few digits stands for a supplier in every run, and what left is not replaced anew', () => {
  const [name, alias] = ['Harbour Direct', supplierAlias('Harbour Direct')];
  const offer = { at: ['o'], supplier: name };
  const searched = exchangeOf({ operation: 'hotel-search', facts: { offers: [offer] } }, { o: { by: name } });
  const priced = exchangeOf({ operation: 'hotel-pricing', intent: { offer } }, {}, { by: name });
  const [once, again] = [sharedOf(searched, priced), sharedOf(...sharedOf(searched, priced))];
  for (const [first, second] of [once, again]) {
    equal(first?.facts?.offers?.[0]?.supplier, alias);
    deepEqual([first?.response?.body, second?.request.body], [{ o: { by: alias } }, { by: alias }]);
  }
  ok(!JSON.stringify(once).includes('Harbour'));
  deepEqual(
    [
      [alias, name],
      [name, name],
      [alias, 'Meridian Stays'],
      [undefined, name],
    ].map(([then, now]) => isSameSupplier(then, now)),
    [true, true, false, false],
  );
});

test('the reading of a fact stays, an amount in any spelling', () => {
  const facts = {
    booking: { at: ['b', 3], bookingId: 77, status: 'completed', price: { amount: 120.5, currency: 'EUR' } },
  };
  const body = {
    b: [{ no: 77, st: 'completed', text: '120.50', cents: 12_050, cur: 'EUR', three: 3, mobile: 79_991_234_567 }],
  };
  const [made] = sharedOf(exchangeOf({ facts: facts as Exchange['facts'] }, body));
  const [shown] = (Object(made?.response?.body) as typeof body).b;
  deepEqual({ ...shown, three: 0, mobile: 0 }, { ...body.b[0], three: 0, mobile: 0 });
  notEqual(shown?.three, 3, 'the number of a place is no value');
  deepEqual(made?.replaced, ['response.body.b[].three', 'response.body.b[].mobile']);
});

test('sent values, codes, fields and common words of a message stay; characters say what was replaced', () => {
  const refused = (message: string) =>
    exchangeOf({ intent }, { error: { code: 'GUEST_BLOCKED', message } }, { guests: [{ docType: 'P' }] });
  const said = (message: string) => messageOf(sharedOf(refused(message))[0]);
  for (const readable of [
    'The citizenship of guest Testina Fictiva (KZ) is required by the supplier.',
    'SUPPLIER_ERROR: docType is missing, GUEST_BLOCKED',
    'Check-in 2026-12-24 is not available in region 17.',
    'Поставщик отказал: гражданство гостя не указано',
  ]) {
    equal(said(readable), readable);
  }
  const [made] = sharedOf(refused('Guest Wilhelmina has passport AB1234567.'));
  const text = messageOf(made);
  equal(text, 'Guest ▮▮▮ has passport ▮▮▮₂.');
  deepEqual(made?.replaced, ['response.body.error.message#6-9,23-27']);
  for (const told of [
    'mail petra@real.example',
    'call +7 (999) 123-45-67',
    'see https://real.example/petra?x=1',
    'card 4111 1111 1111 1111',
  ])
    ok(!said(told).includes(told.slice(told.indexOf(' ') + 1)), said(told));
});

const messages = {
  'Children under 7 cannot be accommodated': 'Children under 7 cannot be accommodated',
  'guest Ivanova is on our list': 'guest ▮▮▮ is on our list',
  'guest IVANOVA/PETRA is on our list': 'guest ▮▮▮/▮▮▮₂ is on our list',
  'Дети младше 7 лет не могут быть размещены': 'Дети младше 7 лет не могут быть размещены',
  'пассажир Иванова уже забронировала 2 места': 'пассажир ▮▮▮ уже забронировала 2 места',
  'Отказ поставщика. Номер занят; ребёнку нет места': 'Отказ поставщика. Номер занят; ребёнку нет места',
  'Not today. Will Grant comes at 14:00 with 4510 999999': 'Not today. ▮▮▮ ▮▮▮₂ comes at ▮▮▮₃ with ▮▮▮₄',
  'we will grant it to Mr. Rose, born 1985-03-14': 'we ▮▮▮ ▮▮▮₂ it to ▮▮▮₃. ▮▮▮₄, born ▮▮▮₅',
  'born 17 April 1986, 17 апреля 1986 г., April 17th': 'born ▮▮▮, ▮▮▮₂ г., ▮▮▮₃',
  'children under 7 may not stay, up to 2 may': 'children under 7 may not stay, up to 2 may',
  'call 49·30·12·34 or ４９３０１２': 'call ▮▮▮ or ▮▮▮₂',
  'ages 7, 12, 15; rooms 1–2': 'ages 7, 12, 15; rooms 1–2',
  'гостю Вере Соколовой отказано: веры нет, розы есть': 'гостю ▮▮▮ ▮▮▮₂ отказано: ▮▮▮₃ нет, розы есть',
  'check_in before details.includePriceDetails, offerId': 'check_in before details.includePriceDetails, offerId',
  'мест нет, цен и комнат тоже': 'мест нет, цен и комнат тоже',
} as const;

test('a message is readable: words of a dictionary stay, and no name of a person does in any case', () => {
  const russian = { firstName: 'Вера', lastName: 'Соколова' };
  const others = { guests: [russian, { firstName: 'Will', lastName: 'GRANT', room: { name: 'We Before Offer' } }] };
  for (const [said, leaves] of Object.entries(messages)) {
    const [, made] = sharedOf(
      exchangeOf({ operation: 'view-booking' }, others),
      exchangeOf({ intent }, { error: { code: 'X', message: said } }),
    );
    equal(messageOf(made), leaves);
  }
});

test('the name of a person goes out of messages, codes and keys, wherever the trace names the person', () => {
  const named: readonly (readonly [answered: Json, sent: Json])[] = [
    [{}, { guests: [{ firstName: 'Rose', lastName: 'Baker' }] }],
    [{ guest: { name: { en: 'Rose Baker', ru: 'Роза Бейкер' } } }, {}],
    [{ roomGuests: [{ name: 'Rose Baker' }] }, {}],
    [{ bookedBy: 'Rose Baker' }, {}],
  ];
  const error = { code: 'roseBakerRefused', message: 'guest rose_baker is banned, rose baker too' };
  for (const [answered, sent] of named) {
    const made = sharedOf(
      exchangeOf({}, answered, sent),
      exchangeOf({}, { error, rose_baker: 1, roseBaker: 2, baker: 3 }),
    );
    ok(!/rose|baker/i.test(JSON.stringify(made)), JSON.stringify(made));
  }
});

/** What leaves of one header: all of it, nothing, or a text of this form. */
const headers: readonly (readonly [name: string, value: string, leaves: true | RegExp | undefined])[] = [
  ['content-type', 'application/json; charset=utf-8', true],
  ['content-type', 'application/vnd.travel+json; by=Petra', /^application\/vnd\.travel\+json;/],
  ['content-type', 'application/realperson+json', /^application\/vnd\.replaced\+json$/],
  ['content-type', 'text/realperson', /^/],
  ['x-request-id', '0f8fad5b-d9cb-469f-a165-70867728950e', true],
  ['traceparent', '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01', true],
  ['x-correlation-id', '4111111111111111', /^/],
  ['x-guest', 'Petra Realperson', undefined],
  ['date', 'Petra', /^/],
  ['vary', 'accept-encoding, realperson', /^/],
  ['cache-control', 'no-store, realperson=4111111', /^/],
];

test('headers leave by name and form: a correlation id does, a number or a name of a person does not', () => {
  for (const [name, value, leaves] of headers) {
    const [made] = sharedOf(exchangeOf({ response: { status: 200, headers: { [name]: value }, bytes: 2, body: {} } }));
    const shown = made?.response?.headers[name];
    if (typeof leaves === 'object') match(shown ?? '', leaves);
    else equal(shown, leaves && value);
    ok(!/petra|realperson|4111111/i.test(JSON.stringify(made?.response)), shown);
    const replaced = leaves === undefined ? ['response.headers.*'] : [`response.headers.${name}`];
    deepEqual(made?.replaced, leaves === true ? undefined : replaced);
  }
});

test('places are listed for all elements of a list where none stays, and one by one where some do', () => {
  const body = { names: ['Petra Realperson', 'Testina Fictiva', 'Jo'], rooms: [{ n: 'A one' }, { n: 'B two' }] };
  const [made] = sharedOf(exchangeOf({ intent }, body));
  deepEqual(made?.replaced, ['response.body.names[0]', 'response.body.names[2]', 'response.body.rooms[].n']);
});

test('equal values look equal in all traces of one run, and not in another', () => {
  const { share } = createSharing();
  const nameIn = ({ exchanges: [first] }: Trace): Json => (Object(first?.response?.body) as { n: Json }).n;
  const one = traceOf(exchangeOf({}, { n: 'Petra Realperson' }));
  equal(nameIn(share(one)), nameIn(share(structuredClone(one))));
  notEqual(nameIn(share(one)), nameIn(createSharing().share(one)));
});

test('what we and bindings say leaves whole, but for values of the trace in it', () => {
  const answer = { who: 'Petra Realperson', doc: 'AB1234567', tel: '+7 (999) 123-45-67' };
  const thrown = `offer.ts:31: Cannot read "Fare" of ${JSON.stringify(answer)} (reading 'Realperson')`;
  const error = { message: thrown, stack: `TypeError: ${thrown}\n    at read (file.ts:1:2)` };
  const made = createSharing().share({
    ...traceOf(exchangeOf({ unread: thrown }, answer)),
    stopped: { because: 'needs', reason: `needs known.route: Realperson has none` },
    error,
  });
  equal(
    made.exchanges[0]?.unread,
    `offer.ts:31: Cannot read "Fare" of {"who":"▮▮▮ ▮▮▮₂","doc":"▮▮▮₃","tel":"▮▮▮₄"} (reading '▮▮▮₂')`,
  );
  equal(made.stopped?.reason, 'needs known.route: ▮▮▮₂ has none');
  ok(made.error?.stack.startsWith('TypeError: offer.ts:31: Cannot read "Fare" of'), made.error?.stack);
  ok(made.error?.stack.endsWith('at read (file.ts:1:2)'));
});

const canaries = fc.record({
  name: fc.stringMatching(/^[B-DF-HJ-NP-TV-Z][aeiou]q[b-df-hj-np-tv-z][aeiou]x[a-z]{4}$/),
  passport: fc.stringMatching(/^[A-Z]{2}[1-9]\d{6}$/),
  card: fc.stringMatching(/^[45]\d{15}$/),
  phone: fc.stringMatching(/^\+[1-9]\d{10}$/),
});

test('foreign data that is planted anywhere in an exchange never leaves it', () => {
  fc.assert(
    fc.property(canaries, fc.jsonValue({ maxDepth: 3 }), ({ name, passport, card, phone }, around) => {
      const email = `${name.toLowerCase()}@${name.toLowerCase()}.example`;
      const planted = [name, passport, card, phone, email];
      const all = {
        name,
        deep: [{ passport, around: around as Json }],
        [`of ${name}`]: card,
        phones: phone,
        email,
        n: Number(card),
      };
      const headers = {
        'x-request-id': passport,
        'x-forwarded-for': name,
        'content-type': `text/plain; name=${name}`,
        date: phone,
      };
      const body = { ...all, bookings: [all, { guestNames: [`${name} Smith`], bookingId: 5 }] };
      const message = `Guest ${name}, ${passport}, ${card}, ${phone}, ${email}, see https://a.test/${name}\nand ${name}`;
      const made = createSharing().share(
        traceOf(
          exchangeOf({ intent, response: { status: 200, headers, bytes: 9, body } }, {}, { place: 17 }),
          exchangeOf({ operation: 'search-bookings', intent: {}, response: { status: 200, headers, bytes: 9, body } }),
          exchangeOf({
            response: { status: 409, headers, bytes: 9, body: { error: { code: name, message, details: all } } },
          }),
          exchangeOf({
            response: { status: 500, headers, bytes: 9, text: { looksLike: 'html', characters: 9, raw: message } },
          }),
          exchangeOf({ unread: message }, {}, all),
        ),
      );
      const text = JSON.stringify(made);
      for (const each of planted) ok(!text.includes(each), each);
    }),
    { seed: 1, numRuns: draws(60) },
  );
});

test('a finding under a name that leaves as another has one fingerprint at any draw, and in exact evidence', () => {
  const clause = 'create-booking.status-is-documented';
  const under = (...at: string[]) => {
    const body = at.reduceRight<Json>((inner, name) => ({ [name]: [inner, inner] }), { status: 'gone' });
    const facts = { booking: { at: at.flatMap((name) => [name, 0]), status: 'gone' } } as const;
    const exact = traceOf(exchangeOf({ intent, facts }, body));
    const found = (trace: Trace) => judge(clause, trace).findings.map(({ fingerprint, place }) => [fingerprint, place]);
    const [one, other] = ['one', 'other'].map((key) => createSharing(createPlaceholders(key)).share(exact));
    ok(one && other);
    deepEqual(found(other), found(one));
    deepEqual(found(withLeavingNames(exact, one)), found(one));
    return { before: found(exact), now: found(one) };
  };
  deepEqual(under('data', 'bkgrf', 'Petra Realperson').now[0]?.[1], 'response.body.data[].*[].*[].status');
  for (const documented of [under('bookingInfo'), under('prices', 'deposit')])
    deepEqual(documented.now, documented.before);
});
