/**
 * Lawful oddities of looks: copies that lag behind, what an answer says of its own request, and how people are named.
 */

import type { OperationId } from '../../../contracts/operations.ts';
import { callerOf } from '../../access/rules.ts';
import { odditiesOf } from '../../deviation.ts';
import type { Guest } from '../../hotels/canonical.ts';
import { aviaIds, hotelIds } from '../../operations.ts';
import { bookingNotFound, refusedReply } from '../../refusals.ts';
import { isFields, isOfToken, type Reply, withBody } from '../../reply.ts';
import type { Change, World } from '../../world.ts';
import { uuid } from '../../world-parts.ts';
import { answers, changing, eachOf, listOf, successes, written } from '../changes.ts';

const looks: readonly OperationId[] = ['view-booking', 'search-bookings', 'pnr-retrieve', 'ticket-info'];

const acts: readonly OperationId[] = [
  'create-booking',
  'cancel-booking',
  'pnr-create',
  'pnr-cancel',
  'pnr-reprice',
  'ticket-issue',
  'ticket-cancel',
  'ticket-exchange',
  'ticket-refund',
];

/** What was answered to a question after so many acts, and the answer after those before. */
type Copy = { readonly done: number; readonly reply: Reply; readonly before: Copy | undefined };

/** Of one kind of look: how often there was one since the last act, and what it showed. */
type Copies = { done: number; looks: number; readonly shown: Map<string, Copy> };

/** By world, whose searches are the same object for every request. */
const copies = new WeakMap<World['searches'], Map<string, Copies>>();

const copiesIn = ({ searches, counted }: World, kind: string): Copies => {
  const known = copies.get(searches) ?? new Map<string, Copies>();
  copies.set(searches, known);
  const done = acts.reduce((sum, act) => sum + counted(`${act} answered`), 0);
  const last = known.get(kind) ?? { done, looks: Number.POSITIVE_INFINITY, shown: new Map<string, Copy>() };
  const next = { ...last, done, looks: last.done === done ? last.looks + 1 : 1 };
  known.set(kind, next);
  return next;
};

/** Of the looks after an act, those for which the function says so show what was before that one. */
const behind =
  (looksMax: number, isLate: (look: number) => boolean): Change =>
  (reply, request, world) => {
    if (isOfToken(reply)) return reply;
    const { done, looks, shown } = copiesIn(world, `${looksMax} ${request.path}`);
    const question = `${callerOf(request, world)} ${request.body}`;
    const last = shown.get(question);
    const before = last?.done === done ? last.before : last;
    shown.set(question, { done, reply, before: before && { ...before, before: undefined } });
    return looks <= looksMax && isLate(looks) && before?.done === done - 1 ? before.reply : reply;
  };

const lagOddities = odditiesOf({
  'shows-what-was-before-in-two-looks': {
    summary: 'The first two views, lists, retrievals and tickets after an act show what was before it.',
    reply: changing(
      looks,
      behind(2, () => true),
    ),
  },
  'has-two-copies-of-which-one-lags': {
    summary: 'The first and the third look of a kind after an act show what was before it.',
    // A story has too few looks to distinguish a copy that lags from one that never settles.
    warns: [
      'pnr-retrieve.cancelled-stays-cancelled',
      'ticket-info.ended-stays-ended',
      'ticket-cancel.voided-ticket-is-not-open',
    ],
    reply: changing(
      looks,
      behind(3, (look) => look !== 2),
    ),
  },
  'finds-bookings-at-the-second-look': {
    ...successes('view-booking', (reply, { asked, world }) =>
      world.count(`looks for booking ${asked?.bookingId}`) === 1 ? refusedReply(bookingNotFound) : reply,
    ),
    ...successes('pnr-retrieve', (reply, { asked, world }) =>
      world.count(`looks for booking ${asked?.bookingId}`) === 1 ? refusedReply(bookingNotFound) : reply,
    ),
  },
});

/** Not in a void that succeeds, whose object is documented. */
const stamped = (stamp: (world: World) => object) =>
  changing(
    [...hotelIds, ...aviaIds].filter((operation) => operation !== 'ticket-cancel'),
    (reply, _, world) => (isFields(reply.body) ? withBody(reply, { ...reply.body, ...stamp(world) }) : reply),
  );

const stampOddities = odditiesOf({
  'numbers-its-answers': stamped((world) => ({ answerNumber: world.count('answers that are numbered') })),
  'names-each-request': stamped((world) => ({
    trace: { requestId: uuid(Buffer.from(String(world.count('requests that are named')).padStart(16, 'x'))) },
  })),
  'says-when-it-answered': stamped((world) => ({ servedAt: new Date(world.now()).toISOString() })),
  'says-when-a-booking-was-seen-last': (() => {
    const seen = (id: unknown, world: World) => ({
      lastSeenAt: new Date(world.now() - 90_000).toISOString(),
      views: world.count(`seen ${id}`),
    });
    return {
      ...answers('view-booking', (view, { world }) => ({ ...view, ...seen(view.bookingId, world as World) })),
      ...eachOf('search-bookings', 'bookings', (one, { world }) => ({ ...one, ...seen(one.bookingId, world) })),
      ...answers('pnr-retrieve', (body, { world }) => ({ ...body, ...seen(body.bookingId, world) })),
      ...answers('ticket-info', (body, { world }) => ({
        ...body,
        ticket: { ...body.ticket, ...seen(body.ticket?.ticketNumber, world) },
      })),
    };
  })(),
});

type PersonName = Pick<Guest, 'firstName' | 'lastName'>;

/** Everybody in views, lists, retrievals and on tickets. */
const named = (rename: (name: PersonName) => PersonName) => {
  const person = <Person extends PersonName>(one: Person): Person => ({ ...one, ...rename(one) });
  const whole = (name: string): string => {
    const [firstName = '', ...rest] = name.split(' ');
    const renamed = rename({ firstName, lastName: rest.join(' ') });
    return `${renamed.firstName} ${renamed.lastName}`;
  };
  const onTicket = <Ticket extends { readonly passengerName: string }>(ticket: Ticket): Ticket =>
    // Another oddity may have taken the name away.
    ticket?.passengerName ? { ...ticket, passengerName: whole(ticket.passengerName) } : ticket;
  return {
    ...eachOf('view-booking', 'guests', (room) => room.map(person)),
    ...written('search-bookings', 'bookings', (bookings) =>
      listOf(bookings).map((one) => ({ ...one, guestNames: listOf(one.guestNames).map(whole) })),
    ),
    ...eachOf('pnr-retrieve', 'passengers', person),
    ...eachOf('ticket-issue', 'tickets', onTicket),
    ...answers('ticket-info', (body) => ({ ...body, ticket: onTicket(body.ticket) })),
    ...answers('ticket-exchange', (body) => ({ ...body, ticket: onTicket(body.ticket) })),
  };
};

/** The people of one booking, in lists within lists. */
const people = (change: (of: readonly unknown[], world: World) => readonly unknown[]) => ({
  ...answers('view-booking', (view, { world }) => ({
    ...view,
    guests: change(
      listOf(view.guests).map((room) => change(room, world)),
      world,
    ),
  })),
  ...eachOf('search-bookings', 'bookings', (one, { world }) => ({
    ...one,
    guestNames: change(listOf(one.guestNames), world),
  })),
  ...answers('pnr-retrieve', (body, { world }) => ({ ...body, passengers: change(listOf(body.passengers), world) })),
});

const latin = 'abcdefghijklmnopqrstuvwxyz';
const cyrillic = 'абцдефгхийклмнопкрстуввхыз';

const inCyrillic = (name: string): string =>
  name.toLowerCase().replace(/[a-z]/g, (letter) => cyrillic[latin.indexOf(letter)] ?? letter);

const masked = (name: string): string => `${name.slice(0, 1)}***`;

const nameOddities = odditiesOf({
  'masks-names-of-people': named(({ firstName, lastName }) => ({
    firstName: masked(firstName),
    lastName: masked(lastName),
  })),
  'writes-names-of-people-in-cyrillic': named(({ firstName, lastName }) => ({
    firstName: inCyrillic(firstName),
    lastName: inCyrillic(lastName),
  })),
  'writes-first-names-as-initials': named(({ firstName, lastName }) => ({
    firstName: `${firstName.slice(0, 1)}.`,
    lastName,
  })),
  'writes-names-of-people-in-capitals': named(({ firstName, lastName }) => ({
    firstName: firstName.toUpperCase(),
    lastName: lastName.toUpperCase(),
  })),
  'names-people-in-another-order-each-time': people((all, world) => {
    const from = world.count('orders of people') % Math.max(1, all.length);
    return [...all.slice(from), ...all.slice(0, from)];
  }),
  'names-the-first-of-all-people-alone': people((all) => all.slice(0, 1)),
});

export const lookOddities = [...lagOddities, ...stampOddities, ...nameOddities];
