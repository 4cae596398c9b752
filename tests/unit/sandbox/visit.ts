/** One long visit to a world that asks everything a fault could change, and notes every answer. */
import assert from 'node:assert/strict';
import { type OperationId, operations } from '../../../contracts/operations.ts';
import { otherPartner, preflightPartner } from '../../../sandbox/access/tokens.ts';
import { knownHotelIds } from '../../../sandbox/data/hotels.ts';
import { aviaIds, everyOperation, hotelIds } from '../../../sandbox/operations.ts';
import { type Answer, call, hourMs, lenient, login, read } from './caller.ts';
import { type FlightChoices, flightVisitor } from './flight-visit.ts';
import { type Choices as HotelChoices, visitHotels } from './hotel-visit.ts';

export type Seen = Readonly<Record<OperationId, Answer[]>>;

const encoded = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64url');

const { clientId, clientSecret } = preflightPartner;

const logins: readonly unknown[] = [
  { clientId: 'nobody', clientSecret },
  { clientId, clientSecret: 'wrong' },
  { clientId, clientSecret: clientSecret.toUpperCase() },
  { clientId },
  { clientSecret },
  {},
  { clientId, clientSecret: otherPartner.clientSecret },
  { clientId: ` ${clientId}`, clientSecret },
];

const countryIds = [...'0 -4 5 99999999 4.5 abc 12abc null'.split(' '), '', ...'4 8 10 643 74 1840 156 380'.split(' ')];

const typeLists = ['accommodation-types', 'amenities', 'bed-types', 'meal-types'] as const;

/** Known ones, one below all, in a gap, beyond all, a large one, and one that is no integer. */
const cardIds = [...knownHotelIds.slice(0, 10), 0, 8, 900_000, 2_000_000_017, 'abc'];

/** Wrong tokens of every kind, made of a right one where it is a JWT. */
const wrongTokens = (token: string): readonly (string | undefined)[] => {
  const [header = '', payload = '', signature = ''] = token.split('.');
  const middle = signature[21] === 'A' ? 'B' : 'A';
  return [
    undefined,
    'not-a-token',
    `${header}.${payload}.${signature.slice(0, 21)}${middle}${signature.slice(22)}`,
    `${header}.${encoded({ sub: 'other', exp: 4102444800 })}.${signature}`,
    `${encoded({ alg: 'none' })}.${payload}.`,
  ];
};

export type Choices = { readonly hotels: HotelChoices; readonly flights: FlightChoices };

export type Visited = {
  readonly baseUrl: string;
  /** Used where a fault of the login gives none that counts: what an equal world without faults issued, in order. */
  readonly spareTokens: readonly string[];
  readonly advance: (byMs: number) => void;
  /** Asks a few of each kind only: enough for an oddity, which is not picky. */
  readonly isBrief?: boolean;
  /** What was sold and booked on a visit to an equal world without faults. */
  readonly choices?: Choices | undefined;
};

export type Visit = { readonly seen: Seen; readonly choices: Choices; readonly tokens: readonly string[] };

export const visit = async (visited: Visited): Promise<Visit> => {
  const { baseUrl, spareTokens, advance, isBrief = false, choices } = visited;
  const seen = Object.fromEntries(everyOperation.map((operation) => [operation, []])) as unknown as Seen;
  /** All of them, or one in four. */
  const few = <Item>(items: readonly Item[]): readonly Item[] =>
    isBrief ? items.filter((_, at) => at % 4 === 0) : items;
  const note = async (operation: OperationId, asked: Promise<Answer>, isMalformed = false): Promise<Answer> => {
    const answer = await asked;
    // Trouble is never a fault, and a 5xx a mistake of the sandbox; but to fail on what is malformed is one.
    assert.ok(answer.status < 500 || isMalformed, `${operation} answered ${answer.status}: ${answer.text}`);
    seen[operation].push(answer);
    return answer;
  };
  // Requests of one operation stay in order, since some faults count; those of others need not wait.
  const ask = (operation: OperationId, body: unknown, token: string | undefined) =>
    note(
      operation,
      call(`${baseUrl}${operations[operation].path}`, {
        method: 'POST',
        headers: token === undefined ? {} : { authorization: `Bearer ${token}` },
        body: JSON.stringify(body),
      }),
    );
  const readAll = (token: string | undefined) =>
    Promise.all([
      // Understood by none of them, so that only the guard decides.
      ...[...hotelIds, ...aviaIds].map((operation) => ask(operation, {}, token)),
      note('countries', read(baseUrl, 'countries', token)),
      note('cities', read(baseUrl, 'cities?countryId=4', token)),
      ...typeLists.map((list) => note(list, read(baseUrl, `hotels/${list}`, token))),
      note('hotel-static', read(baseUrl, `hotels/${knownHotelIds[0]}/static`, token)),
    ]);

  const tokens: string[] = [];
  /** What a login gave, if it counts: what every operation refuses shows nothing of them. */
  const tokenOf = async (login: Promise<Answer>): Promise<string> => {
    const { token } = lenient((await note('token', login)).text);
    const spare = spareTokens[tokens.length] ?? '';
    const counts = token !== undefined && (await read(baseUrl, 'countries', token)).status !== 401;
    tokens.push(counts ? token : spare);
    return counts ? token : spare;
  };

  const token = await tokenOf(login(baseUrl));
  await note('token', login(baseUrl));
  for (const one of few(logins)) await note('token', login(baseUrl, one));
  await readAll(token);
  await note('token', call(`${baseUrl}/auth/token`, { method: 'POST', body: '{' }));
  await readAll(token);
  await note('amenities', read(baseUrl, 'hotels/amenities', token, { 'accept-language': 'ru' }));
  const other = await tokenOf(login(baseUrl, otherPartner));
  await note('countries', read(baseUrl, 'countries', other));
  await note('cities', read(baseUrl, 'cities?countryId=4', other));
  for (const list of typeLists) await note(list, read(baseUrl, `hotels/${list}`, other));
  await note('hotel-static', read(baseUrl, `hotels/${knownHotelIds[0]}/static`, other));
  for (const id of few([...cardIds, ...cardIds.slice(0, 1)])) {
    await note('hotel-static', read(baseUrl, `hotels/${id}/static`, token));
  }
  const made = await visitHotels({ ask, token, otherToken: other, isBrief, choices: choices?.hotels });
  const flights = flightVisitor({ ask, otherToken: other, choices: choices?.flights });
  await flights.begin(token);
  advance(6 * 60_000);
  await flights.ticket(token);
  for (const wrong of few(wrongTokens(token))) await readAll(wrong);
  await note('cities', read(baseUrl, 'cities', token), true);
  for (const id of few([...countryIds, ...countryIds.slice(-4)])) {
    await note('cities', read(baseUrl, `cities?countryId=${id}`, token), !/^-?\d+$/.test(String(id)));
  }
  advance(24 * hourMs - 11 * 60_000);
  await readAll(token);
  await flights.voidNext(token);
  // A day after the bookings were made, and not yet after their tickets were issued.
  advance(8 * 60_000);
  const later = await tokenOf(login(baseUrl));
  await flights.voidNext(later);
  advance(8 * 60_000);
  await flights.voidNext(later);
  await readAll(token);
  await readAll(later);
  return { seen, choices: { hotels: made, flights: flights.choices() }, tokens };
};
