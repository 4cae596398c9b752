/** The law of the echo: a place that shows two distinct values as they were sent shows all so (parts 2.5, 4.3, 4.6). */
import { type Mismatch, mismatchAt, type Opinion, type Path, shown, unshown } from '../check.ts';
import { isAbout, type OwnBooking, ownBookings } from '../checks/own-bookings.ts';
import { isAboutFlight, type OwnFlight, ownFlights } from '../checks/own-flights.ts';
import type { Json } from '../json.ts';
import type { OperationId } from '../operations.ts';
import { isTroubled, succeeded } from '../outcome.ts';
import { field, perTrace } from '../subjects.ts';
import type { Exchange, Trace } from '../trace.ts';
import { leavesOf, type PlacedLeaves } from './leaves.ts';

/** Of the people of a booking. */
const members = ['firstName', 'lastName', 'birthDate'] as const;
type PersonMember = (typeof members)[number];

/** An answer about one thing, and what was sent of its people. */
export type EchoAnswer = {
  readonly exchanges: readonly [Exchange];
  readonly leaves: PlacedLeaves;
  readonly sent: ReadonlyMap<PersonMember, ReadonlySet<string>>;
};

/** A service may cut a long name, and has its own way with signs that are no letters. */
const plain = /^(?:[A-Za-z]{2,12}|\d{4}-\d\d-\d\d)$/;

const textsOf = (people: readonly (Json | undefined)[], member: PersonMember): string[] =>
  people.flatMap((person) => {
    const value = field(person, member);
    return typeof value === 'string' ? [value] : [];
  });

const sentOf = (people: readonly (Json | undefined)[]): EchoAnswer['sent'] =>
  new Map(members.map((member) => [member, new Set(textsOf(people, member))]));

const listed = (value: Json | undefined): readonly Json[] => (Array.isArray(value) ? value.flat() : []);

const stayAnswers = (trace: Trace, booking: OwnBooking): Exchange[] =>
  trace.exchanges.filter(
    (each) =>
      each === booking.create ||
      (each.operation === 'view-booking' && each.bearer === booking.partner && isAbout(each, booking)),
  );

const flightAnswers = (trace: Trace, flight: OwnFlight): Exchange[] =>
  trace.exchanges.filter(
    (each) =>
      each === flight.create ||
      (['pnr-retrieve', 'ticket-info'].includes(each.operation) &&
        each.bearer === flight.partner &&
        isAboutFlight(each, flight)),
  );

const echoed = (exchanges: readonly Exchange[], people: readonly Json[]): EchoAnswer[] =>
  exchanges.flatMap((exchange): EchoAnswer[] => {
    // Trouble in place of an answer is a subject, too.
    if (isTroubled(exchange)) return [{ exchanges: [exchange], leaves: new Map(), sent: new Map() }];
    const leaves = succeeded(exchange) ? leavesOf(exchange.response?.body ?? null) : undefined;
    return leaves ? [{ exchanges: [exchange], leaves, sent: sentOf(people) }] : [];
  });

export const stayEchoes = perTrace((trace: Trace): readonly EchoAnswer[] =>
  ownBookings(trace).flatMap((booking) =>
    echoed(stayAnswers(trace, booking), listed(field(booking.create.intent, 'guests'))),
  ),
);

export const flightEchoes = perTrace((trace: Trace): readonly EchoAnswer[] =>
  ownFlights(trace).flatMap((flight) =>
    echoed(flightAnswers(trace, flight), listed(field(flight.create.intent, 'passengers'))),
  ),
);

type TextAt = { readonly text: string; readonly path: Path };

const textsAt = (leaves: PlacedLeaves, place: string): TextAt[] =>
  (leaves.get(place) ?? []).flatMap(({ value, path }) => (typeof value === 'string' ? [{ text: value, path }] : []));

const placeOf = (operation: OperationId, place: string, member: PersonMember): string =>
  `${operation} ${place} ${member}`;

const distinctMin = 2;

/** The places of operations that show a member of people just as it was sent, by at least two distinct values. */
const learnt = (answers: readonly EchoAnswer[]): ReadonlySet<string> => {
  const seen = new Map<string, Set<string>>();
  for (const { exchanges, leaves, sent } of answers) {
    for (const place of leaves.keys()) {
      for (const { text } of textsAt(leaves, place)) {
        for (const [member, values] of sent) {
          if (!values.has(text)) continue;
          const key = placeOf(exchanges[0].operation, place, member);
          seen.set(key, (seen.get(key) ?? new Set()).add(text));
        }
      }
    }
  }
  return new Set([...seen].flatMap(([key, values]) => (values.size >= distinctMin ? [key] : [])));
};

const opinionOf =
  (placesOf: (trace: Trace) => ReadonlySet<string>) =>
  ({ exchanges: [exchange], leaves, sent }: EchoAnswer, trace: Trace): Opinion => {
    const places = placesOf(trace);
    let isJudged = false;
    const found: Mismatch[] = [];
    for (const place of leaves.keys()) {
      for (const [member, values] of sent) {
        if (!places.has(placeOf(exchange.operation, place, member))) continue;
        isJudged = true;
        const texts = textsAt(leaves, place);
        const missing = [...values].find((value) => plain.test(value) && texts.every(({ text }) => text !== value));
        // One that is left out may be lawfully so: another must stand in its place.
        const other = texts.find(({ text }) => !values.has(text));
        if (missing === undefined || !other) continue;
        const expected = `${shown(missing)}, as it was sent`;
        found.push(mismatchAt(exchange, other.path, { expected, actual: shown(other.text) }));
      }
    }
    return isJudged ? found : unshown('no place shows two of the values as they were sent');
  };

export const echo = (answersOf: (trace: Trace) => readonly EchoAnswer[]) => ({
  given: answersOf,
  then: opinionOf(perTrace((trace: Trace) => learnt(answersOf(trace)))),
});
