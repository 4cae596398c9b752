/** One real answer of each operation beside what is read of it, so that a person writes the rest of a binding by looking. */

import type { Json } from '../contracts/json.ts';
import type { OperationId } from '../contracts/operations.ts';
import { labelled, width } from './check-target-text.ts';
import { counted } from './counted.ts';
import { oneLine } from './one-line.ts';
import { wrapped } from './wrapped.ts';

/** A place of an answer, alike in every element of a list, with who reads it. */
type ShownPlace = {
  readonly place: string;
  readonly reader: 'binding' | 'name' | 'nobody';
  readonly value: Json;
};

export type LookedAnswer = {
  readonly operation: OperationId;
  readonly status: number;
  readonly bytes: number;
  /** Whether the binding says how an answer is read. */
  readonly hasResponse: boolean;
  /** Why it could not be read. */
  readonly unread?: string;
  /** Of a list the first; `of` so many. */
  readonly facts: readonly { readonly name: string; readonly value: Json; readonly of?: number }[];
  readonly places: readonly ShownPlace[];
};

export type DictionaryAnswer = {
  readonly operation: OperationId;
  /** Which country, or which hotel. */
  readonly about: string;
  readonly status: number;
  readonly records?: number;
};

export type Looked = {
  readonly target: string;
  readonly baseUrl: string;
  readonly isTokenAccepted: boolean;
  readonly dictionaries: readonly DictionaryAnswer[];
  readonly answers: readonly LookedAnswer[];
  /** Bindings of operations that only read, of which nothing could be asked. */
  readonly notAsked: readonly OperationId[];
  /** What a person must look at, a line each. */
  readonly wrong: readonly string[];
};

const [placesMax, factsMax, wrongMax, nameWidthMax, valueWidth] = [60, 24, 40, 36, 22];

const placeCharactersMax = 400;

const cut = (text: string, max: number): string => oneLine(text, max);

const valueText = (value: Json): string => {
  if (typeof value === 'string') return `"${cut(value, valueWidth - 2)}"`;
  if (Array.isArray(value)) return value.length === 0 ? '[]' : '[ … ]';
  return typeof value === 'object' && value !== null ? '{ … }' : cut(String(value), valueWidth);
};

const readers = { binding: 'the binding', name: 'its name', nobody: 'nobody' } as const;

const more = (left: number, what: string): string[] =>
  left > 0 ? [`  … ${left} more ${what}${left === 1 ? '' : 's'}`] : [];

/** The end of a place tells more than its beginning. */
const placeText = (place: string): string => {
  const whole = cut(place, placeCharactersMax);
  return whole.length > nameWidthMax ? `…${whole.slice(1 - nameWidthMax)}` : whole;
};

/** Columns, the first of which may be long. */
const rowsOf = (rows: readonly (readonly [name: string, value: string, note: string])[]): string[] => {
  const nameWidth = Math.min(nameWidthMax, Math.max(...rows.map(([name]) => name.length)));
  return rows.map(([name, value, note]) =>
    `  ${placeText(name).padEnd(nameWidth)}  ${value.padEnd(valueWidth)}  ${note}`.trimEnd(),
  );
};

const factRows = (facts: LookedAnswer['facts']): string[] =>
  facts.length === 0
    ? ['  nothing']
    : rowsOf(
        facts
          .slice(0, factsMax)
          .map(({ name, value, of }) => [name, valueText(value), of && of > 1 ? `the first of ${of}` : '']),
      );

const placeRows = (places: readonly ShownPlace[]): string[] =>
  rowsOf([
    ['answer', 'such as', 'read by'],
    ...places
      .slice(0, placesMax)
      .map(
        ({ place, value, reader }) => [place === '' ? 'the whole' : place, valueText(value), readers[reader]] as const,
      ),
  ]);

const answerText = ({ operation, status, bytes, hasResponse, unread, facts, places }: LookedAnswer): string => {
  const nobody = places.filter(({ reader }) => reader === 'nobody').length;
  const said = unread !== undefined ? 'the binding broke, so only what has a documented name is read' : undefined;
  return [
    `${operation}  HTTP ${status}, ${bytes} bytes`,
    ...(hasResponse ? [] : ['  the binding has no response: only what has a documented name is read']),
    ...(said ? [`  ${said}`] : []),
    ' read',
    ...factRows(facts),
    ...more(facts.length - factsMax, 'fact'),
    ` answer, ${nobody === 0 ? 'all of it read' : `${counted(nobody, 'name')} of ${places.length} read by nobody`}`,
    ...placeRows(places),
    ...more(places.length - placesMax, 'name'),
  ].join('\n');
};

const dictionaryText = ({ operation, about, status, records }: DictionaryAnswer): string =>
  `${`${operation} ${about}`.trimEnd()}: HTTP ${status}${records === undefined ? '' : `, ${counted(records, 'record')}`}`;

/** Without a newline at its end. */
export const lookedText = ({
  target,
  baseUrl,
  isTokenAccepted,
  dictionaries,
  answers,
  notAsked,
  wrong,
}: Looked): string =>
  [
    labelled('target', `${target} at ${oneLine(baseUrl)}`),
    labelled('token', isTokenAccepted ? 'it is accepted' : 'there is none that is accepted'),
    ...(dictionaries.length > 0
      ? ['', 'dictionaries', ...dictionaries.map((each) => `  ${cut(dictionaryText(each), width - 2)}`)]
      : []),
    ...answers.flatMap((each) => ['', answerText(each)]),
    '',
    ...(answers.length > 0 ? ['Values that are not known to be harmless are replaced: only their form is true.'] : []),
    ...(notAsked.length > 0
      ? [labelled('not asked', `${notAsked.join(', ')}: nothing was found that they could be asked about`)]
      : []),
    ...wrong.slice(0, wrongMax).map((each) => `wrong  ${wrapped(oneLine(each), { hang: 7, width })}`),
    ...more(wrong.length - wrongMax, 'thing'),
    wrong.length === 0 ? 'OK  all that was asked was answered' : `NOT OK  ${counted(wrong.length, 'thing')} to look at`,
  ].join('\n');
