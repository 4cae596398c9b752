/** Checks of two of our bookings that are open at a time: the view of each reports nothing of the other (part 4.6). */

import { inBody, type Mismatch, type Opinion, type Path, shown, unshown, valueAt } from '../check.ts';
import type { Json } from '../json.ts';
import { succeeded } from '../outcome.ts';
import { field, idText } from '../subjects.ts';
import type { Exchange, Trace } from '../trace.ts';
import { areSame, bearsMark, endOf, nameAsked, type OwnBooking, ownBookings, viewsOf } from './own-bookings.ts';
import { momentOf } from './own-tickets.ts';
import { areEqual, moneyText } from './read-facts.ts';

const room: Path = [...inBody, 'hotel', 'room'];

/** A view of a booking while another one of the same partner is open, too. */
type Beside = {
  readonly exchanges: readonly [Exchange];
  readonly own: OwnBooking;
  readonly other: OwnBooking;
  /** Of its own booking, before the other one was made. */
  readonly before: Exchange | undefined;
  /** Of the other booking. */
  readonly otherView: Exchange | undefined;
};

const viewsBeside = (trace: Trace, own: OwnBooking, other: OwnBooking): Exchange[] => {
  const from = Math.max(own.create.index, other.create.index);
  const to = Math.min(endOf(trace, own), endOf(trace, other));
  return viewsOf(trace, own).filter(({ index }) => index > from && index < to);
};

const isSound = (view: Exchange): boolean => succeeded(view) && view.response?.text === undefined;

/** A booking is a subject only when both bookings were viewed. */
export const beside = (trace: Trace): Beside[] => {
  const bookings = ownBookings(trace);
  return bookings.flatMap((own) =>
    bookings.flatMap((other): Beside[] => {
      if (own === other || own.partner !== other.partner) return [];
      const otherViews = viewsBeside(trace, other, own);
      if (otherViews.length === 0) return [];
      const before = viewsOf(trace, own).findLast((view) => view.index < other.create.index && isSound(view));
      return viewsBeside(trace, own, other)
        .filter((view) => !succeeded(view) || isSound(view))
        .map((view) => ({ exchanges: [view], own, other, before, otherView: otherViews.findLast(isSound) }));
    }),
  );
};

/**
 * What is reported of one thing, and whether it belongs to the one booking or to the other; undefined where it is not
 * known.
 */
type Trait = {
  readonly path: Path;
  readonly reported: string;
  readonly isOwn: boolean | undefined;
  readonly isOther: boolean | undefined;
};

const bookedHotel = ({ create: { intent } }: OwnBooking): string | undefined =>
  idText(field(field(intent, 'offer'), 'hotelId'));

const isIt = (reported: string, wanted: string | undefined): boolean | undefined =>
  wanted === undefined ? undefined : reported.toLowerCase() === wanted.toLowerCase();

const hotelIn = ({ exchanges: [view], own, other }: Beside): Trait[] => {
  const reported = idText(view.facts?.booking?.hotelId);
  if (reported === undefined) return [];
  const [isOwn, isOther] = [own, other].map((booking) => isIt(reported, bookedHotel(booking)));
  return [{ path: inBody, reported: `hotel ${reported}`, isOwn, isOther }];
};

/** Another id than that asked for breaks a clause of its own. */
const idIn = ({ exchanges: [view] }: Beside): Trait[] => {
  const { bookingId } = view.facts?.booking ?? {};
  const isOwn = areSame(nameAsked(view), { bookingId }) === true;
  return isOwn ? [{ path: inBody, reported: `booking ${shown(bookingId)}`, isOwn, isOther: false }] : [];
};

const guestIn = ({ exchanges: [view], own, other }: Beside): Trait[] => {
  const { marks } = view.facts?.booking ?? {};
  if (!marks?.length) return [];
  const [isOwn, isOther] = [own, other].map(({ mark }) =>
    mark === undefined ? undefined : bearsMark({ marks }, mark),
  );
  return [{ path: inBody, reported: 'its guest', isOwn, isOther }];
};

/** Of a moment a day more or less may be the same. */
const isThatDay = (reported: string, day: Json | undefined): boolean | undefined => {
  const [moment, wanted] = [momentOf(reported), momentOf(typeof day === 'string' ? day : undefined)];
  if (!moment || !wanted) return undefined;
  const farMs = (moment.hasTime ? 2 : 0.5) * 86_400_000;
  return Math.abs(moment.ms - wanted.ms) < farMs;
};

const stayIn = ({ exchanges: [view], own, other }: Beside): Trait[] =>
  (['checkIn', 'checkOut'] as const).flatMap((name) => {
    const reported = view.facts?.booking?.[name];
    if (reported === undefined) return [];
    const isOfStay = ({ create: { intent } }: OwnBooking, day: 'checkIn' | 'checkOut') =>
      isThatDay(reported, field(field(field(intent, 'search'), 'stay'), day));
    // The other end of its own stay breaks another clause, and may be a day of the other booking by chance.
    const isOtherEnd = isOfStay(own, name === 'checkIn' ? 'checkOut' : 'checkIn') === true;
    const isDay = isOfStay(own, name);
    const isOwn = isDay === false && isOtherEnd ? undefined : isDay;
    return [{ path: inBody, reported: `${name} ${reported}`, isOwn, isOther: isOfStay(other, name) }];
  });

const priceIn = ({ exchanges: [view], own, other }: Beside): Trait[] => {
  const price = view.facts?.booking?.price;
  if (!price) return [];
  const [isOwn, isOther] = [own, other].map(({ create }) => {
    const made = succeeded(create) ? create.facts?.booking?.price : undefined;
    return made && areEqual(price, made);
  });
  return [{ path: inBody, reported: `price ${moneyText(price)}`, isOwn, isOther }];
};

/** By its documented place: what it was before there was another booking, and what the view of that one reports. */
const roomIn = ({ exchanges: [view], before, otherView }: Beside): Trait[] =>
  (['roomId', 'rateName'] as const).flatMap((name) => {
    const [reported, was, others] = [view, before, otherView].map(
      (each) => each && idText(valueAt(each, [...room, name])),
    );
    if (reported === undefined) return [];
    return [
      {
        path: [...room, name],
        reported: `${name} ${shown(reported)}`,
        isOwn: isIt(reported, was),
        isOther: isIt(reported, others),
      },
    ];
  });

export const isOfItsOwn = (subject: Beside): Opinion => {
  const [view] = subject.exchanges;
  if (!isSound(view)) return unshown('the booking is not viewed');
  const traits = [idIn, guestIn, hotelIn, stayIn, priceIn, roomIn].flatMap((traitsIn) => traitsIn(subject));
  const confused = traits.filter(({ isOwn, isOther }) => isOwn === false && isOther === true);
  if (confused.length > 0) {
    return confused.map(
      ({ path, reported }): Mismatch => ({
        exchange: view,
        path,
        expected: 'nothing of another booking that is open at the time',
        actual: `${reported}, as of the other`,
      }),
    );
  }
  // A value that both share, or that is not known of the other, does not distinguish the bookings.
  const isOwnShown = traits.some(({ isOwn, isOther }) => isOwn === true && isOther === false);
  return isOwnShown ? undefined : unshown('nothing that is read tells the two bookings apart');
};
