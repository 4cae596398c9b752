/** What of a refused request to book can be otherwise: of whom it is, how many they are, and how long they stay. */
import type { Path } from '../../contracts/check.ts';
import { hasEffect } from '../../contracts/operations.ts';
import { targetTimeOf } from '../../contracts/subjects.ts';
import type { Exchange, Trace } from '../../contracts/trace.ts';
import { dayAfter } from '../../generators/calendar.ts';
import type { DayReader, SpelledDay } from '../../targets/day-forms.ts';
import { fieldsOf, withoutPlace } from '../minimise/fields.ts';
import { scalarsIn } from '../references.ts';
import { daysOfCase } from '../replay/calendar-of-case.ts';
import { ageOn } from '../replay/moved-dates.ts';
import { birthOf, keyOf, leavesIn, type Person, peopleIn } from '../replay/people.ts';
import { ageKey } from '../replay/words-of-requests.ts';
import { type Change, saidBy, saying, withAt } from './change.ts';
import { childAges, ofAge, ofGuest, ways } from './guests.ts';

/** Of an intent where the stay stands, and of a body all of it. */
const daysIn = (exchange: Exchange, days: DayReader): (SpelledDay & { readonly at: Path })[] =>
  leavesIn(saidBy(exchange), days).flatMap(({ at, value }) => {
    const spelled = exchange.intent === undefined || at.includes('stay') ? days.read(value, keyOf(at)) : undefined;
    return spelled ? [{ at, day: spelled.day, as: spelled.as }] : [];
  });

/** The first and the last day of the stay, where the case tells exactly two that were still to come. */
const stayOf = (trace: Trace, steps: readonly Exchange[]): readonly [string, string] | undefined => {
  const days = steps.flatMap((each) => {
    const sentOn = dayAfter(targetTimeOf(trace, each), 0);
    return daysIn(each, daysOfCase(trace)).flatMap(({ day }) => (day > sentOn ? [day] : []));
  });
  const [from, to, ...others] = [...new Set(days)].toSorted();
  return from !== undefined && to !== undefined && others.length === 0 ? [from, to] : undefined;
};

const nightMs = 86_400_000;
const [fewNights, moreNights] = [1, 7];

/** Fewer, and more: some suppliers mind a long stay, others a short one. */
const ofStay = ([from, to]: readonly [string, string], days: DayReader): Change[] => {
  const nights = Math.round((Date.parse(to) - Date.parse(from)) / nightMs);
  const others = [fewNights, moreNights].filter((each) => each < nights === (each === fewNights) && each !== nights);
  return others.map((other) => {
    const last = dayAfter(from, other);
    return {
      name: `nights: ${other} instead of ${nights}`,
      apply: (exchange) =>
        daysIn(exchange, days)
          .filter(({ day }) => day === to)
          .reduce((rest, { at, as }) => {
            const said = saidBy(rest);
            return said === undefined ? rest : saying(rest, withAt(said, at, as(last)));
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
  { at, people, firstDay, days }: { at: Exchange; people: readonly Person[]; firstDay: string; days: DayReader },
): Change[] => {
  if (at.intent !== undefined) {
    return fieldsOf(steps)
      .filter(({ name }) => /^(room|adult|child|upsells|preset)\b/.test(name))
      .map(({ name, without }) => ({ name: `without ${name}`, apply: without }));
  }
  const ofPeople = people.map((person, i): Change => {
    const born = birthOf(person, days)?.day;
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
  const days = daysOfCase(trace);
  const people = peopleIn(saidBy(at), sentOn, days).filter(({ isListed }) => isListed);
  const stay = stayOf(trace, steps);
  const firstDay = stay?.[0] ?? sentOn;
  const ofGuests = ways.map((way) =>
    people.flatMap((person, i) => {
      const others = people.filter((each) => each !== person);
      return ofGuest({ person, number: i + 1, at, firstDay, days, others, way });
    }),
  );
  const ofTime = stay ? ofStay(stay, days).map((each) => [each]) : [];
  const counts = ofCounts(steps, { at, people, firstDay, days });
  const all = ofGuests.map((each, way) => each.concat(ofTime[way] ?? ofTime[0] ?? [], counts));
  return [...ofGuests, ...ofTime, counts, ...all];
};
