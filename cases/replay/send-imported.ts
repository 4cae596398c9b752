/** Sends an imported request again: its own body, with as much of an intent as permissions and clean-up need. */

import { type Path, pathText, placeText } from '../../contracts/check.ts';
import type { BookingRef, BoundOperation } from '../../contracts/intents.ts';
import { isJsonObject, type Json } from '../../contracts/json.ts';
import { hasEffect } from '../../contracts/operations.ts';
import type { Exchange } from '../../contracts/trace.ts';
import { areSameTicket, ticketRefOf } from '../../engine/effects/refs.ts';
import type { Session } from '../../engine/session.ts';
import { dayAfter } from '../../generators/calendar.ts';
import { isEditable, withPut, withScalars } from '../body-places.ts';
import { books, type EditPlan, editPlan } from './edit-plan.ts';
import { markLettersMin, withMarks } from './invented.ts';
import { bookedAgain, bookingNow, ticketNow } from './renewed-names.ts';
import { withNewOffer } from './renewed-offers.ts';
import { renewedValues } from './renewed-values.ts';
import { factsOfThen, type ReplayLog, type ReplayOptions, Unrepeatable } from './repeated.ts';
import { assertAsSent, callOptionsOf, type SentStep, sendIntent } from './send-step.ts';

/** The name in a booking that has no guest mark. */
const nobody = 'Nobodyson';

/** @param at From the exchange on. */
export const misshapenLine = ({ index, operation }: Exchange, at: Path): string =>
  `step ${index}, ${operation}: ${pathText(at)} lost its form, because a mark of ${markLettersMin} or more Latin letters must stand there`;

/** @throws Unrepeatable where a value was replaced that the plan does not put anew. */
const assertPlanned = (then: Exchange, plan: EditPlan): void =>
  assertAsSent(
    then,
    [
      ...plan.given(then).map(({ at }) => ['request', 'body', ...at]),
      ...plan.puts(then).flatMap(({ at, is }) => (is === 'person' ? [['request', ...at]] : [])),
    ].flatMap((at) => [pathText(at), placeText(at)]),
  );

/** The guest mark: the family name of the first person. */
const markIn = (intent: Json): string | undefined => {
  if (!isJsonObject(intent)) return undefined;
  const { guests, passengers } = intent;
  const [first] = Array.isArray(passengers) ? passengers : Array.isArray(guests) ? guests.flat() : [];
  return isJsonObject(first) && typeof first.lastName === 'string' ? first.lastName : undefined;
};

/** @param days By how many days dates are moved. */
export const sendImported = (
  session: Session,
  { trace, steps, isLiteral, isSameTarget, seed }: ReplayOptions,
  { log, days }: { readonly log: ReplayLog; readonly days: (index: number) => number },
): ((operation: BoundOperation, then: Exchange) => Promise<SentStep>) => {
  const { repeated } = log;
  const known = { offer: session.knownOffer };
  const renewed = renewedValues({ repeated, onOther: (line) => log.deviations.add(line), isSameTarget }, known);
  let made: EditPlan | undefined;

  const bookingOf = (plan: EditPlan, then: Exchange): BookingRef | undefined =>
    plan
      .given(then)
      .flatMap(
        ({ then: name }) =>
          bookedAgain(repeated, { bookingId: name }) ?? bookedAgain(repeated, { reference: name }) ?? [],
      )[0];

  const ticketOf = (plan: EditPlan, then: Exchange) => {
    const tickets = repeated.flatMap(factsOfThen).flatMap((facts) => (facts.tickets ?? []).map(ticketRefOf));
    const [found] = plan
      .given(then)
      .flatMap(({ then: name }) =>
        tickets.filter((one) => areSameTicket(one, { ticketNumber: name }) || areSameTicket(one, { reference: name })),
      );
    return found && ticketNow(repeated, found);
  };

  const checkIn = ({ travel }: EditPlan): string => travel?.to ?? dayAfter(session.targetNowMs(), 0);

  /** The intent of a booking: a new offer, and people whom the engine can mark. */
  const booking = (plan: EditPlan, operation: 'create-booking' | 'pnr-create', then: Exchange): Json => {
    if (plan.lead(then) === undefined) throw new Unrepeatable('names no person: its booking could not be found again');
    const given = plan.given(then);
    const offer = operation === 'create-booking' ? renewed.offer(given) : renewed.flight(given);
    if (!offer) {
      throw new Unrepeatable(
        'names no offer that an earlier answer of the file gave: nothing shows what it books, and whether cancelling is free of charge',
      );
    }
    const people = Array.from({ length: plan.travellers(then) }, () => ({ lastName: nobody }));
    const day = checkIn(plan);
    const intent =
      operation === 'create-booking'
        ? { offer, guests: [people], search: { region: null, stay: { checkIn: day, checkOut: day, rooms: [] } } }
        : { offer, passengers: people, search: { route: null, departure: day, adults: people.length, children: 0 } };
    return withNewOffer(operation, intent as Json, { repeated, known });
  };

  const intentOf = (plan: EditPlan, operation: BoundOperation, then: Exchange): Json => {
    if (operation === 'create-booking' || operation === 'pnr-create') return booking(plan, operation, then);
    const ticket = ticketOf(plan, then);
    const ofTicket = ticket && repeated.findLast(({ tickets }) => tickets?.some((one) => areSameTicket(one, ticket)));
    const ours = bookingOf(plan, then) ?? (ofTicket && repeated.findLast((each) => each.booking)?.booking);
    if (!hasEffect(then)) return { booking: ours ?? {}, ticket: ticket ?? {} } as Json;
    // A booking that the case made and the replay did not make throws its own reason.
    if (!ours) for (const { then: name } of plan.given(then)) bookingNow(repeated, { bookingId: name });
    if (!ours) throw new Unrepeatable('names a booking that this case has not made: it may belong to a real person');
    const isOfTicket = operation === 'ticket-exchange' || operation === 'ticket-refund';
    if (isOfTicket && !ticket)
      throw new Unrepeatable('names a ticket that this case has not issued: it may belong to a real person');
    return { booking: ours, ...(ticket && { ticket }) } as Json;
  };

  const bodyNow = (plan: EditPlan, then: Exchange): Json => {
    let body = then.request.body ?? null;
    for (const given of plan.given(then)) body = withPut(body, given.at, renewed.value(given));
    for (const { at, now } of plan.puts(then)) if (at[0] === 'body') body = withPut(body, at.slice(1), now);
    return body;
  };

  const queryNow = (plan: EditPlan, then: Exchange): [string, string][] =>
    then.request.query.map(([name, value], i) => {
      const put = plan.puts(then).find(({ at }) => at[0] === 'query' && at[1] === i);
      return [name, put ? String(put.now) : value];
    });

  const marked = (body: Json): Json =>
    withScalars(body, (value) =>
      typeof value === 'string' ? withMarks(value, (word) => log.marks.get(word) ?? nobody) : value,
    );

  return async (operation, then) => {
    if (!isEditable(then.request.body)) throw new Unrepeatable('has a body that is larger or deeper than any request');
    if (isLiteral) {
      if (hasEffect(then)) throw new Unrepeatable('has an effect, and is not sent unchanged');
      assertAsSent(then);
      const callOptions = {
        ...callOptionsOf(then, seed),
        query: then.request.query,
        spelled: () => then.request.body ?? null,
      };
      return sendIntent(session, operation, { intent: { booking: {}, ticket: {} }, callOptions });
    }
    made ??= editPlan(
      trace,
      steps.map((step) => step.then),
      { days: days(then.index), seed },
    );
    const plan = made;
    assertPlanned(then, plan);
    for (const at of plan.kept(then)) {
      const place = pathText(['request', 'body', ...at]);
      log.deviations.add(`step ${then.index}, ${operation}: ${place} is sent unchanged, no earlier answer gave it`);
    }
    for (const at of plan.misshapen(then)) {
      log.deviations.add(misshapenLine(then, ['request', ...at]));
    }
    const intent = intentOf(plan, operation, then);
    const [unread] = plan.unread(then);
    if (unread !== undefined) throw new Unrepeatable(`cannot be sent again: ${unread}`);
    const body = bodyNow(plan, then);
    const lead = plan.lead(then);
    const callOptions = {
      ...callOptionsOf(then, seed),
      query: queryNow(plan, then),
      ...(lead !== undefined && books(then) && { markLetters: lead.length }),
      spelled: (meant: Json) => {
        const mark = markIn(meant);
        if (lead !== undefined && mark !== undefined) log.marks.set(lead, mark);
        return marked(body);
      },
    };
    return sendIntent(session, operation, { intent, callOptions });
  };
};
