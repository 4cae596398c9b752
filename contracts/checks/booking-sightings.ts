/** What the answers of a trace report of one booking over time: its status and its price. */

import { type BookingStatus, bookingStatuses, formerBookingStatuses, type Money } from '../facts.ts';
import type { Json } from '../json.ts';
import { type Path, valueAt } from '../mismatch.ts';
import { succeeded } from '../outcome.ts';
import type { Exchange, Trace } from '../trace.ts';
import { entriesOf, type OwnBooking, type Recognizing, recognizingIn, viewsOf } from './own-bookings.ts';

export type Sighting = {
  readonly exchange: Exchange;
  /** Of the status, from the exchange down. */
  readonly path: Path;
  readonly status: Json | undefined;
  readonly price: Money | undefined;
};

export const isDocumented = (status: Json | undefined): status is BookingStatus =>
  (bookingStatuses as readonly (Json | undefined)[]).includes(status);

export const isFormer = (status: Json | undefined): boolean =>
  (formerBookingStatuses as readonly (Json | undefined)[]).includes(status);

export const viewStatusPath: Path = ['response', 'body', 'bookingInfo', 'status'];

const statusAt = (at: Path): Path => ['response', 'body', ...at, 'status'];

const inCreate = ({ create }: OwnBooking): Sighting[] => {
  const booking = succeeded(create) ? create.facts?.booking : undefined;
  return booking
    ? [{ exchange: create, path: statusAt(booking.at), status: booking.status, price: booking.price }]
    : [];
};

const seenInView = (view: Exchange): Sighting => ({
  exchange: view,
  path: viewStatusPath,
  status: valueAt(view, viewStatusPath),
  price: view.facts?.booking?.price,
});

const seenInList = (list: Exchange, booking: OwnBooking, by: Recognizing): Sighting[] =>
  entriesOf(list, booking, by).map(({ at, status, price }) => ({
    exchange: list,
    path: statusAt(at),
    status,
    price,
  }));

/** All that its own partner was told of a booking, in order. */
export const sightingsOf = (trace: Trace, booking: OwnBooking): Sighting[] => {
  const by = recognizingIn(trace);
  const lists = trace.exchanges.filter(
    ({ operation, bearer }) => operation === 'search-bookings' && bearer === booking.partner,
  );
  const views = viewsOf(trace, booking).filter((view) => succeeded(view));
  return [
    ...inCreate(booking),
    ...views.map(seenInView),
    ...lists.flatMap((list) => seenInList(list, booking, by)),
  ].toSorted((a, b) => a.exchange.index - b.exchange.index);
};
