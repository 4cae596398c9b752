/** What leaves of messages: of a service, of a binding that threw, and names of people in keys and codes. */
import { deepEqual, equal, ok } from 'node:assert/strict';
import { test } from 'node:test';
import type { Json } from '../../../../contracts/json.ts';
import { exchangeOf, intent, messageOf, sharedOf } from './leaving-trace.ts';

const said = (message: string, ...before: Json[]): string =>
  messageOf(
    sharedOf(
      ...before.map((body) => exchangeOf({}, body)),
      exchangeOf({ intent }, { error: { code: 'X', message } }),
    ).at(-1),
  );
const thrown = (unread: string, body: Json): string | undefined =>
  sharedOf(exchangeOf({ intent, unread }, body))[0]?.unread;

test('contractions stay, and the name before an apostrophe does not', () => {
  for (const plain of [
    "The hotel doesn't accept children, it isn't available and hasn't a room",
    "It's full: we didn't, wasn't, weren't, wouldn't, couldn't, shouldn't and aren't; you've paid, I've not",
    'Isn’t bookable: the guest doesn’t fit, they’re refused, we’ll see, don’t ask',
  ])
    equal(said(plain), plain);
  equal(said("Zubrowka's card isn't D'Brien's"), "▮▮▮'s card isn't ▮▮▮₂'▮▮▮₃'s");
  equal(said("grace's card isn't hers", { guest: 'Grace' }), "▮▮▮'s card isn't hers");
});

/** By what an answer said, the message of a binding that threw, and what leaves of it. */
const ofBindings: readonly (readonly [body: Json, thrown: string, leaves: string])[] = [
  [{ state: 'rose baker' }, 'acme.ts:10:5: unknown state rose baker', 'acme.ts:10:5: unknown state ▮▮▮ ▮▮▮₂'],
  [{ state: 'not here', n: [10, 1031] }, 'acme.ts:1031:5: state "not here"', 'acme.ts:1031:5: state "▮▮▮ ▮▮▮₂"'],
  [
    { by: 'grace.hunter@mail.example', tel: '+7 917 739-15-64' },
    'unknown manager grace.hunter@mail.example, call 8 (917) 739-15-64',
    'unknown manager ▮▮▮, call ▮▮▮₂',
  ],
  [{ tel: 79_177_391_564 }, 'unknown (917) 739 15 64 of room 12', 'unknown (▮▮▮ of room 12'],
  [{ tel: '9177391564' }, 'unknown 12 +79177391564 34', 'unknown ▮▮▮'],
  [{ on: '17.04.1986' }, 'born 1986-04-17T00:00:00.000Z', 'born ▮▮▮'],
  [{ on: '1986-04-17T00:00:00' }, 'born Thu Apr 17 1986 or 860417', 'born Thu ▮▮▮ or ▮▮▮₂'],
  [{ on: '04/17/1986' }, 'born 17 апреля 1986', 'born ▮▮▮'],
  [{ on: 514_080_000_000 }, 'born 17.04.86', 'born ▮▮▮'],
  [{ on: '17.04.1986' }, 'born 1986-04-18, stays on 2026-12-24', 'born 1986-04-18, stays on 2026-12-24'],
  [{ on: '24.12.2026' }, 'no room on 2026-12-24', 'no room on 2026-12-24'],
  [{ by: 'Zubrowka' }, 'write to zubrowka@mail.example or help@example.com', 'write to ▮▮▮ or help@example.com'],
];

test('of a message of a binding all stays but values of the trace, however they are written', () => {
  for (const [body, message, leaves] of ofBindings) equal(thrown(message, body), leaves);
  const message = 'offer.ts:31: the room of the hotel is not available';
  equal(thrown(message, { error: { code: 'X', message: 'the room of the hotel is not available' } }), message);
});

test('the code of an error stays in what is said of it, as it does in its answer, but for a person in it', () => {
  const refused = (code: string): string | undefined => thrown(`the login was refused (${code})`, { error: { code } });
  equal(refused('PASSWORD_EXPIRES_SOON'), 'the login was refused (PASSWORD_EXPIRES_SOON)');
  const named = { error: { code: 'ROSE_IS_UNKNOWN' }, guest: { firstName: 'Rose' } };
  equal(thrown('the login was refused (ROSE_IS_UNKNOWN)', named), 'the login was refused (▮▮▮)');
});

const fields: readonly string[] = [
  ...'client owner buyer adults children people participants member lead user author employee issuedTo'.split(' '),
  ...'onBehalfOf createdBy agent manager initials signature customerProfileName groupLeader'.split(' '),
  'турист',
  'клиент',
  'ФИО гостя',
  'фамилияИмя',
];

test('a name goes out of messages whichever field of a person holds it', () => {
  const bodies: Json[] = [
    ...fields.map((field) => ({ [field]: 'rose baker' })),
    ...fields.map((field) => ({ [field]: [['rose', 'baker']] })),
    { profile: { name: 'rose baker' } },
    { adults: [{ fn: 'rose', ln: 'baker' }] },
    { email: 'rose.baker@mail.example' },
    { guests: { rose_baker: { age: 33 } } },
    { guests: { roseBaker: [] } },
    { passengers: { 'ROSE/BAKER': {} } },
    { guestName: `rose baker, ${'x'.repeat(60)}` },
  ];
  for (const body of bodies)
    equal(said('guest rose baker is refused', body), 'guest ▮▮▮ ▮▮▮₂ is refused', JSON.stringify(body));
  for (const body of [
    { email: 'guest.support@mail.example' },
    { userAgent: 'guest is refused' },
    { clientId: 'guest is refused' },
    { guests: { refused: 3, guest: {} } },
    { agent: 'room' },
    { ownerType: 'refused' },
    { 'имя отеля': 'refused' },
  ])
    equal(said('guest is refused, no room', body), 'guest is refused, no room', JSON.stringify(body));
});

/** Without any other sign of a person in the trace. */
const ofServices: Readonly<Record<string, string>> = {
  'Guests:\nRose\nBaker': 'Guests:\n▮▮▮\n▮▮▮₂',
  'Refused:\nRose Baker, one room\nRooms are full\n  Гость не принят':
    'Refused:\n▮▮▮ ▮▮▮₂, one room\nRooms are full\n  Гость не принят',
  'Prof. Rose is refused': 'Prof. ▮▮▮ is refused',
  'Пасс. Вера не принят': 'Пасс. ▮▮▮ не принят',
  'родился семнадцатого апреля восемьдесят шестого года': 'родился ▮▮▮ года',
  'born on the seventeenth of april nineteen eighty six': 'born on the ▮▮▮',
  'from 4/17 or 17/4, rooms 1/2, 3/15/2': 'from ▮▮▮ or ▮▮▮₂, rooms 1/2, ▮▮▮₃',
  'from 17 апреля два места, 2 rooms': 'from ▮▮▮ два места, 2 rooms',
  'mail rose.baker (at) mail.example, rose.baker＠mail.example': 'mail ▮▮▮, ▮▮▮₂',
};

test('lines of names, titles, spelled days and spelled addresses go out of messages', () => {
  for (const [message, leaves] of Object.entries(ofServices)) equal(said(message), leaves);
});

test('a key and a code with the name of a person in it leave as others, and words as they are', () => {
  const keys = { grace: {}, hope: {}, Will: {} };
  const [, made] = sharedOf(
    exchangeOf({}, { guests: keys }),
    exchangeOf({}, { error: { code: 'GUEST_GRACE_REFUSED', message: '' }, roomName: 1, hopeRefused: 1, _WILL: 2 }),
  );
  const body = Object(made?.response?.body) as { error: { code: string } };
  ok(!/grace|hope|will/i.test(JSON.stringify(made)), JSON.stringify(made));
  deepEqual(Object.keys(body).slice(0, 2), ['error', 'roomName']);
  const plain = {
    guests: { adults: [{}], children: [] },
    passengers: { items: [], total: {} },
    travellers: { primary: {}, roomDetails: {} },
    customers: { refused: 1, paid: {} },
  };
  const [whole] = sharedOf(exchangeOf({ intent }, plain));
  deepEqual(JSON.stringify(whole?.response?.body).match(/"\w+":/g), JSON.stringify(plain).match(/"\w+":/g));
});

test('a key or a code of words that are all names leaves as another, without a person in the trace', () => {
  for (const code of ['ROSE_BAKER', 'rose.baker', 'hopeGrant', 'NO_ROOM_LEFT', 'minPrice', 'roomRate']) {
    const [made] = sharedOf(exchangeOf({}, { error: { code, message: '' }, deep: { [code]: true } }));
    const isPlain = /room|min/i.test(code);
    deepEqual(JSON.stringify(made?.response).split(code).length, isPlain ? 3 : 1, code);
  }
});
