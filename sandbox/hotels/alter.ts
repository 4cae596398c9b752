/** Ways to bend what operations of hotels and flights answer, in the canonical words that every dialect spells. */
import { askedIn, type SoldOperation, type SoldReplies, type SoldRequests } from '../asked.ts';
import type { Change } from '../deviation.ts';
import { isFields } from '../fields.ts';
import { isSuccess, type Reply, withBody } from '../reply.ts';
import type { World } from '../world.ts';
import type { CanonicalOffer, FoundHotel, ListedBooking, PricedOffer } from './canonical.ts';

/** An error object may stand under a status of success. */
export const isRefused = ({ status, body }: Reply): boolean =>
  status >= 400 || (isFields(body) && (body.error ?? null) !== null);

export type Met<Operation extends SoldOperation> = {
  /** Undefined when the request was not understood. */
  readonly asked: SoldRequests[Operation] | undefined;
  readonly world: World;
};

const one = <Operation extends SoldOperation>(operation: Operation, change: Change) =>
  ({ [operation]: change }) as Readonly<Record<Operation, Change>>;

/** Changes the successes of one operation. */
export const successes = <Operation extends SoldOperation>(
  operation: Operation,
  bend: (reply: Reply, met: Met<Operation>) => Reply,
): Readonly<Record<Operation, Change>> =>
  one(operation, (reply, request, world) =>
    isSuccess(reply) && !isRefused(reply) && isFields(reply.body)
      ? bend(reply, { world, asked: askedIn(operation, request, world) })
      : reply,
  );

/** Changes the body of the successes of one operation. */
export const answers = <Operation extends SoldOperation>(
  operation: Operation,
  bend: (body: SoldReplies[Operation], met: Met<Operation>) => unknown,
): Readonly<Record<Operation, Change>> =>
  successes(operation, (reply, met) => withBody(reply, bend(reply.body as SoldReplies[Operation], met)));

/** Changes the refusals of one operation, whatever their status; but not those of a token that does not count. */
export const refusals = <Operation extends SoldOperation>(
  operation: Operation,
  bend: (reply: Reply, met: Met<Operation>) => Reply,
): Readonly<Record<Operation, Change>> =>
  one(operation, (reply, request, world) =>
    isRefused(reply) && reply.status !== 401
      ? bend(reply, { world, asked: askedIn(operation, request, world) })
      : reply,
  );

/** Where something stands among all of its kind in one answer. */
export type Spot = { readonly at: number; readonly count: number };

type Picks<Item> = (item: Item, spot: Spot) => boolean;

export const every = (): boolean => true;
export const last = (_: unknown, { at, count }: Spot): boolean => at === count - 1;
/** Far enough in that a look at the first, or at the last, misses it. */
export const deep = (_: unknown, { at, count }: Spot): boolean => at === Math.floor(count * 0.7);

export const cannotBeCancelled = ({ freeUntilMs }: CanonicalOffer): boolean => freeUntilMs === null;
export const isScored = ({ aiScore }: CanonicalOffer): boolean => aiScore !== null;

export const listOf = <Item>(value: readonly Item[] | undefined): readonly Item[] =>
  Array.isArray(value) ? (value as readonly Item[]) : [];

/** Changes hotels of a search. */
export const foundHotels = (picks: Picks<FoundHotel>, change: (hotel: FoundHotel) => unknown) =>
  answers('hotel-search', (body) => {
    const hotels = listOf(body.hotels);
    return {
      ...body,
      hotels: hotels.map((hotel, at) => (picks(hotel, { at, count: hotels.length }) ? change(hotel) : hotel)),
    };
  });

/** Changes offers of a search, which are counted through all of its hotels. */
export const foundOffers = (picks: Picks<CanonicalOffer>, change: (offer: CanonicalOffer) => unknown) =>
  answers('hotel-search', (body) => {
    const hotels = listOf(body.hotels);
    const count = hotels.reduce((sum, { offers }) => sum + listOf(offers).length, 0);
    let at = -1;
    const changed = (offer: CanonicalOffer): unknown => {
      at += 1;
      return picks(offer, { at, count }) ? change(offer) : offer;
    };
    return { ...body, hotels: hotels.map((hotel) => ({ ...hotel, offers: listOf(hotel.offers).map(changed) })) };
  });

/** Changes offers of the pricing of a hotel. */
export const pricedOffers = (picks: Picks<PricedOffer>, change: (offer: PricedOffer) => unknown) =>
  answers('hotel-pricing', (body) => {
    const offers = listOf(body.offers);
    return {
      ...body,
      offers: offers.map((offer, at) => (picks(offer, { at, count: offers.length }) ? change(offer) : offer)),
    };
  });

/** Changes the one offer that offer_pricing answers with. */
export const pricedOffer = (change: (offer: PricedOffer) => unknown) =>
  answers('offer-pricing', (body) => (body.offer ? { ...body, offer: change(body.offer) } : body));

/** Changes bookings of a list. */
export const listedBookings = (
  picks: (booking: ListedBooking, met: Met<'search-bookings'>) => boolean,
  change: (booking: ListedBooking) => unknown,
) =>
  answers('search-bookings', (body, met) => ({
    ...body,
    bookings: listOf(body.bookings).map((booking) => (picks(booking, met) ? change(booking) : booking)),
  }));

/** The same without a field. */
export const without = (name: string, value: object): object =>
  Object.fromEntries(Object.entries(value).filter(([key]) => key !== name));
