/** What of a refused request to book can be otherwise: of whom it is, how many they are, and how long they stay. */
import type { Json } from '../../contracts/json.ts';
import type { Path } from '../../contracts/mismatch.ts';
import { hasEffect } from '../../contracts/operations.ts';
import { targetTimeOf } from '../../contracts/subjects.ts';
import type { Exchange, Trace } from '../../contracts/trace.ts';
import { dayAfter } from '../../generators/calendar.ts';
import { fieldsOf, withoutPlace } from '../minimise/fields.ts';
import { scalarsIn } from '../references.ts';
import { ageOn } from '../replay/moved-dates.ts';
import { keyOf, type Person, peopleIn } from '../replay/people.ts';
import { spelledDay } from '../replay/spelled-dates.ts';
import { type Change, saidBy, saying, withAt } from './change.ts';
import { ageKey, childAges, ofAge, ofGuest, ways } from './guests.ts';

/** Of an intent where the stay stands, and of a body all of it. */
const daysIn = (exchange: Exchange): { readonly at: Path; readonly value: Json; readonly day: string }[] =>
  scalarsIn(saidBy(exchange)).flatMap(({ at, value }) => {
    const day = exchange.intent === undefined || at.includes('stay') ? spelledDay(value)?.day : undefined;
    return day === undefined ? [] : [{ at, value, day }];
  });

/** The first and the last day of the stay, where the case tells exactly two that were still to come. */
const stayOf = (trace: Trace, steps: readonly Exchange[]): readonly [string, string] | undefined => {
  const days = steps.flatMap((each) => {
    const sentOn = dayAfter(targetTimeOf(trace, each), 0);
    return daysIn(each).flatMap(({ day }) => (day > sentOn ? [day] : []));
  });
  const [from, to, ...others] = [...new Set(days)].toSorted();
  return from !== undefined && to !== undefined && others.length === 0 ? [from, to] : undefined;
};

const nightMs = 86_400_000;
const [fewNights, moreNights] = [1, 7];

/** Fewer, and more: some suppliers mind a long stay, others a short one. */
const ofStay = ([from, to]: readonly [string, string]): Change[] => {
  const nights = Math.round((Date.parse(to) - Date.parse(from)) / nightMs);
  const others = [fewNights, moreNights].filter((each) => each < nights === (each === fewNights) && each !== nights);
  return others.map((other) => {
    const last = dayAfter(from, other);
    return {
      name: `nights: ${other} instead of ${nights}`,
      apply: (exchange) =>
        daysIn(exchange)
          .filter(({ day }) => day === to)
          .reduce((rest, { at, value }) => {
            const said = saidBy(rest);
            return said === undefined ? rest : saying(rest, withAt(said, at, spelledDay(value)?.as(last) ?? value));
          }, exchange),
    };
  });
};

const adultsKey = /^adults?|Adults?$|_adults?$/;

/** Who searched for rooms said how many come, and how old the children are. */
const withOneLess =
  (age: number | undefined, room: number): Change['apply'] =>
  (exchange) => {
    const said = saidBy(exchange);
    if (said === undefined) return exchange;
    const isChild = age !== undefined && age < ofAge;
    const found = scalarsIn(said).filter(({ at, value }) =>
      isChild
        ? typeof at.at(-1) === 'number' && [age, ...childAges].includes(Number(value)) && ageKey.test(keyOf(at))
        : typeof value === 'number' && value > 1 && adultsKey.test(keyOf(at)),
    );
    const one = found.find(({ at }) => at.find((key) => typeof key === 'number') === room) ?? found[0];
    if (!one) return exchange;
    return saying(exchange, isChild ? withoutPlace(said, one.at) : withAt(said, one.at, Number(one.value) - 1));
  };

/** Rooms, adults, children and extras of an intent; of a body all people but the first. */
const ofCounts = (
  steps: readonly Exchange[],
  { at, people, firstDay }: { at: Exchange; people: readonly Person[]; firstDay: string },
): Change[] => {
  if (at.intent !== undefined) {
    return fieldsOf(steps)
      .filter(({ name }) => /^(room|adult|child|upsells|preset)\b/.test(name))
      .map(({ name, without }) => ({ name: `without ${name}`, apply: without }));
  }
  const ofPeople = people.map((person, i): Change => {
    const born = person.birth && spelledDay(person.birth.value)?.day;
    const room = person.at.find((key) => typeof key === 'number');
    const searching = withOneLess(born === undefined ? undefined : ageOn(born, firstDay), Number(room));
    return {
      name: `without guest ${i + 1}`,
      apply: (exchange) => {
        if (exchange.index !== at.index) return hasEffect(exchange) ? exchange : searching(exchange);
        const said = saidBy(exchange);
        return said === undefined ? exchange : saying(exchange, withoutPlace(said, person.at));
      },
    };
  });
  return ofPeople.slice(1).toReversed();
};

/**
 * Sets of changes, each to be tried as a whole: who comes, how long, how many, and all of it.
 *
 * @param steps What is sent, the refused request to book the last of them.
 */
export const changeSets = (trace: Trace, steps: readonly Exchange[]): readonly (readonly Change[])[] => {
  const at = steps.at(-1);
  if (!at) return [];
  const sentOn = dayAfter(targetTimeOf(trace, at), 0);
  const people = peopleIn(saidBy(at), sentOn).filter(({ isListed }) => isListed);
  const stay = stayOf(trace, steps);
  const firstDay = stay?.[0] ?? sentOn;
  const ofGuests = ways.map((way) =>
    people.flatMap((person, i) => {
      const others = people.filter((each) => each !== person);
      return ofGuest({ person, number: i + 1, at, firstDay, others, way });
    }),
  );
  const ofTime = stay ? ofStay(stay).map((each) => [each]) : [];
  const counts = ofCounts(steps, { at, people, firstDay });
  const all = ofGuests.map((each, way) => each.concat(ofTime[way] ?? ofTime[0] ?? [], counts));
  return [...ofGuests, ...ofTime, counts, ...all];
};
