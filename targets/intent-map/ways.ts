/** Fits a form to samples: how one member of an intent is read from the places that change with it. */
import type { Path } from '../../contracts/check.ts';
import type { Json } from '../../contracts/json.ts';
import { amountForms } from '../forms/amounts.ts';
import { ageForm, ageOn, dayForms, dayFormsLike, dayPartForms, daysAfter, joinedDay } from '../forms/dates.ts';
import { booleanForms, countryForms, type Form, genderForms, isSame, textForms, timesForm } from '../forms/form.ts';
import type { IntentMember, MemberKind } from './members.ts';
import { keyOf, valueAt } from './places.ts';

/** What a reading has found so far: values of a body, and members that were read before. */
export type ReadingState = {
  readonly at: (place: Path) => Json | undefined;
  readonly meant: (member: Path) => Json | undefined;
  /** The day on which the body was written; undefined where it is not known. */
  readonly writtenOn: string | undefined;
};

/** One way to read a member. */
export type MemberWay = {
  readonly form: string;
  readonly places: readonly Path[];
  readonly loses?: string | undefined;
  readonly read: (state: ReadingState) => Json | undefined;
};

/** A body that was built while one member had this value. */
export type SampledBody = { readonly member: Path; readonly value: Json; readonly body: Json };

/** What one place held while the members varied that change it. */
export type TouchedPlace = {
  readonly place: Path;
  readonly base: Json | undefined;
  readonly members: readonly {
    readonly member: IntentMember;
    readonly base: Json;
    readonly samples: readonly SampledBody[];
  }[];
};

/** Other years than these are of no journey. */
const aheadYearsMax = 20;
export const lastYears = (day: string): { readonly ahead: number; readonly past: number } => {
  const year = Number(day.slice(0, 4));
  return { ahead: year + aheadYearsMax, past: year };
};

const isoDay = /^\d{4}-\d\d-\d\d$/;

const ofDays = (spelled: Json | undefined, lastYear: number): readonly Form[] =>
  [...dayForms(lastYear), ...dayFormsLike(spelled ?? null, lastYear)] as readonly unknown[] as readonly Form[];

const factorOf = (value: Json, spelled: Json | undefined): readonly Form[] =>
  typeof value === 'number' && typeof spelled === 'number' && value !== 0 && spelled !== 0
    ? [timesForm(spelled / value)]
    : [];

/** The forms of its kind, the simplest first. @param base Value and spelling of one sample. */
const formsFor = (
  kind: MemberKind,
  base: readonly [value: Json, spelled: Json | undefined],
  today: string,
): readonly Form[] => {
  const [value, spelled] = base;
  const { ahead, past } = lastYears(today);
  const numbers = () => [
    ...textForms,
    ...(amountForms() as readonly unknown[] as readonly Form[]),
    ...factorOf(value, spelled),
  ];
  const forms: { readonly [Kind in MemberKind]: () => readonly Form[] } = {
    day: () => ofDays(spelled, ahead),
    birth: () => ofDays(spelled, past),
    count: numbers,
    age: numbers,
    duration: numbers,
    amount: numbers,
    flag: () => booleanForms,
    gender: () => genderForms,
    status: () => textForms,
    country: () => countryForms as readonly unknown[] as readonly Form[],
    text: () => textForms,
    opaque: () =>
      typeof value === 'string' && isoDay.test(value) ? [...textForms, ...ofDays(spelled, ahead)] : textForms,
  };
  return forms[kind]();
};

type FormSample = readonly [value: Json, spelled: Json | undefined];

const fits = (form: Form, pairs: readonly FormSample[]): boolean =>
  pairs.every(([value, spelled]) => {
    const written = form.write(value);
    return (
      written !== undefined && spelled !== undefined && isSame(written, spelled) && form.read(spelled) !== undefined
    );
  });

/** So many values show a form, or all that there are. */
const pairsMin = 3;

const pairsAt = ({ place, base, members }: TouchedPlace, at: number): readonly FormSample[] => {
  const touching = members[at];
  if (!touching) return [];
  return [
    [touching.base, base],
    ...touching.samples.map(({ value, body }): FormSample => [value, valueAt(body, place)]),
  ];
};

const isSmall = (kind: MemberKind): boolean => kind === 'flag' || kind === 'gender';

/** Null is what stands for nothing, so no member is read from it. */
const readBy =
  (form: Form, place: Path): MemberWay['read'] =>
  ({ at }) => {
    const spelled = at(place);
    return spelled === undefined || spelled === null ? undefined : form.read(spelled);
  };

/** The whole value of one place. */
const wholeWay = (touched: TouchedPlace, today: string): MemberWay | undefined => {
  const [touching] = touched.members;
  const pairs = pairsAt(touched, 0);
  if (!touching || (pairs.length < pairsMin && !isSmall(touching.member.kind))) return undefined;
  const { place, base } = touched;
  const form = formsFor(touching.member.kind, [touching.base, base], today).find((each) => fits(each, pairs));
  return form && { form: form.id, places: [place], loses: form.loses, read: readBy(form, place) };
};

/** Members whose words stand in one text, with signs between. */
type TextPart = { readonly index: number; readonly length: number; readonly form: Form };

const textOf = (written: Json | undefined): string | undefined =>
  typeof written === 'string' || typeof written === 'number' ? String(written) : undefined;

const holeOf = (base: string, pairs: readonly FormSample[], forms: readonly Form[]): TextPart | undefined => {
  const [[value] = [null]] = pairs;
  for (const form of forms) {
    const word = textOf(form.write(value));
    if (word === undefined || word === '') continue;
    for (let index = base.indexOf(word); index >= 0; index = base.indexOf(word, index + 1)) {
      const [before, behind] = [base.slice(0, index), base.slice(index + word.length)];
      const isIt = pairs.every(([each, spelled]) => {
        const other = textOf(form.write(each));
        return other !== undefined && spelled === `${before}${other}${behind}`;
      });
      if (isIt) return { index, length: word.length, form };
    }
  }
  return undefined;
};

/** A number in a text is written like any other word. */
const inWords = (form: Form, isNumber: boolean): Form =>
  isNumber
    ? { ...form, read: (spelled) => (/^-?\d{1,15}$/.test(String(spelled)) ? form.read(Number(spelled)) : undefined) }
    : form;

/** The part of a text that changes with a member of a small domain. */
const learnedHole = (base: string, pairs: readonly FormSample[]): TextPart | undefined => {
  const texts = pairs.map(([, spelled]) => (typeof spelled === 'string' ? spelled : undefined));
  if (texts.some((text) => text === undefined)) return undefined;
  const all = texts as readonly string[];
  let before = 0;
  while (before < base.length && all.every((text) => text[before] === base[before])) before += 1;
  let behind = 0;
  const least = Math.min(...all.map((text) => text.length)) - before;
  while (behind < least && all.every((text) => text.at(-1 - behind) === base.at(-1 - behind))) behind += 1;
  const words = pairs.map(([value], i): readonly [Json, string] => {
    const text = all[i] ?? '';
    return [value, text.slice(before, text.length - behind)];
  });
  const form: Form = {
    id: 'word in a text',
    write: (value) => words.find(([each]) => isSame(each, value))?.[1],
    read: (spelled) => words.find(([, word]) => word === spelled)?.[0],
  };
  return { index: before, length: base.length - before - behind, form };
};

/** A way for each member of a text, or undefined where something in it is not understood. */
const textWays = (touched: TouchedPlace, today: string): readonly MemberWay[] | undefined => {
  const { place, base, members } = touched;
  if (typeof base !== 'string') return undefined;
  const holes = members.map(({ member, base: value }, i) => {
    const pairs = pairsAt(touched, i);
    if (isSmall(member.kind)) return learnedHole(base, pairs);
    if (pairs.length < pairsMin) return undefined;
    return holeOf(base, pairs, formsFor(member.kind, [value, undefined], today));
  });
  const found = holes.flatMap((hole, i) => (hole ? [{ hole, i }] : [])).toSorted((a, b) => a.hole.index - b.hole.index);
  if (found.length < members.length) return undefined;
  let source = '';
  let end = 0;
  for (const { hole } of found) {
    if (hole.index < end) return undefined;
    source += `${RegExp.escape(base.slice(end, hole.index))}(.*?)`;
    end = hole.index + hole.length;
  }
  const lazy = new RegExp(`^${source}${RegExp.escape(base.slice(end))}$`, 's');
  const greedy = new RegExp(lazy.source.replaceAll('(.*?)', '(.*)'), 's');
  return members.map((touching, at): MemberWay => {
    const group = found.findIndex(({ i }) => i === at) + 1;
    const { form } = found[group - 1]?.hole ?? { form: textForms[0] as Form };
    const word = inWords(form, typeof form.write(touching.base) === 'number');
    return {
      form: `${form.id} in a text`,
      places: [place],
      loses: form.loses,
      read: (state) => {
        const text = state.at(place);
        if (typeof text !== 'string') return undefined;
        const [one, other] = [lazy.exec(text)?.[group], greedy.exec(text)?.[group]];
        // Where the text can be cut in two ways, it is not known which was meant.
        return one === undefined || one !== other ? undefined : word.read(one);
      },
    };
  });
};

/** Days that a count or an age may be counted from. */
type OriginDay = { readonly id: 'the day of writing' } | { readonly id: 'a member'; readonly at: Path };

const originDay = (
  origin: OriginDay,
  { meant, writtenOn }: Pick<ReadingState, 'meant' | 'writtenOn'>,
): string | undefined => {
  const day = origin.id === 'a member' ? meant(origin.at) : writtenOn;
  return typeof day === 'string' && isoDay.test(day) ? day : undefined;
};

const isOfDays = ({ kind }: IntentMember): boolean => kind === 'day' || kind === 'birth';

/** Relates a member to another day: nights, days ahead, an age, or the birth of a person of that age. */
const relations = (kind: MemberKind, lastYear: number): readonly ((on: string) => Form)[] => {
  const made: ((on: string) => Form)[] = [];
  if (kind === 'day')
    made.push(
      (on) => daysAfter(on) as unknown as Form,
      (on) => daysAfter(on, true) as unknown as Form,
    );
  if (kind === 'birth')
    made.push(
      (on) => ageForm(on) as unknown as Form,
      (on) => ageForm(on, true) as unknown as Form,
    );
  if (kind === 'age') {
    for (const form of dayForms(lastYear)) {
      made.push((on) => ({
        id: `birth as ${form.id}`,
        // Any day of birth with that age will do; which one is the affair of the target.
        write: () => undefined,
        read: (spelled) => {
          const birth = form.read(spelled);
          return birth === undefined ? undefined : ageOn(birth, on);
        },
      }));
    }
  }
  return made;
};

const relatedWays = (
  touched: TouchedPlace,
  at: number,
  others: readonly IntentMember[],
  today: string,
): MemberWay | undefined => {
  const touching = touched.members[at];
  if (!touching) return undefined;
  const { member, base } = touching;
  const origins: readonly OriginDay[] = [
    ...others.filter((other) => other !== member).map((other): OriginDay => ({ id: 'a member', at: other.at })),
    { id: 'the day of writing' },
  ];
  const samples = touched.members.flatMap((each) => each.samples);
  const bases = new Map(touched.members.map((each) => [keyOf(each.member.at), each.base]));
  for (const origin of origins) {
    for (const relation of relations(member.kind, lastYears(today).past)) {
      const isIt = [{ member: member.at, value: base, body: undefined }, ...samples].every(
        ({ member: varied, value, body }) => {
          const meant = (path: Path): Json | undefined =>
            keyOf(path) === keyOf(varied) ? value : (bases.get(keyOf(path)) ?? dayIn(others, path));
          const on = originDay(origin, { meant, writtenOn: today });
          const spelled = body === undefined ? touched.base : valueAt(body, touched.place);
          const own = meant(member.at);
          if (on === undefined || spelled === undefined || own === undefined) return false;
          const form = relation(on);
          const written = form.write(own);
          return written === undefined ? isSame(form.read(spelled), own) : isSame(written, spelled);
        },
      );
      if (!isIt) continue;
      const { id, loses } = relation(today);
      return {
        form: `${id} from ${origin.id}`,
        places: [touched.place],
        loses,
        read: (state) => {
          const [on, spelled] = [originDay(origin, state), state.at(touched.place)];
          return on === undefined || spelled === undefined ? undefined : relation(on).read(spelled);
        },
      };
    }
  }
  return undefined;
};

/** The base value of a day that this place does not change with. */
const dayIn = (others: readonly (IntentMember & { readonly base?: Json })[], path: Path): Json | undefined =>
  others.find(({ at }) => keyOf(at) === keyOf(path))?.base;

/** All ways that one place shows, by the text of the place of the member. */
export const waysAt = (
  touched: TouchedPlace,
  days: readonly (IntentMember & { readonly base: Json })[],
  today: string,
): ReadonlyMap<string, MemberWay> => {
  const { members } = touched;
  const single = members.length === 1 ? wholeWay(touched, today) : undefined;
  const [only] = members;
  if (single && only) return new Map([[keyOf(only.member.at), single]]);
  const texts = textWays(touched, today);
  if (texts) return new Map(members.map(({ member }, i) => [keyOf(member.at), texts[i] as MemberWay]));
  const isRelated = members.every(({ member }) => isOfDays(member) || member.kind === 'age');
  return new Map(
    members.flatMap(({ member }, i) => {
      const way = isRelated ? relatedWays(touched, i, days, today) : undefined;
      return way ? [[keyOf(member.at), way] as const] : [];
    }),
  );
};

/** A day whose year, month and day stand apart. */
export const partsWay = (places: readonly TouchedPlace[], today: string): MemberWay | undefined => {
  const kind = places[0]?.members[0]?.member.kind;
  const lastYear = kind === 'birth' ? lastYears(today).past : lastYears(today).ahead;
  const found = [0, 1, 2].map((part) => {
    for (const touched of places) {
      const pairs = pairsAt(touched, 0);
      if (pairs.length < pairsMin) continue;
      const form = dayPartForms.find(
        (each) => each.part === part && pairs.every(([value, spelled]) => isSame(each.write(value), spelled)),
      );
      if (form) return { form, place: touched.place };
    }
    return undefined;
  });
  const [year, month, day] = found;
  if (!year || !month || !day) return undefined;
  return {
    form: [year, month, day].map(({ form }) => form.id).join(', '),
    places: [year.place, month.place, day.place],
    loses: year.form.id.includes('YYYY') ? undefined : 'the century',
    read: ({ at }) => {
      const parts = [year, month, day].map(({ form, place }) => Number(form.read(at(place) ?? null) ?? Number.NaN));
      return parts.some(Number.isNaN) ? undefined : joinedDay(parts as [number, number, number], lastYear);
    },
  };
};

/** A learned table, in which a place that is absent counts as a word. */
export const tableWay = (place: Path, pairs: readonly FormSample[]): MemberWay | undefined => {
  const spellings = pairs.map(([, spelled]) => spelled);
  if (new Set(spellings.map((each) => JSON.stringify(each))).size < 2) return undefined;
  const clash = pairs.find(([, spelled], i) => spellings.some((other, k) => k !== i && isSame(other, spelled)));
  return {
    form: `table of ${pairs.length}`,
    places: [place],
    loses: clash && `which of the values that are spelled ${JSON.stringify(clash[1]) ?? 'by absence'}`,
    read: ({ at }) => pairs.find(([, spelled]) => isSame(spelled, at(place)))?.[0],
  };
};
