/** The sandbox can be in trouble, which loses answers and breaks nothing else. */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { after, before, describe, test } from 'node:test';
import type { OfferFact } from '../../../contracts/facts.ts';
import { knownHotelIds } from '../../../sandbox/data/hotels.ts';
import type { Sandbox } from '../../../sandbox/server.ts';
import type { PlannedTrouble, TroubleId } from '../../../sandbox/troubles.ts';
import { call, json, login, post, read, stillSandbox, tokenOf } from './caller.ts';
import { bookingOf, flightPartner } from './flight-partner.ts';
import { hotelPartner, isFree, targets } from './hotel-partner.ts';

describe('troubles', () => {
  let sandbox: Sandbox;
  before(async () => {
    sandbox = await stillSandbox({ world: { scale: 'small' } });
  });
  after(() => sandbox.close());

  /** A world in which one list is in trouble, with a token of it. */
  const troubled = async (id: TroubleId, operations: PlannedTrouble['operations'] = ['meal-types']) => {
    const { baseUrl } = sandbox.openWorld({ scale: 'small', troubles: [{ id, operations }] });
    return { baseUrl, token: await tokenOf(baseUrl) };
  };

  const meals = 'hotels/meal-types';
  const read200 = async (id: TroubleId) => {
    const { baseUrl, token } = await troubled(id);
    return read(baseUrl, meals, token);
  };

  /** The connection of one request for the meal types, below HTTP. */
  const rawly = async (baseUrl: string, token: string): Promise<Socket> => {
    const { hostname, port, pathname } = new URL(`${baseUrl}/api/dictionary/${meals}`);
    const socket = connect(Number(port), hostname);
    await once(socket, 'connect');
    socket.write(`GET ${pathname} HTTP/1.1\r\nHost: sandbox\r\nAuthorization: Bearer ${token}\r\n\r\n`);
    return socket;
  };

  const received = async (socket: Socket): Promise<string> => {
    const pieces: Buffer[] = [];
    socket.on('data', (piece) => pieces.push(piece));
    await once(socket, 'end');
    return Buffer.concat(pieces).toString();
  };

  const requestsOf = (baseUrl: string): number =>
    sandbox.world(baseUrl.split('/').at(-1) ?? '')?.counted('requests') ?? 0;

  /** Until the world has served one more request: the connection is open, and nothing has been said. */
  const served = async (baseUrl: string, before: number): Promise<void> => {
    while (requestsOf(baseUrl) === before) await new Promise(setImmediate);
  };

  test('hangs: the request is taken and nothing comes', async () => {
    const { baseUrl, token } = await troubled('hangs');
    const asked = requestsOf(baseUrl);
    const stop = new AbortController();
    const answer = call(`${baseUrl}/api/dictionary/${meals}`, {
      headers: { authorization: `Bearer ${token}` },
      signal: stop.signal,
    });
    await served(baseUrl, asked);
    const first = await Promise.race([answer, read(baseUrl, 'countries', token)]);
    assert.match(first.text, /codeA3/, 'another operation answers first');
    stop.abort();
    await assert.rejects(answer, { name: 'AbortError' });
  });

  test('resets-connection: no byte, and the connection is reset', async () => {
    const { baseUrl, token } = await troubled('resets-connection');
    const socket = await rawly(baseUrl, token);
    const [error] = await once(socket, 'error');
    assert.equal(error.code, 'ECONNRESET');
    assert.equal(socket.bytesRead, 0);
  });

  test('cuts-json-short: the length is right, the JSON breaks off', async () => {
    const { status, headers, text } = await read200('cuts-json-short');
    assert.equal(status, 200);
    assert.ok(Number(headers['content-length']) > 100);
    assert.match(text, /^\[\{"id":1,/);
    assert.throws(() => JSON.parse(text), SyntaxError);
  });

  for (const [id, status, headers, body] of [
    ['answers-html-page', 200, { 'content-type': /^text\/html/ }, /^<!DOCTYPE html>/],
    ['answers-html-page-with-502', 502, { 'content-type': /^text\/html/ }, /^<!DOCTYPE html>/],
    ['answers-503', 503, {}, /^Service Unavailable$/],
    ['answers-429-with-retry-after', 429, { 'retry-after': /^1$/ }, /^Too Many Requests$/],
  ] as const) {
    test(`${id}: ${status}`, async () => {
      const answer = await read200(id);
      assert.equal(answer.status, status);
      assert.match(answer.text, body);
      for (const [name, value] of Object.entries(headers)) assert.match(answer.headers[name] ?? '', value);
    });
  }

  test('limits-requests-per-second: the 21st of a second is refused', async () => {
    const { baseUrl, token } = await troubled('limits-requests-per-second');
    const statuses: number[] = [];
    for (let i = 0; i < 21; i += 1) statuses.push((await read(baseUrl, meals, token)).status);
    assert.deepEqual(statuses, [...Array<number>(20).fill(200), 429]);
  });

  test('drips: byte after byte, until the client goes away', async () => {
    const { baseUrl, token } = await troubled('drips');
    const response = await fetch(`${baseUrl}/api/dictionary/${meals}`, {
      headers: { authorization: `Bearer ${token}` },
    });
    assert.equal(response.status, 200);
    const reader = response.body?.getReader();
    const pieces = [await reader?.read(), await reader?.read(), await reader?.read()];
    assert.deepEqual(
      pieces.map((piece) => Buffer.from(piece?.value ?? []).toString()),
      ['[', ' ', ' '],
    );
    const timers = () => process.getActiveResourcesInfo().filter((name) => name === 'Timeout').length;
    const dripping = timers();
    await reader?.cancel();
    while (timers() >= dripping) await new Promise(setImmediate);
  });

  test('sends-30-megabytes: a list, piece by piece', async () => {
    const { baseUrl, token } = await troubled('sends-30-megabytes');
    const response = await fetch(`${baseUrl}/api/dictionary/${meals}`, {
      headers: { authorization: `Bearer ${token}` },
    });
    let [bytes, first, last] = [0, '', ''];
    for await (const piece of response.body ?? []) {
      first ||= Buffer.from(piece.subarray(0, 8)).toString();
      last = Buffer.from(piece.subarray(-6)).toString();
      bytes += piece.length;
    }
    assert.ok(bytes > 30_000_000);
    assert.equal(Number(response.headers.get('content-length')), bytes);
    assert.equal(first, '[{"id":1');
    assert.equal(last, ',null]'.slice(-last.length));
  });

  test('sends-30-megabytes: what the client does not take is never made', async () => {
    const { baseUrl, token } = await troubled('sends-30-megabytes');
    const socket = await rawly(baseUrl, token);
    await once(socket, 'data');
    socket.destroy();
    assert.equal((await read(baseUrl, 'countries', token)).status, 200);
  });

  test('nests-json-deeply: 100,000 lists within each other', async () => {
    const { text } = await read200('nests-json-deeply');
    assert.equal(text, '['.repeat(100_000) + ']'.repeat(100_000));
  });

  test('lies-about-content-length: fewer bytes than said, then the end', async () => {
    const { baseUrl, token } = await troubled('lies-about-content-length');
    const text = await received(await rawly(baseUrl, token));
    const [head = '', body = ''] = text.split('\r\n\r\n');
    const said = Number(/content-length: (\d+)/i.exec(head)?.[1]);
    assert.equal(said, Buffer.byteLength(body) + 1_000);
    assert.equal(JSON.parse(body).length, 13);
    await assert.rejects(read(baseUrl, meals, token));
  });

  test('redirects-elsewhere: where it points to there is nothing', async () => {
    const { status, headers } = await read200('redirects-elsewhere');
    assert.equal(status, 302);
    assert.equal((await call(`${sandbox.url}${headers.location}`)).status, 404);
  });

  test('fails-one-in-five: counted by operation', async () => {
    const { baseUrl, token } = await troubled('fails-one-in-five', ['meal-types', 'hotel-static']);
    const statuses = async (path: string) => {
      const seen: number[] = [];
      for (let i = 0; i < 10; i += 1) seen.push((await read(baseUrl, path, token)).status);
      return seen;
    };
    const [good, bad] = [[200, 200, 200, 200], 500];
    assert.deepEqual(await statuses(meals), [...good, bad, ...good, bad]);
    assert.deepEqual(await statuses('countries'), Array(10).fill(200));
    assert.deepEqual(await statuses(`hotels/${knownHotelIds[0]}/static`), [...good, bad, ...good, bad]);
  });

  test('without operations every one is in trouble, a login too, but nothing beside them', async () => {
    const { baseUrl } = sandbox.openWorld({ scale: 'small', troubles: [{ id: 'answers-503' }] });
    assert.equal((await login(baseUrl)).status, 503);
    assert.equal((await read(baseUrl, 'cities?countryId=4')).status, 503);
    assert.equal((await read(baseUrl, `hotels/${knownHotelIds[0]}/static`)).status, 503);
    assert.equal((await call(`${baseUrl}/nowhere`)).status, 404);
  });

  test('a world opened over HTTP is in the trouble asked for, and so is one like it', async () => {
    const admin = `${sandbox.url}/_admin/worlds`;
    const troubles = [{ id: 'answers-503', operations: ['token'] }];
    const one = json(await post(admin, { scale: 'small', troubles }));
    const other = json(await post(admin, { like: one.id }));
    for (const { baseUrl } of [one, other]) assert.equal((await login(baseUrl)).status, 503);
    assert.deepEqual(json(await call(`${admin}/${other.id}`)).troubles, troubles);
  });

  for (const id of ['hangs', 'drips', 'sends-30-megabytes'] as const) {
    test(`close ends at once while the sandbox ${id}`, async () => {
      const short = await stillSandbox({ world: { scale: 'small', troubles: [{ id, operations: ['meal-types'] }] } });
      const socket = await rawly(short.url, await tokenOf(short.url));
      socket.pause();
      while (short.world('default')?.counted('requests') !== 2) await new Promise(setImmediate);
      socket.on('error', () => {});
      const closed = once(socket.resume(), 'close');
      await short.close();
      await closed;
    });
  }
});

describe('troubles of bookings', () => {
  let sandbox: Sandbox;
  before(async () => {
    sandbox = await stillSandbox({ world: { scale: 'small' } });
  });
  after(() => sandbox.close());

  const troubled = async (id: TroubleId) => {
    const world = sandbox.openWorld({ scale: 'small', troubles: [{ id }] });
    const partner = await hotelPartner(world.baseUrl, 'nested');
    const listed = async () => (await partner.ask('search-bookings', {})).facts.bookings?.length;
    return { partner, listed, advance: (byMs: number) => sandbox.world(world.id)?.advance(byMs) };
  };

  const isStrict = ({ supplier }: OfferFact): boolean => supplier === targets.nested.known?.strictSupplier;

  /** So long after the answer was lost, what was done is not shown yet; a millisecond later it is. */
  const lost = { 'drops-answer-after-booking': undefined, 'books-after-the-answer-was-lost': 999 } as const;

  const isShownAfter = async (
    hiddenMs: number | undefined,
    count: number,
    { shown, advance }: { shown: () => Promise<number | undefined>; advance: (byMs: number) => void },
  ) => {
    if (hiddenMs !== undefined) {
      assert.equal(await shown(), 0);
      advance(hiddenMs);
      assert.equal(await shown(), 0);
      advance(1);
    }
    assert.equal(await shown(), count);
  };

  for (const [id, hiddenMs] of Object.entries(lost) as [TroubleId, number | undefined][]) {
    test(`${id}: the booking is listed ${hiddenMs === undefined ? 'at once' : 'a second later'}`, async () => {
      const { partner, listed, advance } = await troubled(id);
      await assert.rejects(partner.book(await partner.choose(isFree)));
      await isShownAfter(hiddenMs, 1, { shown: listed, advance });
    });

    test(`${id}: tickets are shown ${hiddenMs === undefined ? 'at once' : 'a second later'}`, async () => {
      const world = sandbox.openWorld({ scale: 'small', troubles: [{ id, operations: ['ticket-issue'] }] });
      const partner = await flightPartner(world.baseUrl, 'nested');
      const booking = bookingOf(await partner.book());
      await assert.rejects(partner.ask('ticket-issue', { booking }));
      const shown = async () => (await partner.ask('pnr-retrieve', { booking })).facts.tickets?.length;
      await isShownAfter(hiddenMs, 2, { shown, advance: (byMs) => sandbox.world(world.id)?.advance(byMs) });
    });

    test(`${id}: a refusal is answered`, async () => {
      const { partner, listed } = await troubled(id);
      const refused = await partner.book(await partner.choose(isStrict), ({ gender: _, ...guest }) => guest);
      assert.equal(Object(refused.body.error).code, 'SUPPLIER_ERROR');
      assert.equal(await listed(), 0);
    });
  }

  test('drops-answer-after-booking: a flight is booked all the same', async () => {
    const world = sandbox.openWorld({ scale: 'small', troubles: [{ id: 'drops-answer-after-booking' }] });
    const { flights } = sandbox.world(world.id) ?? {};
    const before = flights?.pnrs.all().length ?? 0;
    await assert.rejects((await flightPartner(world.baseUrl, 'nested')).book());
    assert.equal(flights?.pnrs.all().length, before + 1);
  });
});
