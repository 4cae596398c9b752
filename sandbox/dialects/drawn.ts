/** The dialect of a draw: how a world spells what it answers, and reads what it is asked. */
import type { OperationId } from '../../contracts/operations.ts';
import type { AviaOperation } from '../avia/canonical.ts';
import type { Dialect } from '../dialect.ts';
import type { HotelOperation, Id } from '../hotels/canonical.ts';
import { isFields } from '../reply.ts';
import { uuid } from '../world-parts.ts';
import { flightAnswers, hotelAnswers } from './answers.ts';
import { currencyAtTop } from './dates-and-money.ts';
import type { DrawnDialect } from './draw.ts';
import { flightRequests, hotelRequests } from './requests.ts';
import { type BodyShape, cardAnswers } from './shape.ts';
import { speller } from './spell.ts';

const answers: Readonly<Partial<Record<OperationId, BodyShape>>> = {
  ...hotelAnswers,
  ...flightAnswers,
  ...cardAnswers,
};

const cards: readonly OperationId[] = ['bed-types', 'hotel-static'];
/** Parts of these stand at places that the interface shows, so nothing encloses them. */
const shown: readonly OperationId[] = ['view-booking', 'search-bookings', ...cards];

/** The names that lead to what an operation answers. */
export const envelopeOf = (operation: OperationId, { envelope, names }: DrawnDialect): string[] =>
  envelope === 'none' || shown.includes(operation) ? [] : [names[envelope] ?? envelope];

const enclosed = (operation: OperationId, body: unknown, draw: DrawnDialect): unknown => {
  const { names, success, envelope } = draw;
  const [name] = envelopeOf(operation, draw);
  const said = success === 'always' && !shown.includes(operation) ? { success: true } : {};
  if (name === undefined) return isFields(body) ? { ...said, ...body } : body;
  const meta = envelope === 'result' ? { [names.meta ?? 'meta']: { [names.version ?? 'version']: 1 } } : {};
  return { ...said, ...meta, [name]: body };
};

const searchIds = {
  uuid,
  short: (digest: Buffer) => `s${digest.readUInt32BE(0).toString(36)}${digest.readUInt16BE(4).toString(36)}`,
  long: (digest: Buffer) => digest.toString('base64url'),
} as const;

const exchangeIds = {
  ...searchIds,
  short: (digest: Buffer) => `X${digest.readUIntBE(0, 6).toString(36).toUpperCase()}`,
} as const;

/** Never a number, which would lose its place in a map. */
const offerIds = {
  digits: (digest: Buffer) => digest.toString('hex').slice(0, 40),
  letters: (digest: Buffer) => digest.toString('base64url').slice(0, 27),
} as const;

const bookingIds: Readonly<Record<DrawnDialect['bookingIds'], (number: number, digest: Buffer) => Id>> = {
  uuid: (_, digest) => uuid(digest),
  number: (number) => 700_000 + number,
  text: (number, digest) => `B${number}-${digest.readUInt32BE(0).toString(36).toUpperCase()}`,
};

export const dialectOf = (draw: DrawnDialect): Dialect => {
  const { write, read, nameOf } = speller(draw, 'service');
  const requests = { ...hotelRequests, ...flightRequests } as Readonly<
    Record<HotelOperation | AviaOperation, BodyShape>
  >;
  const spell = (operation: OperationId, shape: BodyShape) => (body: unknown) => {
    const written = write(shape, body);
    const hasCurrency = draw.forms.amount === 'top' && isFields(written) && !cards.includes(operation);
    const withCurrency = hasCurrency ? { [nameOf('currency')]: currencyAtTop, ...written } : written;
    return enclosed(operation, withCurrency, draw);
  };
  return {
    searchIdOf: searchIds[draw.searchIds],
    offerIdOf: offerIds[draw.offerIds],
    bookingIdOf: bookingIds[draw.bookingIds],
    exchangeIdOf: exchangeIds[draw.exchangeIds],
    ticketNumberOf: ({ accountingCode, carrier, number }) =>
      draw.ticketNumbers === 'digits' ? `${accountingCode}${number}` : `${carrier}-${number}`,
    voids: draw.voids,
    saysFailure: draw.success !== 'never',
    refusalStatus: draw.refusalStatus || undefined,
    reads: Object.fromEntries(
      Object.entries(requests).map(([operation, shape]) => [operation, (body: unknown) => read(shape, body)]),
    ) as Dialect['reads'],
    spells: Object.fromEntries(
      Object.entries(answers).map(([operation, shape]) => [
        operation,
        spell(operation as OperationId, shape as BodyShape),
      ]),
    ),
  };
};
