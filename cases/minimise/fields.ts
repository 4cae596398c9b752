/** What can be left out of the requests of a case, in all of them at once: a room, a child, a filter, a header. */

import { type Path, pathText } from '../../contracts/check.ts';
import { isJsonObject, type Json, type JsonObject } from '../../contracts/json.ts';
import { hotelOperations } from '../../contracts/operations.ts';
import type { Exchange } from '../../contracts/trace.ts';
import { listOf, withoutAt, withoutMember, withoutPlace } from '../body-places.ts';

export type Field = {
  /** For a person, and unique in the case: `room 2`, `countryId of step 3`. */
  readonly name: string;
  readonly without: (exchange: Exchange) => Exchange;
  /** Without it a refusal may be lawful. */
  readonly mayBeNeeded?: true;
};

const countOf = (value: Json | undefined): number => (typeof value === 'number' ? value : 0);

type SearchKind = 'stay' | 'flight';
const kindOf = ({ operation }: Exchange): SearchKind =>
  hotelOperations.some((each) => each === operation) ? 'stay' : 'flight';

const searching = ['hotel-search', 'avia-search', 'avia-schedule'];

/** The search in an intent, or the search that it goes on from. */
const searchIn = ({ operation, intent }: Exchange): JsonObject | undefined => {
  if (!isJsonObject(intent)) return undefined;
  if (isJsonObject(intent.search)) return intent.search;
  return searching.includes(operation) ? intent : undefined;
};

type Edit = (object: JsonObject) => JsonObject;

/** @param search Edits the search. @param own Edits the rest of the intent. */
const inIntents =
  (kind: SearchKind, search: Edit, own: Edit = (intent) => intent) =>
  (exchange: Exchange): Exchange => {
    const { intent } = exchange;
    const found = searchIn(exchange);
    if (!isJsonObject(intent) || kindOf(exchange) !== kind) return exchange;
    if (!found) return { ...exchange, intent: own(intent) };
    return { ...exchange, intent: own(found === intent ? search(found) : { ...intent, search: search(found) }) };
  };

const ofStep = ({ index }: Exchange, name: string, edit: (exchange: Exchange) => Exchange): Field => ({
  name: `${name} of step ${index}`,
  without: (exchange) => (exchange.index === index ? edit(exchange) : exchange),
});

const roomsOf = (search: JsonObject | undefined): readonly JsonObject[] => {
  const stay = search?.stay;
  return listOf(isJsonObject(stay) ? stay.rooms : undefined).filter(isJsonObject);
};

const inRooms =
  (edit: (rooms: readonly JsonObject[]) => readonly JsonObject[]): Edit =>
  (search) =>
    isJsonObject(search.stay) ? { ...search, stay: { ...search.stay, rooms: [...edit(roomsOf(search))] } } : search;

const inGuests =
  (edit: (rooms: readonly Json[]) => readonly Json[]): Edit =>
  (intent) =>
    Array.isArray(intent.guests) ? { ...intent, guests: [...edit(intent.guests)] } : intent;

const isChild = (person: Json): boolean => isJsonObject(person) && person.isChild === true;

/** The last of a kind: the first person has the mark by which Preflight finds the booking again. */
const withoutLast = (people: readonly Json[], isOf: (person: Json) => boolean): Json[] =>
  withoutAt(people, people.findLastIndex(isOf));

const inRoom =
  <Of extends Json>(at: number, edit: (room: Of) => Json) =>
  (rooms: readonly Of[]): never[] =>
    rooms.map((room, i) => (i === at ? edit(room) : room)) as never[];

const room = (at: number): Field => ({
  name: `room ${at + 1}`,
  without: inIntents(
    'stay',
    inRooms((rooms) => (rooms.length > 1 ? (withoutAt(rooms, at) as JsonObject[]) : rooms)),
    inGuests((rooms) => (rooms.length > 1 ? withoutAt(rooms, at) : rooms)),
  ),
});

const childOfRoom = (at: number, child: number): Field => ({
  name: `child ${child + 1} of room ${at + 1}`,
  without: inIntents(
    'stay',
    inRooms(inRoom(at, (one) => ({ ...one, childrenAges: listOf(one.childrenAges).slice(0, child) }))),
    inGuests(inRoom<Json>(at, (people) => withoutLast(listOf(people), isChild))),
  ),
});

const adultOfRoom = (at: number, adult: number): Field => ({
  name: `adult ${adult + 1} of room ${at + 1}`,
  without: inIntents(
    'stay',
    inRooms(inRoom(at, (one) => ({ ...one, adults: Math.min(adult, countOf(one.adults)) }))),
    inGuests(inRoom<Json>(at, (people) => withoutLast(listOf(people), (person) => !isChild(person)))),
  ),
});

/** Only the last child and the last adult of a room can go: without an earlier one, the others get other names. */
const roomFields = (rooms: readonly JsonObject[]): Field[] =>
  rooms.flatMap(({ adults, childrenAges }, at) => [
    ...(listOf(childrenAges).length > 0 ? [childOfRoom(at, listOf(childrenAges).length - 1)] : []),
    ...(countOf(adults) > 1 ? [adultOfRoom(at, countOf(adults) - 1)] : []),
  ]);

const passenger = (kind: 'adults' | 'children', count: number): Field => {
  const isOf = (person: Json): boolean => isChild(person) === (kind === 'children');
  return {
    name: kind === 'adults' ? `adult ${count}` : `child ${count}`,
    without: inIntents(
      'flight',
      (search) => ({ ...search, [kind]: Math.min(count - 1, countOf(search[kind])) }),
      (intent) =>
        Array.isArray(intent.passengers) ? { ...intent, passengers: withoutLast(intent.passengers, isOf) } : intent,
    ),
  };
};

const member = (kind: SearchKind, name: string): Field => ({
  name,
  without: inIntents(kind, (search) => withoutMember(search, name)),
});

/** Members that a single step may lack. */
const ownMembers: { readonly [operation: string]: readonly string[] } = {
  'search-bookings': ['status', 'createdFrom', 'createdTo'],
};

const ofIntent = (exchange: Exchange): Field[] => {
  const { intent, operation } = exchange;
  if (!isJsonObject(intent)) return [];
  const { details, upsells } = intent;
  const edited = (name: string, edit: Edit): Field =>
    ofStep(exchange, name, (each) => (isJsonObject(each.intent) ? { ...each, intent: edit(each.intent) } : each));
  const asked = isJsonObject(details) ? Object.keys(details).filter((name) => details[name] === true) : [];
  return [
    ...(ownMembers[operation] ?? [])
      .filter((name) => intent[name] !== undefined)
      .map((name) => edited(name, (given) => withoutMember(given, name))),
    ...asked.map((name) =>
      edited(name, (given) => ({ ...given, details: { ...(given.details as JsonObject), [name]: false } })),
    ),
    ...(listOf(upsells).length > 0 ? [edited('upsells', (given) => ({ ...given, upsells: [] }))] : []),
  ];
};

/** Bounds a body that a file may hold. */
const placesMax = 200;
const depthMax = 12;

/** Every member of a body, and every element of a list of several: outer places first, and the end of a list first. */
const placesIn = (value: Json, at: Path = []): Path[] => {
  if (at.length > depthMax || typeof value !== 'object' || value === null) return [];
  const keys = Array.isArray(value) ? [...value.keys()].toReversed() : Object.keys(value);
  const isLeftOut = !Array.isArray(value) || value.length > 1;
  return keys.flatMap((key) => {
    const place = [...at, key];
    const within = placesIn((value as JsonObject)[key] ?? null, place);
    return isLeftOut ? [place, ...within] : within;
  });
};

const withoutLanguage = ({ 'accept-language': _, ...others }: Exchange['request']['headers']): typeof others => others;

/** Parts of a request that no binding builds. */
const ofRequest = (exchange: Exchange): Field[] => {
  const { request, intent } = exchange;
  const edited = (name: string, edit: (given: Exchange['request']) => Partial<Exchange['request']>): Field =>
    ofStep(exchange, name, (each) => ({ ...each, request: { ...each.request, ...edit(each.request) } }));
  const needed = (...given: Parameters<typeof edited>): Field => ({ ...edited(...given), mayBeNeeded: true });
  const { query, headers, body = null } = request;
  const isBuilt = intent !== undefined || exchange.operation === 'token';
  const places = isBuilt ? [] : placesIn(body).slice(0, placesMax);
  const hasLanguage = headers['accept-language'] !== undefined;
  return [
    ...(hasLanguage ? [edited('accept-language', (given) => ({ headers: withoutLanguage(given.headers) }))] : []),
    ...query.map(([name], at) => needed(name, (given) => ({ query: given.query.filter((_, i) => i !== at) }))),
    ...places.map((place) =>
      needed(pathText(['body', ...place]), (given) => ({ body: withoutPlace(given.body ?? null, place) })),
    ),
  ];
};

const searchesOf = (steps: readonly Exchange[], kind: SearchKind): JsonObject[] =>
  steps
    .filter((each) => kindOf(each) === kind)
    .map(searchIn)
    .filter((search) => search !== undefined);

const stayFields = (steps: readonly Exchange[]): Field[] => {
  const searches = searchesOf(steps, 'stay');
  const widest = searches.map(roomsOf).reduce((one, other) => (other.length > one.length ? other : one), []);
  const names = ['preset', 'timeout'].filter((name) => searches.some((each) => each[name] !== undefined));
  const rooms = widest.length > 1 ? widest.map((_, at) => room(at)).toReversed() : [];
  return [...rooms, ...roomFields(widest), ...names.map((name) => member('stay', name))];
};

const flightFields = (steps: readonly Exchange[]): Field[] => {
  const searches = searchesOf(steps, 'flight');
  const most = (kind: 'adults' | 'children'): number => Math.max(0, ...searches.map((each) => countOf(each[kind])));
  return [
    ...(most('children') > 0 ? [passenger('children', most('children'))] : []),
    ...(most('adults') > 1 ? [passenger('adults', most('adults'))] : []),
    ...(searches.some((each) => each.return !== undefined) ? [member('flight', 'return')] : []),
  ];
};

/** Rooms and people first: they take the most with them. */
export const fieldsOf = (steps: readonly Exchange[]): Field[] => [
  ...stayFields(steps),
  ...flightFields(steps),
  ...steps.flatMap((each) => [...ofIntent(each), ...ofRequest(each)]),
];
