/** Whether a value has the form of its place: what has not is told by a placeholder. */
import { bookingStatuses, formerBookingStatuses } from '../../contracts/facts.ts';
import { guestMarksIn } from '../../contracts/guest-mark.ts';
import { otherScript } from '../../contracts/name-words.ts';
import { refusalCodes } from '../../contracts/outcome.ts';
import type { Form } from '../../contracts/schemas/sensitivity.ts';
import { isMadeOfWords } from './dictionary.ts';

/** A documented code tells what happened wherever it stands, and nothing of anybody. */
export const documentedCodes: ReadonlySet<string> = new Set([...refusalCodes, 'INTERNAL_ERROR']);

/** No number of somebody is so short. */
export const numberMax = 100_000;

const statuses: ReadonlySet<string> = new Set([...bookingStatuses, ...formerBookingStatuses]);
const levels: ReadonlySet<string> = new Set(['Hotel', 'Room', 'Apartment']);
const currencies: ReadonlySet<string> = new Set(Intl.supportedValuesOf('currency'));

const digits = /^-?\d{1,20}$/;
const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
const hexadecimal = /^(?=.*\d)([0-9a-f]{16,128}|[0-9A-F]{16,128})$/;
const ticket = /^[A-Z0-9]{1,3}-\d{3,14}$/;
const day = String.raw`\d{4}-\d\d-\d\d|\d{8}|\d\d[./-]\d\d[./-]\d{4}`;
const time = String.raw`\d\d:\d\d(:\d\d)?([.,]\d{1,9})?(\s?(Z|[+-]\d\d(:?\d\d)?))?`;
const moment = new RegExp(`^(${day}|(${day})[T ]${time}|${time})$`, 'i');
/** Airports, flights, days, times and numbers. */
const leg = /^([A-Z]{3}|[A-Z0-9]{2}|([A-Z0-9]{2})?\d{1,4}|[\d:.+TZ]{1,20}|)$/;
const hidden = /^[0-9a-f]{6}$/;
const codeCharactersMax = 64;

/** Digits, or one of the names that programs give to numbers. */
const numeric = /^[+-]?(nan|inf|infinity)$|^(null|undefined|true|false)$/i;

export const isId = (value: string | number): boolean =>
  typeof value === 'number' || digits.test(value) || uuid.test(value) || hexadecimal.test(value);

/** A number as a query spells it, or what is so short of letters that it can be no name. */
export const isNumeric = (text: string): boolean =>
  numeric.test(text) || (text.length <= 20 && !/\p{L}{3}/u.test(text));

export const isCode = (text: string): boolean =>
  documentedCodes.has(text) || (text.length <= codeCharactersMax && isMadeOfWords(text));

const text =
  (holds: (text: string) => boolean) =>
  (value: string | number): boolean =>
    typeof value === 'string' && holds(value);

const isShort = (value: string | number): boolean => typeof value === 'number' && Math.abs(value) < numberMax;

/** `name` is the name of a field, which is asked elsewhere; `mark` stays where it is ours, too. */
export const forms: Readonly<Record<Form, (value: string | number) => boolean>> = {
  code: text(isCode),
  coordinate: isShort,
  currency: text((value) => currencies.has(value)),
  hidden: text((value) => value === otherScript || hidden.test(value)),
  id: isId,
  legs: text((value) => value.split(/[\s/,;|-]+/).every((part) => leg.test(part))),
  letters: text((value) => /^[A-Z]{2,3}$/.test(value)),
  level: text((value) => levels.has(value)),
  mark: text((value) => guestMarksIn(value)[0]?.length === value.length),
  moment: (value) => typeof value === 'number' || moment.test(value),
  name: (value) => typeof value === 'number',
  score: isShort,
  stars: (value) => typeof value === 'number' && Number.isInteger(value) && value >= 0 && value <= 5,
  status: text((value) => statuses.has(value)),
  ticket: (value) => isId(value) || ticket.test(String(value)),
};
