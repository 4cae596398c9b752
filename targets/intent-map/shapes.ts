/** Which shapes an intent behind a body may have: how many rooms, people, flights and upsells. */
import type { Path } from '../../contracts/check.ts';
import type { BoundOperation } from '../../contracts/intents.ts';
import { isJsonObject, type Json } from '../../contracts/json.ts';
import type { ReadingContext } from './context.ts';
import { type LearnedShape, skeletonOf } from './learned-shape.ts';
import { type IntentShape, usualShape } from './members.ts';
import { differences, endsIn, isWithin, valueAt } from './places.ts';

type RoomCounts = IntentShape['rooms'];

const isCount = (value: Json | undefined): value is number =>
  typeof value === 'number' && Number.isInteger(value) && value >= 0 && value < 10;

/** The rooms of a search, or its people as those of one room; undefined for what is no search. */
const roomsOf = (search: Json | undefined): RoomCounts | undefined => {
  if (!isJsonObject(search)) return undefined;
  const { stay, adults, children } = search;
  if (isCount(adults) && isCount(children)) return [{ adults, children }];
  const rooms = isJsonObject(stay) && Array.isArray(stay.rooms) ? stay.rooms : undefined;
  const found = rooms?.map((room) => ({
    adults: valueAt(room, ['adults']),
    children: valueAt(room, ['childrenAges']),
  }));
  const counted = found?.flatMap((room) =>
    isCount(room.adults) && Array.isArray(room.children)
      ? [{ adults: room.adults, children: room.children.length }]
      : [],
  );
  return counted && counted.length > 0 && counted.length === found?.length ? counted : undefined;
};

/** How many rooms and people an intent is about; undefined where it does not say. */
export const roomsOfIntent = (intent: Json | undefined): RoomCounts | undefined => {
  if (!isJsonObject(intent)) return undefined;
  const sizes = (people: Json): { adults: number; children: number } => {
    const all = Array.isArray(people) ? people : [];
    const children = all.filter((one) => isJsonObject(one) && one.isChild === true).length;
    return { adults: all.length - children, children };
  };
  if (Array.isArray(intent.guests)) return intent.guests.map(sizes);
  if (Array.isArray(intent.passengers)) return [sizes(intent.passengers)];
  return roomsOf(isJsonObject(intent.search) ? intent.search : intent);
};

const isOfHotels = (operation: BoundOperation): boolean => /^(hotel|offer|create)/.test(operation);
const hasPeople = (operation: BoundOperation): boolean =>
  isOfHotels(operation) || /^(avia|fare|pnr-create|ticket-exchange-calculation)/.test(operation);

/** Of the searches before, the last one first. */
export const contextRooms = (operation: BoundOperation, { before = [] }: ReadingContext): readonly RoomCounts[] => {
  if (!hasPeople(operation)) return [];
  return before
    .filter((each) => each.operation === (isOfHotels(operation) ? 'hotel-search' : 'avia-search'))
    .toReversed()
    .flatMap(({ intent }) => {
      const rooms = roomsOfIntent(intent);
      return rooms ? [rooms] : [];
    });
};

const [roomsMax, adultsMax, childrenMax, peopleMax, shapesMax] = [4, 6, 4, 9, 1_500];

type VariedCounts = { readonly adults: boolean; readonly children: boolean; readonly rooms: boolean };

/** The smaller ones first. */
const allRooms = ({ adults, children, rooms }: VariedCounts): RoomCounts[] => {
  const one: { adults: number; children: number }[] = [];
  for (let a = adults ? 1 : 2; a <= (adults ? adultsMax : 2); a += 1)
    for (let c = 0; c <= (children ? childrenMax : 0); c += 1) one.push({ adults: a, children: c });
  const people = (all: RoomCounts): number => all.reduce((sum, each) => sum + each.adults + each.children, 0);
  let last: RoomCounts[] = [[]];
  const found: RoomCounts[] = [];
  for (let count = 1; count <= (rooms ? roomsMax : 1); count += 1) {
    last = last
      .flatMap((all) => one.map((room) => [...all, room]))
      .filter((all) => people(all) <= peopleMax || !adults);
    found.push(...last);
    if (found.length > shapesMax * 4) break;
  }
  return found.toSorted((a, b) => people(a) - people(b) || a.length - b.length).slice(0, shapesMax);
};

type ShapesParts = {
  readonly operation: BoundOperation;
  /** Undefined where the binding throws. */
  readonly learned: (shape: IntentShape) => LearnedShape | undefined;
  readonly bodyOf: (shape: IntentShape) => Json | undefined;
};

/** Which numbers of people change a body in a way that its members do not show. */
const variedIn = ({ operation, learned, bodyOf }: ShapesParts): VariedCounts => {
  const none = { adults: false, children: false, rooms: false };
  const usual = learned(usualShape);
  if (!usual || !hasPeople(operation)) return none;
  const isOther = (rooms: RoomCounts): boolean => {
    const made = bodyOf({ ...usualShape, rooms });
    return (
      made !== undefined &&
      differences(usual.body, made).some((at) => !usual.changing.some((place) => isWithin(at, place)))
    );
  };
  const two = isOfHotels(operation)
    ? learned({
        ...usualShape,
        rooms: [
          { adults: 2, children: 1 },
          { adults: 2, children: 1 },
        ],
      })
    : usual;
  const located = (name: string): boolean =>
    [usual, two].every((each) => {
      const named = each?.members.filter(({ at, touched }) => at.includes(name) && touched.length > 0) ?? [];
      return named.length > 0 && named.every((member) => member.ways.length > 0 && !each?.isStructural(member));
    });
  const hasGuests = operation === 'create-booking' || operation === 'pnr-create';
  const isChildPlain = hasGuests && (located('isChild') || !isOther([{ adults: 3, children: 0 }]));
  const adults = isOther([{ adults: 3, children: 1 }]) && (hasGuests || !located('adults'));
  const children = isOther([{ adults: 2, children: 2 }]) && (hasGuests ? !isChildPlain : !located('children'));
  const rooms =
    isOfHotels(operation) &&
    isOther([
      { adults: 2, children: 1 },
      { adults: 2, children: 1 },
    ]);
  // Guests of one list may be of one room or of several.
  return { adults, children, rooms };
};

const isEmptyList = (value: Json | undefined): boolean => value === undefined || value === null;

/** The list whose elements are flights, or upsells. */
const listOfThings = ({ bodyOf }: ShapesParts): Path | undefined => {
  const [one, two] = [1, 2].map((things) => bodyOf({ ...usualShape, things }));
  if (one === undefined || two === undefined) return undefined;
  return differences(one, two).find((at) => Array.isArray(valueAt(one, at)) && Array.isArray(valueAt(two, at)));
};

/** Numbers that may be counts of people. */
const smallNumbers = (body: Json): ReadonlyMap<string, number> =>
  new Map([...endsIn(body)].flatMap(([key, { value }]) => (isCount(value) ? [[key, value] as const] : [])));

/** Of those whose places are the same as the body's, and of those that are near. */
const [triedMax, nextMax] = [12, 4];

export type ShapeTable = {
  /** The most likely ones first. */
  readonly likely: (body: Json) => readonly IntentShape[];
  readonly thingsIn: (body: Json) => number;
  /** Others that build a body with the same places: they may be meant by it as well. */
  readonly alternatives: (shape: IntentShape) => readonly IntentShape[];
};

/** The same people in other rooms, or one of them of another kind. */
const rearranged = (rooms: RoomCounts): RoomCounts[] =>
  rooms.flatMap((room, i): RoomCounts[] => {
    const [before, behind] = [rooms.slice(0, i), rooms.slice(i + 1)];
    const put = (...here: RoomCounts): RoomCounts => [...before, ...here, ...behind];
    const [next, ...rest] = behind;
    const { adults, children } = room;
    const found: RoomCounts[] = [];
    if (adults > 1) found.push(put({ adults: 1, children: 0 }, { adults: adults - 1, children }));
    if (adults > 1) found.push(put({ adults: adults - 1, children: children + 1 }));
    if (children > 0) found.push(put({ adults: adults + 1, children: children - 1 }));
    if (next) {
      const merged = { adults: adults + next.adults, children: children + next.children };
      found.push([...before, merged, ...rest]);
      if (adults > 1)
        found.push([...before, { adults: adults - 1, children }, { ...next, adults: next.adults + 1 }, ...rest]);
      if (next.adults > 1)
        found.push([...before, { adults: adults + 1, children }, { ...next, adults: next.adults - 1 }, ...rest]);
    }
    return found;
  });

export const shapesOf = (parts: ShapesParts): ShapeTable => {
  const { operation, bodyOf } = parts;
  const hasThings = operation === 'create-booking' || operation === 'avia-availability';
  let known:
    | {
        readonly rooms: RoomCounts;
        readonly skeleton: ReadonlySet<string>;
        readonly numbers: ReadonlyMap<string, number>;
      }[]
    | undefined;
  let list: Path | undefined | false = false;
  let varied: VariedCounts | undefined;
  const ranked = new Map<string, readonly RoomCounts[]>();

  const all = () => {
    varied ??= variedIn(parts);
    known ??= allRooms(varied).flatMap((rooms) => {
      const body = bodyOf({ rooms, things: usualShape.things });
      return body === undefined ? [] : [{ rooms, skeleton: skeletonOf(body), numbers: smallNumbers(body) }];
    });
    return known;
  };

  const thingsIn = (body: Json): number => {
    if (!hasThings) return usualShape.things;
    if (list === false) list = listOfThings(parts);
    const found = list && valueAt(body, list);
    if (Array.isArray(found)) return Math.min(found.length, peopleMax);
    return list && isEmptyList(found) && operation === 'create-booking' ? 0 : usualShape.things;
  };

  /** Ranks only: what a reading is worth, building the body again decides. */
  const rank = (body: Json): readonly RoomCounts[] => {
    const skeleton = skeletonOf(body);
    const key = [...skeleton].join();
    const numbers = smallNumbers(body);
    const known = ranked.get(key) ?? likeliest(skeleton);
    ranked.set(key, known);
    if (known.length <= 1) return known;
    const unlike = (rooms: RoomCounts): number => {
      const own = all().find((each) => each.rooms === rooms)?.numbers;
      return [...(own ?? [])].filter(([place, value]) => numbers.has(place) && numbers.get(place) !== value).length;
    };
    return known
      .map((rooms) => ({ rooms, weight: unlike(rooms) }))
      .toSorted((a, b) => a.weight - b.weight)
      .slice(0, triedMax)
      .map(({ rooms }) => rooms);
  };

  const likeliest = (skeleton: ReadonlySet<string>): readonly RoomCounts[] => {
    const scored = all().map(({ rooms, skeleton: own }) => {
      let common = 0;
      for (const place of own) if (skeleton.has(place)) common += 1;
      return { rooms, weight: own.size + skeleton.size - 2 * common };
    });
    const least = Math.min(...scored.map(({ weight }) => weight));
    const best = scored.filter(({ weight }) => weight === least);
    const next = scored
      .filter(({ weight }) => weight > least)
      .toSorted((a, b) => a.weight - b.weight)
      .slice(0, nextMax);
    return [...best, ...next].map(({ rooms }) => rooms);
  };

  const alternatives = ({ rooms, things }: IntentShape): readonly IntentShape[] => {
    varied ??= variedIn(parts);
    if (!varied.adults && !varied.children && !varied.rooms) return [];
    const skeletonBy = (of: RoomCounts): string | undefined => {
      const body = bodyOf({ rooms: of, things });
      return body === undefined ? undefined : [...skeletonOf(body)].sort().join();
    };
    const own = skeletonBy(rooms);
    return rearranged(rooms)
      .filter((each) => skeletonBy(each) === own)
      .map((each) => ({ rooms: each, things }));
  };

  return { thingsIn, alternatives, likely: (body) => rank(body).map((rooms) => ({ rooms, things: thingsIn(body) })) };
};

export const shapeKey = ({ rooms, things }: IntentShape): string =>
  `${rooms.map(({ adults, children }) => `${adults}+${children}`).join()}/${things}`;
