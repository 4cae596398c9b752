/** Faults of states, drawn by chance: what a request does to a thing that it should leave as it is. */
import type { OperationId } from '../../../contracts/operations.ts';
import type { CouponStatus } from '../../avia/canonical.ts';
import type { StoredPnr, StoredTicket } from '../../avia/state.ts';
import type { Meeting } from '../../deviation.ts';
import {
  areaOf,
  callerIn,
  type DrawnPart,
  type FaultDraw,
  type Held,
  heldAsked,
  heldIn,
  isKin,
  type ThingKind,
  things,
} from '../../drawn-fault.ts';
import type { StoredBooking } from '../../hotels/state.ts';
import { everyOperation } from '../../operations.ts';
import { isOfToken, isRefused, type Reply, type SandboxRequest } from '../../reply.ts';
import { dateOf, dayMs, euro } from '../../sales.ts';
import type { World } from '../../world.ts';

/** What becomes of some fields of a stored thing; undefined takes one away. */
type Effects<Thing> = Readonly<
  Record<string, (thing: Thing, world: World) => Partial<Readonly<Record<keyof Thing, unknown>>>>
>;

const otherPartner = (clientId: string, { partners }: World): string =>
  partners.find((partner) => partner.clientId !== clientId)?.clientId ?? clientId;

const renamedFirst = <Person extends { readonly lastName: string }>(people: readonly Person[]) =>
  people.map((one, at) => (at === 0 ? { ...one, firstName: one.lastName } : one));

const aDayLonger = ({ stay }: StoredBooking['offer']) => dateOf(Date.parse(stay.checkOut) + dayMs);

const onStays: Effects<StoredBooking> = {
  cancels: ({ price }, { now }) => ({ cancelledAtMs: now(), penalty: { ...price, minor: 0 } }),
  reopens: () => ({ cancelledAtMs: undefined, penalty: undefined }),
  'renames a guest of': ({ guests }) => ({ guests: guests.map(renamedFirst) }),
  'takes a guest from': ({ guests }) => ({ guests: guests.map((room, at) => (at === 0 ? room.slice(1) : room)) }),
  'moves the days of': ({ offer }) => ({ offer: { ...offer, stay: { ...offer.stay, checkOut: aDayLonger(offer) } } }),
  'changes the price of': ({ price }) => ({ price: euro(price.minor + 1_100) }),
  'changes the room of': ({ offer }) => ({ offer: { ...offer, roomId: offer.roomId + 1, roomName: 'Annex' } }),
  'changes the rate of': ({ offer }) => ({ offer: { ...offer, rateName: `${offer.rateName} Flex` } }),
  'makes younger': ({ createdAtMs }) => ({ createdAtMs: createdAtMs + dayMs }),
  'takes the options from': () => ({ upsells: [] }),
  'gives away': ({ clientId }, world) => ({ clientId: otherPartner(clientId, world) }),
  loses: () => ({ shownFromMs: Number.POSITIVE_INFINITY }),
};

const onFlightBookings: Effects<StoredPnr> = {
  cancels: (_, { now }) => ({ cancelledAtMs: now() }),
  reopens: () => ({ cancelledAtMs: undefined }),
  'renames a passenger of': ({ passengers }) => ({ passengers: renamedFirst(passengers) }),
  'takes a passenger from': ({ passengers }) => ({ passengers: passengers.slice(1) }),
  'changes the price of': ({ price }) => ({ price: euro(price.minor + 1_100) }),
  'changes the contact of': ({ contact }) => ({ contact: { ...contact, phone: `${contact.phone}0` } }),
  'takes the tickets from': () => ({ tickets: [] }),
  'changes the locator of': ({ locator }) => ({ locator: [...locator].reverse().join('') }),
  'makes younger': ({ createdAtMs }) => ({ createdAtMs: createdAtMs + dayMs }),
  'gives away': ({ clientId }, world) => ({ clientId: otherPartner(clientId, world) }),
};

const couponsAre =
  (status: CouponStatus) =>
  ({ coupons }: StoredTicket) => ({ coupons: coupons.map((coupon) => ({ ...coupon, status })) });

const onTickets: Effects<StoredTicket> = {
  voids: couponsAre('void'),
  refunds: couponsAre('refunded'),
  uses: couponsAre('used'),
  reopens: couponsAre('open'),
  'changes the price of': ({ fare }) => ({ fare: { ...fare, base: fare.base + 1_100 } }),
  'makes older': ({ issuedAtMs }) => ({ issuedAtMs: issuedAtMs - dayMs }),
  'takes a coupon from': ({ coupons }) => ({ coupons: coupons.slice(1) }),
  loses: () => ({ shownFromMs: Number.POSITIVE_INFINITY }),
};

const effectsOn = { stay: onStays, 'flight booking': onFlightBookings, ticket: onTickets } as const;

const changed = <Thing extends object>(thing: Thing, effects: Effects<Thing>, effect: string, world: World): Thing => {
  const fields = Object.entries({ ...thing, ...effects[effect]?.(thing, world) });
  return Object.fromEntries(fields.filter(([, value]) => value !== undefined)) as Thing;
};

/** Under this name a world counts how often something was done that should not be, seen or not. */
export const actedName = 'drawn faults acted';

const takeEffect = (effect: string, kind: ThingKind, { key, stay, pnr }: Held, world: World): void => {
  world.count(actedName);
  if (stay) world.bookings.put(changed(stay, onStays, effect, world));
  if (pnr && kind === 'flight booking') world.flights.pnrs.put(changed(pnr, onFlightBookings, effect, world));
  if (!pnr || kind !== 'ticket') return;
  const tickets = pnr.tickets.map((one) => (one.ticketNumber === key ? changed(one, onTickets, effect, world) : one));
  world.flights.pnrs.put({ ...pnr, tickets });
};

const making = ['create-booking', 'pnr-create'];
const ends = ['cancel-booking', 'pnr-cancel', 'ticket-cancel', 'ticket-exchange', 'ticket-refund'];
const acts = [...making, ...ends, 'pnr-reprice', 'ticket-issue'];
const looks = [
  'view-booking',
  'pnr-retrieve',
  'ticket-info',
  'ticket-exchange-calculation',
  'ticket-refund-calculation',
];
/** What can end a thing, lawfully where an act of that kind is answered: a void of the last ticket may end its booking. */
const ending = ['cancels', 'voids', 'refunds', 'uses', 'loses', 'takes the tickets from'];

type AskedOutcome = 'answered' | 'refused' | 'refused to another partner';

const outcomeOf = (reply: Reply, meeting: Meeting): AskedOutcome => {
  if (!isRefused(reply)) return 'answered';
  const asked = things.map((kind) => heldAsked(kind, meeting)).find((held) => held !== undefined);
  return asked && asked.clientId !== callerIn(meeting) ? 'refused to another partner' : 'refused';
};

const others = ['another', 'an ended', "another partner's"] as const;
type HeldRole = (typeof others)[number] | 'the same' | 'a kin';

const heldAs = (role: HeldRole, kind: ThingKind, meeting: Meeting): Held | undefined => {
  const all = heldIn(kind, meeting.world);
  // What was just made is the newest.
  const asked = heldAsked(kind, meeting) ?? (making.includes(meeting.operation) ? all[0] : undefined);
  if (role === 'the same') return asked;
  const owner = asked?.clientId ?? callerIn(meeting);
  return all.find((held) => {
    if (held.key === asked?.key) return false;
    if (role === 'a kin') return asked !== undefined && isKin(asked, held);
    return held.clientId === owner ? role === (held.isEnded ? 'an ended' : 'another') : role === "another partner's";
  });
};

export const drawnState = (draw: FaultDraw): DrawnPart => {
  const [some, more] = [acts, everyOperation.filter((id) => id !== 'token' && !acts.includes(id))];
  // Acts are as likely as all else.
  const operation = draw(draw([some as readonly OperationId[], more]));
  const isNamed = acts.includes(operation) || looks.includes(operation);
  const isDictionary = areaOf(operation) === 'dictionaries';
  const outcome = draw<AskedOutcome>([
    'answered',
    ...(isDictionary ? [] : (['refused'] as const)),
    ...(isNamed ? (['refused to another partner'] as const) : []),
  ]);
  const kind = draw(
    isDictionary ? things : things.filter((each) => (each === 'stay') === (areaOf(operation) === 'hotels')),
  );
  const role = draw<HeldRole>(isNamed ? ['the same', 'a kin', ...others] : others);
  const isEnding = role === 'the same' && outcome === 'answered' && ends.includes(operation);
  const effect = draw(
    Object.keys(effectsOn[kind])
      .filter((each) => !(ending.includes(each) && (isEnding || role === 'an ended')))
      .filter((each) => each !== 'reopens' || role !== 'another'),
  );
  return {
    kind: 'state',
    operation,
    name: `${operation}, ${outcome}: ${effect} ${role} ${kind}`,
    needs: 'any',
    apply: (isMet) => ({
      reply: {
        [operation]: (reply: Reply, request: SandboxRequest, world: World): Reply => {
          const meeting = { operation, request, world };
          if (isOfToken(reply) || !isMet(request) || outcomeOf(reply, meeting) !== outcome) return reply;
          const held = heldAs(role, kind, meeting);
          if (held) takeEffect(effect, kind, held, world);
          return reply;
        },
      },
    }),
  };
};
