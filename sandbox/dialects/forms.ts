/** How a drawn dialect writes the values of each kind, and reads them back. The interface leaves these forms open. */
import { iso31661 } from 'iso-3166';
import { carriers, flightSuppliers } from '../data/flight-trade.ts';
import { regions, suppliers } from '../data/hotels.ts';
import { isFields } from '../reply.ts';
import {
  age,
  amounts,
  countedMoment,
  type DialectForm,
  exactDays,
  type FormContext,
  isAmount,
  isDay,
  isNumber,
  isoMoment,
  isText,
  msOfDotNet,
  offsetHours,
  patterned,
} from './dates-and-money.ts';

type Kind = {
  readonly forms: Readonly<Record<string, DialectForm<unknown>>>;
  /** Whether a value is one that the canonical words allow; all others pass unchanged. */
  readonly is: (value: unknown) => boolean;
  /** A partner keeps it as it came, and sends it back. */
  readonly isOpaque?: true;
};

const kind = <T>(is: (value: unknown) => value is T, forms: Readonly<Record<string, DialectForm<T>>>): Kind => ({
  is,
  forms: forms as Kind['forms'],
});

const isPlain = (value: unknown): value is string | number | boolean | null =>
  value === null || typeof value === 'boolean' || isText(value) || isNumber(value);

// Words, of which a form gives each its own.

const worded = (tables: Readonly<Record<string, Readonly<Record<string, unknown>>>>): Kind =>
  kind(
    isPlain,
    Object.fromEntries(
      Object.entries(tables).map(([id, words]): [string, DialectForm<string | number | boolean | null>] => [
        id,
        {
          write: (value) => (Object.hasOwn(words, String(value)) ? words[String(value)] : value),
          read: (spelled) => Object.keys(words).find((word) => words[word] === spelled),
        },
      ]),
    ),
  );

const upper = (words: readonly string[]) => Object.fromEntries(words.map((word) => [word, word.toUpperCase()]));
const same = (words: readonly string[]) => Object.fromEntries(words.map((word) => [word, word]));
const zipped = (words: readonly string[], spelled: readonly unknown[]) =>
  Object.fromEntries(words.map((word, i) => [word, spelled[i]]));

const genders = ['male', 'female'];
const pnrStates = ['booked', 'ticketed', 'cancelled', 'expired'];
const couponStates = ['open', 'used', 'void', 'exchanged', 'refunded'];
const upsellKinds = ['early-check-in', 'late-check-out'];

const byName = (all: readonly { readonly code: string; readonly name: string }[]): Kind =>
  worded({
    code: same(all.map(({ code }) => code)),
    name: Object.fromEntries(all.map(({ code, name }) => [code, name])),
  });

const flags = (yes: unknown, no: unknown): DialectForm<boolean> => ({
  write: (value) => (value ? yes : no),
  read: (spelled) => (spelled === yes ? true : spelled === no ? false : undefined),
});

const countries = (spelledBy: (country: (typeof iso31661)[number]) => string): DialectForm<string> => ({
  write: (code) => {
    const found = iso31661.find(({ alpha2 }) => alpha2 === code.toUpperCase());
    return found ? spelledBy(found) : code;
  },
  read: (spelled) => iso31661.find((country) => spelledBy(country) === spelled)?.alpha2,
});

const plain: DialectForm<unknown> = { write: (value) => value, read: (spelled) => spelled };

const scaled = (factor: number): DialectForm<number> => ({
  write: (value) => value / factor,
  read: (spelled) => (isNumber(spelled) ? spelled * factor : undefined),
});

const wrapped = (
  wrap: (text: string, context: FormContext) => unknown,
  unwrap: (spelled: unknown, context: FormContext) => unknown,
): DialectForm<string> => ({
  write: wrap,
  read: (spelled, context) => {
    const text = unwrap(spelled, context);
    return isText(text) ? text : undefined;
  },
});

const inObject = (field: string): DialectForm<string> =>
  wrapped(
    (text, { nameOf }) => ({ [nameOf(field)]: text }),
    (spelled, { nameOf }) => (isFields(spelled) ? spelled[nameOf(field)] : undefined),
  );

const numberInObject: DialectForm<number> = {
  write: (id, { nameOf }) => ({ [nameOf('key')]: id }),
  read: (spelled, { nameOf }) => {
    const id = isFields(spelled) ? spelled[nameOf('key')] : undefined;
    return isNumber(id) ? id : undefined;
  },
};

const rewritten = (from: RegExp, to: string, back: RegExp): DialectForm<string> => ({
  write: (text) => text.replace(from, to),
  read: (spelled) => (isText(spelled) && back.test(spelled) ? spelled.replace(back, '$1 $2') : undefined),
});

const upsellForm = /^(early-check-in|late-check-out)-(\d{4})$/;

const isClock = (value: unknown): value is string => isText(value) && /^\d\d:\d\d$/.test(value);
const two = (value: number): string => String(value).padStart(2, '0');

/** Each with its forms, of which a dialect draws one. */
export const kinds = {
  plain: { is: (value) => value !== undefined, forms: { plain } },
  text: kind(isText, { plain: plain as DialectForm<string> }),
  number: kind(isNumber, { plain: plain as DialectForm<number> }),
  day: kind(isDay, { ...exactDays, short: patterned('DDMMMYY') }),
  birth: kind(isDay, { ...exactDays, age }),
  moment: kind(isNumber, {
    iso: isoMoment((ms) => new Date(ms).toISOString()),
    isoSeconds: isoMoment((ms) => new Date(ms).toISOString().replace(/\.\d+Z$/, 'Z')),
    isoOffset: isoMoment((ms) =>
      new Date(ms + offsetHours * 3_600_000).toISOString().replace('Z', `+${two(offsetHours)}:00`),
    ),
    seconds: countedMoment(1000),
    milliseconds: countedMoment(1),
    dotNet: { write: (ms) => `/Date(${Math.floor(ms)})/`, read: msOfDotNet },
  }),
  amount: kind(isAmount, amounts),
  flag: kind((value): value is boolean => typeof value === 'boolean', {
    boolean: flags(true, false),
    bit: flags(1, 0),
    letter: flags('Y', 'N'),
    word: flags('yes', 'no'),
  }),
  /** Whether a passenger is a child. */
  child: kind((value): value is boolean => typeof value === 'boolean', {
    boolean: flags(true, false),
    bit: flags(1, 0),
    type: flags('CHD', 'ADT'),
    word: flags('child', 'adult'),
  }),
  gender: worded({
    small: same(genders),
    upper: upper(genders),
    letter: zipped(genders, ['M', 'F']),
    title: zipped(genders, ['MR', 'MRS']),
    number: zipped(genders, [1, 2]),
  }),
  country: kind(isText, {
    alpha2: countries(({ alpha2 }) => alpha2),
    small: countries(({ alpha2 }) => alpha2.toLowerCase()),
    alpha3: countries(({ alpha3 }) => alpha3),
    numeric: countries(({ numeric }) => numeric),
    name: countries(({ name }) => name),
  }),
  pnrState: worded({
    small: same(pnrStates),
    upper: upper(pnrStates),
    codes: zipped(pnrStates, ['HK', 'TK', 'XX', 'XL']),
    phrases: zipped(pnrStates, ['Confirmed', 'Ticket issued', 'Called off', 'Given up']),
    numbers: zipped(pnrStates, [10, 20, 90, 91]),
  }),
  couponState: worded({
    small: same(couponStates),
    letters: zipped(couponStates, ['O', 'F', 'V', 'E', 'R']),
    phrases: zipped(couponStates, ['OPEN FOR USE', 'FLOWN', 'VOIDED', 'EXCHANGED', 'REFUNDED']),
    airline: zipped(couponStates, ['OK', 'USED', 'VOID', 'EXCH', 'RFND']),
  }),
  upsellKind: worded({
    small: same(upsellKinds),
    codes: zipped(upsellKinds, ['ECI', 'LCO']),
    numbers: zipped(upsellKinds, [1, 2]),
  }),
  hotelSupplier: byName(suppliers),
  flightSupplier: byName(flightSuppliers),
  carrier: byName(carriers),
  region: kind(isNumber, {
    id: plain as DialectForm<number>,
    code: {
      write: (id) => regions('full').find((region) => region.id === id)?.code ?? id,
      read: (spelled) => regions('full').find((region) => region.code === spelled)?.id,
    },
    object: numberInObject,
  }),
  meal: kind(isNumber, {
    number: plain as DialectForm<number>,
    text: {
      write: (id) => String(id),
      read: (spelled) => (/^\d{1,9}$/.test(String(spelled)) ? Number(spelled) : undefined),
    },
    object: numberInObject,
  }),
  flightNumber: kind(isText, {
    spaced: rewritten(/^([A-Z]{2}) (\d+)$/, '$1 $2', /^([A-Z]{2}) (\d+)$/),
    compact: rewritten(/^([A-Z]{2}) (\d+)$/, '$1$2', /^([A-Z]{2})(\d+)$/),
    dashed: rewritten(/^([A-Z]{2}) (\d+)$/, '$1-$2', /^([A-Z]{2})-(\d+)$/),
  }),
  /** `YYYY-MM-DDTHH:mm` by the clock of a hotel. */
  localMoment: kind(isText, {
    whole: plain as DialectForm<string>,
    clock: {
      write: (moment) => moment.replace(/^\d{4}-\d\d-\d\dT(?=\d\d:\d\d$)/, ''),
      read: (spelled) => (isText(spelled) ? spelled : undefined),
    },
  }),
  width: kind(isNumber, { centimetres: scaled(1), millimetres: scaled(0.1) }),
  timeout: kind(isNumber, { milliseconds: scaled(1), seconds: scaled(1000) }),
  clock: kind(isClock, {
    text: plain as DialectForm<string>,
    minutes: {
      write: (time) => Number(time.slice(0, 2)) * 60 + Number(time.slice(3)),
      read: (spelled) => (isNumber(spelled) ? `${two(Math.floor(spelled / 60))}:${two(spelled % 60)}` : undefined),
    },
  }),
  upsell: {
    ...kind(isText, {
      text: plain as DialectForm<string>,
      number: {
        write: (id) => {
          const [, which, time] = upsellForm.exec(id) ?? [];
          return which === undefined ? id : Number(`${which.startsWith('early') ? 1 : 2}${time}`);
        },
        read: (spelled) => {
          const [, which, time] = /^([12])(\d{4})$/.exec(String(spelled)) ?? [];
          return which === undefined ? undefined : `${which === '1' ? 'early-check-in' : 'late-check-out'}-${time}`;
        },
      },
      object: inObject('key'),
    }),
    isOpaque: true,
  },
  reference: {
    ...kind(isText, {
      text: plain as DialectForm<string>,
      object: inObject('key'),
      pair: wrapped(
        (text) => [text.slice(0, 4), text.slice(4)],
        (spelled) => (Array.isArray(spelled) && spelled.every(isText) ? spelled.join('') : undefined),
      ),
    }),
    isOpaque: true,
  },
  cursor: {
    ...kind(isNumber, {
      number: plain as DialectForm<number>,
      text: {
        write: (page) => Buffer.from(`before ${page}`).toString('base64url'),
        read: (spelled) => {
          const [, page] =
            (isText(spelled) && /^before (\d{1,15})$/.exec(Buffer.from(spelled, 'base64url').toString())) || [];
          return page === undefined ? undefined : Number(page);
        },
      },
      object: {
        write: (page, { nameOf }) => ({ [nameOf('before')]: page }),
        read: (spelled, { nameOf }) => {
          const page = isFields(spelled) ? spelled[nameOf('before')] : undefined;
          return isNumber(page) ? page : undefined;
        },
      },
    }),
    isOpaque: true,
  },
} as const satisfies Readonly<Record<string, Kind>>;

export type KindId = keyof typeof kinds;
