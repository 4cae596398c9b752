/** Ways to change replies and rules, so that a deviation only says what differs. */
import type { OperationId } from '../../contracts/operations.ts';
import { askedIn, type SoldOperation, type SoldReplies, type SoldRequests } from '../asked.ts';
import type { AviaOperation, CouponStatus } from '../avia/canonical.ts';
import type { FlightWorld, RuleContext, TicketOf } from '../avia/rules.ts';
import type { StoredPnr, StoredTicket } from '../avia/state.ts';
import { type Rules, ruled } from '../deviation.ts';
import type {
  CanonicalOffer,
  FoundHotel,
  HotelOperation,
  Id,
  ListedBooking,
  PricedOffer,
} from '../hotels/canonical.ts';
import type { StoredBooking } from '../hotels/state.ts';
import { isFields, isOfToken, isRefused, isSuccess, type Reply, type SandboxRequest, withBody } from '../reply.ts';
import { hourMs } from '../sales.ts';
import type { Change, Changes, World } from '../world.ts';

type BodyBend = (body: unknown, request: SandboxRequest, world: World) => unknown;

export const successBody =
  (bend: BodyBend): Change =>
  (reply, request, world) =>
    isSuccess(reply) ? withBody(reply, bend(reply.body, request, world)) : reply;

export const successFields = (
  bend: (fields: Readonly<Record<string, unknown>>, world: World) => Readonly<Record<string, unknown>>,
): Change => successBody((body, _request, world) => bend(body as Readonly<Record<string, unknown>>, world));

export const successList = <Item>(
  bend: (items: readonly Item[], request: SandboxRequest, world: World) => unknown,
): Change =>
  successBody((body, request, world) => (Array.isArray(body) ? bend(body as readonly Item[], request, world) : body));

export const changedWhere =
  (holds: (request: SandboxRequest, reply: Reply, world: World) => boolean, bend: (reply: Reply) => Reply): Change =>
  (reply, request, world) =>
    holds(request, reply, world) ? bend(reply) : reply;

/** The list with the record at one place changed; a list too short stays as it is. */
export const changedAt = <Item>(items: readonly Item[], index: number, change: (item: Item) => unknown): unknown[] =>
  items.map((item, at) => (at === index ? change(item) : item));

/** Far enough in that a look at the first records, or the last, misses it. */
export const deepIn = ({ length }: { readonly length: number }): number => Math.floor(length * 0.7);

/** Exchanges the record at one place with the next. */
export const swappedAt = <Item>(items: readonly Item[], index: number): Item[] => {
  const [one, other] = [items[index], items[index + 1]];
  return one === undefined || other === undefined ? [...items] : items.with(index, other).with(index + 1, one);
};

const askedBy = ({ path, query, headers }: SandboxRequest): string =>
  [path, query, headers['accept-language'], headers.authorization].join(' ');

/**
 * Changes every second answer to the same request of the same caller in the same language. Reads go A, B, A, B and
 * never settle, while the change does not distinguish callers and languages that are read in turn.
 */
export const everySecondTime =
  (name: string, change: Change): Change =>
  (reply, request, world) =>
    isSuccess(reply) && world.count(`${name} ${askedBy(request)}`) % 2 === 0 ? change(reply, request, world) : reply;

export const changing = (operations: readonly OperationId[], change: Change): Changes =>
  Object.fromEntries(operations.map((operation) => [operation, change]));

// Ways to bend what operations of hotels and flights answer, in the canonical words that every dialect spells.

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

/** Of what another oddity emptied nothing is changed; a void alone may lawfully say nothing. */
export const answers = <Operation extends SoldOperation>(
  operation: Operation,
  bend: (body: SoldReplies[Operation], met: Met<Operation>) => unknown,
): Readonly<Record<Operation, Change>> =>
  successes(operation, (reply, met) =>
    operation !== 'ticket-cancel' && Object.keys(Object(reply.body)).length === 0
      ? reply
      : withBody(reply, bend(reply.body as SoldReplies[Operation], met)),
  );

/** Changes the refusals of one operation, of any status; but not those of a token that does not count. */
export const refusals = <Operation extends SoldOperation>(
  operation: Operation,
  bend: (reply: Reply, met: Met<Operation>) => Reply,
): Readonly<Record<Operation, Change>> =>
  one(operation, (reply, request, world) =>
    isRefused(reply) && !isOfToken(reply) ? bend(reply, { world, asked: askedIn(operation, request, world) }) : reply,
  );

/** Where something stands among all of its kind in one answer. */
export type Spot = { readonly at: number; readonly count: number };

type Picks<Item> = (item: Item, spot: Spot) => boolean;

export const every = (): boolean => true;
export const last = (_: unknown, { at, count }: Spot): boolean => at === count - 1;
/** Far enough in that a look at the first, or at the last, misses it. */
export const deep = (_: unknown, { at, count }: Spot): boolean => at === deepIn({ length: count });

export const listOf = <Item>(value: readonly Item[] | undefined): readonly Item[] =>
  Array.isArray(value) ? (value as readonly Item[]) : [];

/** The flight booking, stay or hotel search that a request names, of any partner. */
export const pnrAsked = (asked: { readonly bookingId: string } | undefined, { flights }: Pick<World, 'flights'>) =>
  asked && flights.pnrs.find(asked.bookingId.toLowerCase());
export const bookingAsked = (asked: { readonly bookingId: Id } | undefined, { bookings }: Pick<World, 'bookings'>) =>
  asked && bookings.find(asked.bookingId);
export const searchAsked = (asked: { readonly searchId: string } | undefined, { searches }: Pick<World, 'searches'>) =>
  asked && searches.find(asked.searchId);

/** The same without a field. */
export const without = (name: string, value: object): object =>
  Object.fromEntries(Object.entries(value).filter(([key]) => key !== name));

export const lacking =
  (name: string) =>
  (value: object): object =>
    without(name, value);

export const nulled =
  (name: string) =>
  (value: object): object => ({ ...value, [name]: null });

/** Something else in one field. */
export const field =
  <Of, Name extends keyof Of & string>(name: Name, write: (value: Of[Name], of: Of) => unknown) =>
  (of: Of) => ({ ...of, [name]: write(of[name], of) });

/** Writes something else into one field of the successes of an operation. */
export const written = <Operation extends SoldOperation, Name extends keyof SoldReplies[Operation] & string>(
  operation: Operation,
  name: Name,
  write: (value: SoldReplies[Operation][Name], body: SoldReplies[Operation]) => unknown,
) => answers(operation, field(name, write));

type EntryOf<List> = List extends readonly (infer Entry)[] ? Entry : never;

/** Changes each entry of a list that the successes of an operation have. */
export const eachOf = <Operation extends SoldOperation, Name extends keyof SoldReplies[Operation] & string>(
  operation: Operation,
  name: Name,
  change: (entry: EntryOf<SoldReplies[Operation][Name]>, met: Met<Operation>, spot: Spot) => unknown,
) =>
  answers(operation, (body, met) => {
    const entries = listOf(body[name] as readonly EntryOf<SoldReplies[Operation][Name]>[]);
    const count = entries.length;
    return { ...body, [name]: entries.map((entry, at) => change(entry, met, { at, count })) };
  });

// Ways to bend the lists of hotels, offers and bookings that hotel operations answer.

export const cannotBeCancelled = ({ freeUntilMs }: CanonicalOffer): boolean => freeUntilMs === null;
export const isScored = ({ aiScore }: CanonicalOffer): boolean => aiScore !== null;

export const foundHotels = (picks: Picks<FoundHotel>, change: (hotel: FoundHotel) => unknown) =>
  eachOf('hotel-search', 'hotels', (hotel, _, spot) => (picks(hotel, spot) ? change(hotel) : hotel));

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

export const pricedOffers = (picks: Picks<PricedOffer>, change: (offer: PricedOffer) => unknown) =>
  eachOf('hotel-pricing', 'offers', (offer, _, spot) => (picks(offer, spot) ? change(offer) : offer));

/** Changes the one offer that offer_pricing answers with. */
export const pricedOffer = (change: (offer: PricedOffer) => unknown) =>
  answers('offer-pricing', (body) => (body.offer ? { ...body, offer: change(body.offer) } : body));

export const listedBookings = (
  picks: (booking: ListedBooking, met: Met<'search-bookings'>) => boolean,
  change: (booking: ListedBooking) => unknown,
) => eachOf('search-bookings', 'bookings', (booking, met) => (picks(booking, met) ? change(booking) : booking));

// What faults of flights and tickets share.

/** Replaces rules of ticket_cancel; what it does to a ticket shows in ticket_info. */
export const voiding = (rules: Partial<Rules> | ((before: Rules) => Partial<Rules>)) => ({
  touches: ['ticket-cancel'] as const,
  rules,
});

export const hasStatus = ({ ticket }: TicketOf, wanted: CouponStatus): boolean =>
  ticket.coupons.some(({ status }) => status === wanted);

/** Since its issue. */
export const hoursOld = ({ ticket }: TicketOf, world: FlightWorld): number =>
  (world.now() - ticket.issuedAtMs) / hourMs;

/** Reports that coupons of one status are open. */
export const shownAsOpen = (
  status: CouponStatus,
  isMeant: (ticket: StoredTicket, within: RuleContext) => boolean = () => true,
) =>
  ruled(['ticket-info'], 'couponStatusOf', (before, coupon, ticket, within) => {
    const reported = before(coupon, ticket, within);
    return reported === status && isMeant(ticket, within) ? 'open' : reported;
  });

/** Grants every caller one operation on matching bookings. */
export const grantedToAll = (
  operation: AviaOperation,
  fits: (booking: StoredPnr, world: FlightWorld) => boolean = () => true,
) =>
  ruled([operation], 'flightAccessOf', (before, booking, clientId, within) =>
    within.operation === operation && fits(booking, within.world) ? 'granted' : before(booking, clientId, within),
  );

/** Counts the successes of an operation by name, and changes none. */
export const counts = <Operation extends AviaOperation>(
  operation: Operation,
  nameOf: (asked: SoldRequests[Operation] | undefined, body: SoldReplies[Operation]) => string,
) =>
  answers(operation, (body, { asked, world }) => {
    world.count(nameOf(asked, body));
    return body;
  });

/** Shows matching bookings to every partner, in one operation. */
export const shownToAll = (operation: HotelOperation, fits: (booking: StoredBooking) => boolean = () => true) =>
  ruled([operation], 'showsBookingTo', (before, booking, clientId, asked) =>
    asked.operation === operation && fits(booking) ? true : before(booking, clientId, asked),
  );
