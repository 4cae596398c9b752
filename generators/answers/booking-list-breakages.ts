/** The ways in which lists of hotel bookings break their clauses. */
import type { Json } from '../../contracts/json.ts';
import { mark } from './bookings.ts';
import { type BodyChange, type Breakage, breakage, oneBody } from './breakage.ts';
import { costing, type Fields, fields, inFields, inPart, oneEntry, oneOf } from './entries.ts';
import { former, inView, isOwn, undocumented, withStatus } from './view-breakages.ts';

const lists = isOwn('search-bookings');

const isOurs = (entry: Fields): boolean =>
  JSON.stringify(entry.names ?? null)
    .toLowerCase()
    .includes(mark.toLowerCase());

const stranger = (status: Json, made = '2026-09-01'): Json => ({ bookingId: 'x-99', status, names: ['Bob Roe'], made });

const listed = (body: Fields): Json[] => (Array.isArray(body.bookings) ? body.bookings : []);

/** The entry of the booking of ours. */
export const ourEntry = (body: Fields): Fields | undefined => listed(body).map(fields).find(isOurs);

export const withEntry = (entry: (body: Fields) => Json) =>
  inFields((body) => ({ ...body, bookings: [...listed(body), entry(body)] }));

export const withoutOurs = inFields((body) => ({
  ...body,
  bookings: listed(body).filter((entry) => !isOurs(fields(entry))),
}));

export const ourStatus = (change: (status: Json) => Json): BodyChange =>
  oneEntry('bookings', (entry) => (isOurs(entry) ? { ...entry, status: change(entry.status ?? null) } : undefined));

export const bookingListBreakages: readonly Breakage[] = [
  breakage(
    'search-bookings.status-is-documented',
    'lists another status',
    oneBody(
      lists,
      oneEntry('bookings', (entry, pick) => ({ ...entry, status: oneOf(undocumented, pick) })),
    ),
  ),
  breakage(
    'search-bookings.status-is-documented',
    'lists under no key',
    oneBody(
      inPart('other'),
      inFields(() => ({ bookings: {} })),
    ),
  ),
  breakage(
    'search-bookings.status-filter-holds',
    'lists another status than asked for',
    oneBody(
      inPart('by-status', 'cancelled'),
      withEntry(() => stranger('failed')),
    ),
  ),
  breakage(
    'search-bookings.creation-date-filter-holds',
    'lists what was made long before',
    oneBody(
      inPart('by-date'),
      withEntry((body) => stranger(fields(listed(body)[0]).status ?? 'failed', '2020-02-29')),
    ),
  ),
  breakage(
    'search-bookings.filter-adds-nothing',
    'lists with a filter alone what was made with the new booking',
    oneBody(
      inPart('by-status', 'by-date'),
      withEntry((body) => ({ ...ourEntry(body), bookingId: 'x-98', names: ['Bob Roe'] })),
    ),
  ),
  breakage(
    'search-bookings.new-booking-is-listed',
    'leaves out the new booking',
    oneBody(inPart('by-status', 'by-date'), withoutOurs),
  ),
  breakage('search-bookings.lists-own-bookings-only', 'lists the booking of another', (telling, pick) => {
    const own = telling.steps.find(({ part }) => part === 'by-date')?.answer?.body;
    const ours = ourEntry(fields(own));
    return ours === undefined
      ? undefined
      : oneBody(
          inPart('other'),
          withEntry(() => ours),
        )(telling, pick);
  }),
  breakage(
    'booking-status.operations-agree',
    'lists another status than it shows',
    oneBody(
      inPart('by-date'),
      ourStatus((status) => (status === 'failed' ? 'completed' : 'failed')),
    ),
  ),
  breakage(
    'booking-status.former-values-are-gone',
    'lists a former status',
    oneBody(
      lists,
      oneEntry('bookings', (entry, pick) => ({ ...entry, status: oneOf(former, pick) })),
    ),
  ),
  breakage(
    'booking-status.former-values-are-gone',
    'shows a former status',
    inView((body, pick) => withStatus(oneOf(former, pick))(body)),
  ),
  breakage(
    'view-booking.price-is-told-alike',
    'lists another price',
    oneBody(
      inPart('by-date'),
      oneEntry('bookings', (entry) => (isOurs(entry) ? { ...entry, cost: costing(entry.cost, -0.02) } : undefined)),
    ),
  ),
];
