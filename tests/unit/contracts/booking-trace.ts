/** Steps of literal traces about hotel bookings, with the facts that a plain binding reads out of them. */
import type { ReadFacts } from '../../../contracts/bindings.ts';
import type { BoundOperation } from '../../../contracts/intents.ts';
import { isJsonObject, type Json } from '../../../contracts/json.ts';
import { factsOf } from '../../../contracts/locate.ts';
import { succeeded } from '../../../contracts/outcome.ts';
import type { Attempt, Exchange, Trace } from '../../../contracts/trace.ts';
import { type Answer, bound, ok, type Sent, type Step, traceOf } from './literal-trace.ts';

export type Body = { [key: string]: Json };
export type Reported = ReadFacts | 'unread' | 'nothing';

export const mark = 'Pfqabcdefghijkl';
export const otherMark = 'Pfqzyxwvutsrqpo';

/** A step whose facts are found by name, and reported by a binding. */
export const asking = (
  operation: BoundOperation,
  came: Answer,
  intent: Json,
  reported: Reported = {},
  sent: Sent = {},
): Step => {
  const body = came.response?.body;
  const isRead = succeeded(came as Exchange) && body !== undefined && reported !== 'nothing';
  return bound(
    operation,
    came,
    {
      intent,
      ...(isRead && { facts: factsOf(operation, body, reported === 'unread' ? undefined : reported) }),
      ...(isRead && reported === 'unread' && { unread: 'by hand' }),
    },
    sent,
  );
};

export const guest = (part: Body = {}): Body => ({
  firstName: 'Ann',
  lastName: mark,
  birthDate: '1990-01-01',
  isChild: false,
  citizenship: 'DE',
  gender: 'female',
  ...part,
});

const without = (name: string): Body => Object.fromEntries(Object.entries(guest()).filter(([key]) => key !== name));
export const stateless = without('citizenship');
export const genderless = without('gender');

export const offer = (part: Body = {}): Body => ({
  at: [],
  offerId: 'offer-1',
  supplier: 'strict',
  price: { amount: 100, currency: 'EUR' },
  freeCancellationUntil: '2026-11-20T12:00:00Z',
  ...part,
});

export type Created = {
  guests?: Json[];
  offer?: Body;
  upsells?: Json[];
  search?: Body;
  reported?: Reported;
  sent?: Sent;
};

export const create = (
  came: Answer,
  { guests = [guest()], offer: of = offer(), upsells = [], search = {}, ...rest }: Created = {},
) =>
  asking(
    'create-booking',
    came,
    { searchId: 's-1', offer: of, guests: [guests], upsells, search },
    rest.reported,
    rest.sent,
  );

export const created = (part: Body = {}): Answer => ok({ bookingId: 'b-1', status: 'inWork', ...part });

export type Viewed = { booking?: Body; price?: Json; residence?: Json; reported?: Reported; sent?: Sent };

export const view = (came: Answer, asked: Viewed = {}): Step => {
  const { booking = { bookingId: 'b-1' }, price = true, residence = true, reported, sent } = asked;
  const details = { includePriceDetails: price, includeResidenceDetails: residence };
  return asking('view-booking', came, { booking, details }, reported, sent);
};

const viewBody: Body = {
  bookingId: 'b-1',
  bookingInfo: { status: 'inWork' },
  checkinTime: '14:00',
  checkoutTime: '12:00',
  supplier: { subProviderName: 'sub', invoiceNumber: '1', comment: null },
  hotel: { room: { rateName: 'Flex', roomId: 7 } },
  upsells: [],
  prices: { searchPresetName: 'default', pricingPresetName: null },
};

export const viewed = (part: Body = {}): Answer => ok({ ...viewBody, ...part });
/** A view that lacks one field. */
export const viewedWithout = (name: string): Answer =>
  ok(Object.fromEntries(Object.entries(viewBody).filter(([key]) => key !== name)));
export const viewedIn = (status: Json): Answer => viewed({ bookingInfo: { status } });

/** An entry of a list, as a plain binding reads it: `names` of guests, and when it was `made`. */
export type Entry = { bookingId?: Json; status?: Json; names?: string[]; made?: string };

export const ours = (part: Entry = {}): Entry => ({
  bookingId: 'b-1',
  status: 'inWork',
  names: [`ANN ${mark}`],
  ...part,
});
export const theirs = (part: Entry = {}): Entry => ({
  bookingId: 'x-9',
  status: 'inWork',
  names: ['Bob Roe'],
  ...part,
});

export const listed = (...bookings: Entry[]): Answer => ok({ bookings });

/** Like the binding of a careful person: what has another form is left out. */
const plainly = (came: Answer): ReadFacts => {
  const body = came.response?.body;
  const { bookings: entries, next } = isJsonObject(body) ? body : {};
  return {
    bookings: (Array.isArray(entries) ? entries : []).flatMap((entry, i) => {
      if (!isJsonObject(entry)) return [];
      const { names, made } = entry as Entry;
      return [
        {
          at: ['bookings', i],
          ...(Array.isArray(names) && { guestNames: names }),
          ...(typeof made === 'string' && { createdAt: made }),
        },
      ];
    }),
    ...(typeof next === 'string' && { nextPage: next }),
  };
};

export type Listed = { filters?: Body; says?: Json; reported?: Reported; sent?: Sent };

/** The request says its filters, unless the caller gives something else to say. */
export const list = (
  came: Answer,
  { filters = {}, says = filters, reported = plainly(came), sent }: Listed = {},
): Step => {
  const step = asking('search-bookings', came, filters, reported, sent);
  return { ...step, request: { ...step.request, body: says } };
};

export const cancel = (
  came: Answer,
  reported: Reported = {},
  sent: Sent = {},
  booking: Body = { bookingId: 'b-1' },
): Step => asking('cancel-booking', came, { booking }, reported, sent);

export const attempt = (part: Partial<Attempt> = {}): Attempt => ({
  exchange: 0,
  mark,
  found: 'once',
  lookedUpBy: [1],
  ...part,
});

/** A trace whose first exchange is the attempt. */
export const attempted = (part: Partial<Attempt>, ...steps: Step[]): Trace =>
  traceOf(steps, { attempts: [attempt(part)] });
