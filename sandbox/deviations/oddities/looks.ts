/**
 * Lawful oddities of looks: copies that lag behind, what an answer says of its own request, and how people are named.
 */

import type { OperationId } from '../../../contracts/operations.ts';
import { callerOf } from '../../access/rules.ts';
import { odditiesOf } from '../../deviation.ts';
import type { Guest } from '../../hotels/canonical.ts';
import { aviaIds, hotelIds } from '../../operations.ts';
import { bookingNotFound, refusedReply } from '../../refusals.ts';
import { isFields, type Reply, withBody } from '../../reply.ts';
import type { Change, World } from '../../world.ts';
import { uuid } from '../../world-parts.ts';
import { answers, changing, listOf, successes } from '../changes.ts';

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

/** What an operation has answered to each question, and how often it was asked since the last act. */
type Copy = { acts: number; looks: number; readonly answers: Map<string, Reply> };

/** By world, whose searches are the same object for every request. */
const copies = new WeakMap<World['searches'], Map<string, Copy>>();

const copyOf = ({ searches, counted }: World, operation: string): Copy => {
  const known = copies.get(searches) ?? new Map<string, Copy>();
  copies.set(searches, known);
  const done = acts.reduce((sum, act) => sum + counted(`${act} answered`), 0);
  const copy = known.get(operation) ?? { acts: done, looks: Number.POSITIVE_INFINITY, answers: new Map() };
  known.set(operation, copy);
  if (copy.acts !== done) Object.assign(copy, { acts: done, looks: 0 });
  copy.looks += 1;
  return copy;
};

/** Of the looks after an act, those for which the function says so show what was before it. */
const behind =
  (looksMax: number, isLate: (look: number) => boolean): Change =>
  (reply, request, world) => {
    if (reply.status === 401) return reply;
    const { answers, looks } = copyOf(world, `${looksMax} ${request.path}`);
    const question = `${callerOf(request, world)} ${request.body}`;
    const before = answers.get(question);
    if (looks > looksMax) answers.set(question, reply);
    return looks <= looksMax && isLate(looks) ? (before ?? reply) : reply;
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
      ...answers('search-bookings', (body, { world }) => ({
        ...body,
        bookings: listOf(body.bookings).map((one) => ({ ...one, ...seen(one.bookingId, world) })),
      })),
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
    ticket && { ...ticket, passengerName: whole(ticket.passengerName) };
  return {
    ...answers('view-booking', (view) => ({ ...view, guests: listOf(view.guests).map((room) => room.map(person)) })),
    ...answers('search-bookings', (body) => ({
      ...body,
      bookings: listOf(body.bookings).map((one) => ({ ...one, guestNames: listOf(one.guestNames).map(whole) })),
    })),
    ...answers('pnr-retrieve', (body) => ({ ...body, passengers: listOf(body.passengers).map(person) })),
    ...answers('ticket-issue', (body) => ({ ...body, tickets: listOf(body.tickets).map(onTicket) })),
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
  ...answers('search-bookings', (body, { world }) => ({
    ...body,
    bookings: listOf(body.bookings).map((one) => ({ ...one, guestNames: change(listOf(one.guestNames), world) })),
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
