/** The check that a view shows every guest in the right room (part 4.6), by what names have in common. */

import { mismatchAt, type Opinion, unshown } from '../check.ts';
import type { Json } from '../json.ts';
import { nameWords, otherScript } from '../name-words.ts';
import { field } from '../subjects.ts';
import type { Exchange, Trace } from '../trace.ts';
import type { BookedView } from './booked-as-asked.ts';
import { type OwnBooking, ownBookings, viewsOf } from './own-bookings.ts';
import { doesNotRead, readFacts } from './read-facts.ts';

type NameWords = readonly string[];

/** The first of a room is the one for whom it is booked. */
type GuestName = { readonly first: NameWords; readonly last: NameWords; readonly isFirst: boolean };

type ShownNames = readonly (readonly NameWords[])[];

const wordsOf = (name: Json | undefined): NameWords => (typeof name === 'string' ? nameWords(name) : []);

/** Who was booked besides the first, by room; names that cannot be compared are left out. */
const booked = ({ create: { intent }, mark }: OwnBooking): readonly (readonly GuestName[])[] => {
  const rooms = field(intent, 'guests');
  return (Array.isArray(rooms) ? rooms : []).map((room) =>
    (Array.isArray(room) ? room : [])
      .map((guest, at) => ({ guest, isFirst: at === 0 }))
      // Another clause judges the guest who bears our mark.
      .filter(({ guest }) => mark === undefined || field(guest, 'lastName') !== mark)
      .map(({ guest, isFirst }) => ({
        first: wordsOf(field(guest, 'firstName')),
        last: wordsOf(field(guest, 'lastName')),
        isFirst,
      }))
      .filter(({ first, last }) => [first, last].every((words) => words.length > 0 && !words.includes(otherScript))),
  );
};

const hasAll = (shown: NameWords, words: NameWords): boolean => words.every((word) => shown.includes(word));

const isShownIn = (room: readonly NameWords[], { first, last }: GuestName): boolean =>
  room.some((shown) => hasAll(shown, first) && hasAll(shown, last));

/** The last name beside another first name may be a nickname, or a first name with its title. */
const isPerhapsIn = (room: readonly NameWords[], { last }: GuestName): boolean =>
  room.some((shown) => hasAll(shown, last) || shown.includes(otherScript));

const isLikelyIn = (room: readonly NameWords[], guest: GuestName): boolean =>
  isShownIn(room, guest) || isPerhapsIn(room, guest);

/** Whether each room that was booked is another of those that are shown, in any order. */
const isFilled = (rooms: readonly (readonly GuestName[])[], shown: ShownNames, fits: typeof isShownIn): boolean => {
  const [guests, ...others] = rooms;
  if (!guests) return true;
  if (guests.length === 0) return isFilled(others, shown, fits);
  return shown.some(
    (room, i) => guests.every((guest) => fits(room, guest)) && isFilled(others, shown.toSpliced(i, 1), fits),
  );
};

const roomsIn = ({ facts }: Exchange): ShownNames | undefined => facts?.booking?.rooms;

/** Whether some view shows a guest of a kind: a service may show the first guest alone, or the first of each room. */
const showsAny = (trace: Trace, isMeant: (guest: GuestName, room: readonly NameWords[]) => boolean): boolean =>
  ownBookings(trace).some((booking) => {
    const guests = booked(booking).flat();
    return viewsOf(trace, booking).some((view) =>
      (roomsIn(view) ?? []).some((room) => guests.some((guest) => isMeant(guest, room) && isShownIn(room, guest))),
    );
  });

export const showsEverybody = ({ exchanges: [view], booking }: BookedView, trace: Trace): Opinion => {
  readFacts(view);
  const shown = roomsIn(view);
  if (!shown) return doesNotRead(view, 'roomGuests');
  if (!showsAny(trace, () => true)) return unshown('no view shows a guest besides the first');
  // The first of another room may have the same name.
  const showsSecond = showsAny(trace, ({ isFirst }, room) => !isFirst && room.length > 1);
  const rooms = booked(booking).map((room) => room.filter(({ isFirst }) => isFirst || showsSecond));
  if (rooms.flat().length === 0)
    return unshown('there is nobody besides the first guest, or of each room no view shows more');
  if (isFilled(rooms, shown, isShownIn)) return undefined;
  if (isFilled(rooms, shown, isLikelyIn)) return unshown('a name is written in another way');
  const missed = rooms.findIndex((_, i) => !isFilled(rooms.slice(0, i + 1), shown, isShownIn));
  const expected = `all guests of room ${missed + 1} of ${rooms.length}, in one room`;
  const actual = `${shown.map(({ length }) => length).join(' and ')} guests, and not all of these`;
  return mismatchAt(view, [], { expected, actual });
};
