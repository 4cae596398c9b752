/** What explorations send, one by one: what was drawn, as it was drawn. */
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { z } from 'zod';
import { departures } from '../../../contracts/checks/answers.ts';
import type { Details, GuestIntent } from '../../../contracts/intents.ts';
import type { Json } from '../../../contracts/json.ts';
import { validatorOf } from '../../../contracts/publish.ts';
import { field } from '../../../contracts/subjects.ts';
import type { KnownTicket } from '../../../contracts/target.ts';
import type { Exchange, Trace } from '../../../contracts/trace.ts';
import { type BodyReading, type Exploration, isSendable } from '../../../explore/exploration.ts';
import {
  exploreBookingFilters,
  exploreGuests,
  exploreViewDetails,
} from '../../../explore/explorations/explore-bookings.ts';
import { exploreBadTokens } from '../../../explore/explorations/explore-credentials.ts';
import {
  exploreCities,
  exploreCountryIds,
  exploreHotelCards,
  exploreUnknownHotels,
} from '../../../explore/explorations/explore-dictionaries.ts';
import { exploreVoids } from '../../../explore/explorations/explore-lives.ts';
import { type CountryIdDraw, countryQuery } from '../../../generators/requests/country-ids.ts';
import { type VoidDraw, voidOf } from '../../../generators/requests/void-requests.ts';
import { closeSandbox, placed } from '../flows/hotel-world.ts';
import { explored } from './explored.ts';

after(closeSandbox);

const runs = 6;
const tracesOf = async (
  exploration: Exploration,
  more: Partial<Parameters<typeof explored>[1]> = {},
): Promise<readonly Trace[]> => (await explored(exploration, { seed: 5, runs, ...more })).traces;

const asked = ({ exchanges }: Trace, operation: Exchange['operation']): Exchange[] =>
  exchanges.filter((exchange) => exchange.operation === operation);
const inputOf = <Input>({ input }: Trace): Input => input as Input;

test('cities are asked for as drawn, with the headers drawn', async () => {
  const kinds = new Set<string>();
  const traces = [...(await tracesOf(exploreCities)), ...(await tracesOf(exploreCountryIds, { runs: 12 }))];
  for (const trace of traces) {
    const [countries] = asked(trace, 'countries');
    const read = (countries?.response?.body ?? []) as { id: number }[];
    const known = read.map(({ id }) => id);
    const { asks } = inputOf<{ asks: { id: CountryIdDraw; headers: Record<string, string> }[] }>(trace);
    const cities = asked(trace, 'cities');
    assert.deepEqual(
      cities.map(({ request }) => request.query),
      asks.map(({ id }) => countryQuery(id, known)),
    );
    assert.deepEqual(
      cities.map(({ request }) => request.headers['accept-language']),
      asks.map(({ headers }) => headers['accept-language']),
    );
    for (const { id } of asks) kinds.add(id.kind);
  }
  assert.ok(kinds.size > 8, [...kinds].join());
});

test('cards are asked for of known hotels or of unknown ones, and never of both', async () => {
  const hotels = [7, 42, 118, 903, 1204, 5570, 10_018, 23_456, 77_801, 104_729];
  for (const exploration of [exploreHotelCards, exploreUnknownHotels]) {
    for (const trace of await tracesOf(exploration)) {
      const isUnknown = 'unknownHotels' in inputOf<object>(trace);
      assert.equal(isUnknown, exploration === exploreUnknownHotels);
      const seen = asked(trace, 'hotel-static').map(({ request }) => request.path);
      const isKnown = (path: string): boolean => hotels.some((id) => path.endsWith(`/hotels/${id}/static`));
      assert.ok(seen.length > 0 && seen.every((path) => isKnown(path) !== isUnknown), seen.join());
    }
  }
});

test('where hotel ids are as large as the unknown ones, only 0 is asked for', async () => {
  const changed = () => ({ known: { hotels: [5_000_000_000] } });
  const paths = (await tracesOf(exploreUnknownHotels, { changed })).flatMap((trace) => asked(trace, 'hotel-static'));
  assert.ok(paths.length > 0);
  for (const { request } of paths) assert.match(request.path, /\/0\/static$/);
});

test('bad tokens are sent to what a good one was sent to, in turn', async () => {
  for (const { exchanges, input } of await tracesOf(exploreBadTokens)) {
    const { tokens } = input as { tokens: { bearer: string }[] };
    const [one, other, ...bad] = exchanges.filter(({ operation }) => operation !== 'token');
    assert.deepEqual([one?.bearer, other?.bearer], ['own', 'own']);
    assert.deepEqual(
      bad.map(({ bearer, operation }) => ({ bearer, operation })),
      tokens.map(({ bearer }, at) => ({ bearer, operation: [one, other][at % 2]?.operation })),
    );
  }
});

const detailsIn = ({ request }: Exchange): Json | undefined => field(request.body, 'details');

test('a booking is viewed with the details drawn, in their order', async () => {
  for (const trace of await tracesOf(exploreViewDetails)) {
    const { details } = inputOf<{ details: Details[] }>(trace);
    assert.deepEqual(asked(trace, 'view-booking').slice(-details.length).map(detailsIn), details as unknown as Json[]);
  }
});

test('filtered lists are read between two that are not filtered', async () => {
  let filtered = 0;
  for (const trace of await tracesOf(exploreBookingFilters)) {
    const lists = asked(trace, 'search-bookings').map(({ intent }) => Object.keys(intent as object).length > 0);
    // The first looks up what became of the booking.
    assert.deepEqual([lists[1], lists.at(-1)], [false, false]);
    filtered += lists.slice(1).filter(Boolean).length;
  }
  assert.ok(filtered >= runs, `${filtered} lists were filtered`);
});

test('guests are booked with their rare names, and lack something only where the strict supplier sells', async () => {
  const names = new Set<string>();
  for (const trace of await tracesOf(exploreGuests)) {
    const [{ intent } = {}] = asked(trace, 'create-booking');
    const { guests, offer } = intent as unknown as { guests: GuestIntent[][]; offer: { supplier: string } };
    const isWhole = guests.flat().every((guest) => guest.citizenship && guest.gender);
    assert.ok(isWhole || offer.supplier === 'Meridian Stays');
    for (const { firstName } of guests.flat()) names.add(firstName);
  }
  assert.ok(
    [...names].some((name) => /[^A-Za-z]/.test(name)),
    [...names].join(),
  );
});

test('guests lack nothing where no supplier is known to mind', async () => {
  const changed = (target: { known: object }) => ({ known: { ...target.known, strictSupplier: undefined } }) as never;
  for (const trace of await tracesOf(exploreGuests, { changed })) {
    const [{ intent } = {}] = asked(trace, 'create-booking');
    for (const guest of (field(intent, 'guests') as unknown as GuestIntent[][]).flat())
      assert.ok(guest.citizenship && guest.gender);
  }
});

test('voids are asked for as drawn, and the own ticket is voided last', async () => {
  for (const trace of await tracesOf(exploreVoids)) {
    const { voids } = inputOf<{ voids: VoidDraw[] }>(trace);
    const sent = asked(trace, 'ticket-cancel');
    const ours = sent.at(-1)?.request.body as KnownTicket;
    const members = (draw: VoidDraw) => Object.entries(voidOf(draw, ours)).filter(([name]) => name !== draw.lacks);
    assert.deepEqual(
      sent.slice(0, -1).map(({ request }) => request.body),
      voids.map((draw) => Object.fromEntries(members(draw))),
    );
  }
});

test('a body on which two readings of a schema disagree is kept back, and counted in the trace', async () => {
  const schema = z.object({ id: z.number().refine((id) => id > 5) });
  const isValid = validatorOf(schema);
  const disputed: BodyReading = (body) => departures(schema, body, isValid);
  const trace = await placed().play(async (session) => {
    assert.equal(isSendable(session, 'view-booking', { id: 3 }, disputed), false);
    assert.equal(isSendable(session, 'view-booking', { id: 4 }, disputed), false);
    assert.equal(isSendable(session, 'view-booking', { id: 7 }, disputed), true);
    assert.equal(isSendable(session, 'hotel-search', { id: 3 }), true);
  });
  assert.deepEqual([trace.dropped, trace.exchanges, trace.error], [2, [], undefined]);
});
