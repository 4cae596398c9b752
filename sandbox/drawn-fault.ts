/** What the parts of a fault that is drawn by chance have in common. */
import type { OperationId } from '../contracts/operations.ts';
import { callerOf } from './access/rules.ts';
import { askedIn, type SoldOperation } from './asked.ts';
import type { StoredPnr } from './avia/state.ts';
import type { Deviation, Meeting } from './deviation.ts';
import type { StoredBooking } from './hotels/state.ts';
import { aviaIds, dictionaryIds, hotelIds } from './operations.ts';
import type { SandboxRequest } from './reply.ts';
import type { World } from './world.ts';

/** One of a list, each as likely as the others. */
export type FaultDraw = <Item>(items: readonly Item[]) => Item;

/** What goes wrong in which operation; under which circumstance is drawn apart. */
export type DrawnPart = {
  readonly kind: 'state' | 'answer' | 'key';
  readonly operation: OperationId;
  readonly name: string;
  /**
   * `changing`: only a circumstance that comes and goes for the same question makes it a violation. `asked`: the thing
   * cannot be known, so that only when and by whom it is asked can be a circumstance.
   */
  readonly needs: 'any' | 'changing' | 'asked';
  /** @param isMet Whether the circumstance held when the request came. */
  readonly apply: (isMet: (request: SandboxRequest) => boolean) => Deviation['apply'];
};

/** What a fault has to remember of one world. */
export const perWorld = <Memory>(first: () => Memory): ((world: Pick<World, 'tokens'>) => Memory) => {
  // A world that faces one request is a copy; its store of tokens is the same.
  const memories = new WeakMap<object, Memory>();
  return ({ tokens }) => {
    const memory = memories.get(tokens) ?? first();
    memories.set(tokens, memory);
    return memory;
  };
};

const areas = { dictionaries: dictionaryIds, hotels: hotelIds, flights: aviaIds } as const;

export const areaOf = (operation: OperationId): keyof typeof areas =>
  (['dictionaries', 'hotels', 'flights'] as const).find((area) => areaIds(area).includes(operation)) ?? 'dictionaries';

export const areaIds = (area: keyof typeof areas): readonly OperationId[] => areas[area];

/** Every canonical field of a request, as far as it is understood. */
export const fieldsAsked = ({ operation, request, world }: Meeting): Readonly<Record<string, unknown>> =>
  areaOf(operation) === 'dictionaries' ? {} : Object(askedIn(operation as SoldOperation, request, world));

export const callerIn = ({ request, world }: Meeting): string => callerOf(request, world);

export const things = ['stay', 'flight booking', 'ticket'] as const;
export type ThingKind = (typeof things)[number];

/** One stay, flight booking or ticket of a world. */
export type Held = {
  readonly key: string;
  readonly clientId: string;
  readonly isEnded: boolean;
  /** What it has in common with its kin. */
  readonly shares: readonly string[];
  readonly stay?: StoredBooking;
  readonly pnr?: StoredPnr;
};

/** All of one kind, the newest first. */
export const heldIn = (kind: ThingKind, { bookings, flights }: World): readonly Held[] => {
  const of = ({ clientId, cancelledAtMs }: StoredBooking | StoredPnr) => ({
    clientId,
    isEnded: cancelledAtMs !== undefined,
  });
  if (kind === 'stay') {
    return bookings
      .all()
      .map((stay) => ({ ...of(stay), key: String(stay.bookingId), shares: [String(stay.offer.hotelId)], stay }));
  }
  return flights.pnrs.all().flatMap((pnr): Held[] => {
    const { bookingId, offer, tickets } = pnr;
    const shares = offer.flights.map(({ flightNumber, date }) => `${flightNumber} ${date}`);
    if (kind === 'flight booking') return [{ ...of(pnr), key: bookingId, shares, pnr }];
    return tickets.toReversed().map(({ ticketNumber: key, coupons }) => {
      const isEnded = coupons.some(({ status }) => status !== 'open');
      return { ...of(pnr), key, isEnded, shares: [bookingId], pnr };
    });
  });
};

/** The one of this kind that a request is about. */
export const heldAsked = (kind: ThingKind, meeting: Meeting): Held | undefined => {
  const { bookingId, ticketNumber = '' } = fieldsAsked(meeting);
  const isStay = areaOf(meeting.operation) === 'hotels';
  if (bookingId === undefined || isStay !== (kind === 'stay')) return undefined;
  return heldIn(kind, meeting.world).find(({ key, pnr }) =>
    kind === 'ticket'
      ? pnr?.bookingId === bookingId && key.endsWith(String(ticketNumber).slice(-10))
      : key === String(bookingId),
  );
};

/** Another of the same partner that shares a hotel, a flight or a booking with it. */
export const isKin = (one: Held, other: Held): boolean =>
  one.key !== other.key && one.clientId === other.clientId && one.shares.some((each) => other.shares.includes(each));
