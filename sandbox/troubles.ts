/** All troubles by id: failures of the environment at the transport, which break no clause. */
import type { ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { OperationId } from '../contracts/operations.ts';
import type { StoredPnr } from './avia/state.ts';
import { dictionaryIds } from './operations.ts';
import { answer, isSuccess, type Reply, withHeaders } from './reply.ts';
import type { World } from './world.ts';

/** An answer ready to be written, with the final spelling of its header names. */
type Outgoing = {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly bytes: Buffer;
};

type Wire = (response: ServerResponse, outgoing: Outgoing) => void;

const plainly: Wire = (response, { status, headers, bytes }) => {
  response.writeHead(status, headers);
  response.end(bytes);
};

/** The headers without those whose names are given in lower case, whatever the spelling. */
const without = (headers: Outgoing['headers'], names: readonly string[]): Outgoing['headers'] =>
  Object.fromEntries(Object.entries(headers).filter(([name]) => !names.includes(name.toLowerCase())));

const framing = ['content-length', 'transfer-encoding'];

/** The answer with a body of another length; `length` is what its header claims. */
const reframed = (headers: Outgoing['headers'], length: number): Outgoing['headers'] => ({
  ...without(headers, framing),
  'content-length': String(length),
});

/** Keeps the connection open and says nothing, until one of the two sides closes it. */
const hanging: Wire = () => {};

const resetting: Wire = (response) => {
  response.req.socket.resetAndDestroy();
};

const cutShort: Wire = (response, { status, headers, bytes }) => {
  const cut = bytes.subarray(0, Math.floor(bytes.length / 2));
  response.writeHead(status, reframed(headers, cut.length));
  response.end(cut);
};

const missingBytes = 1_000;

const shorterThanSaid: Wire = (response, { status, headers, bytes }) => {
  const { socket } = response.req;
  response.writeHead(status, { ...reframed(headers, bytes.length + missingBytes), connection: 'close' });
  response.write(bytes, () => socket.end());
};

const dripEveryMs = 100;

const dripping: Wire = (response, { status, headers }) => {
  response.writeHead(status, without(headers, [...framing, 'content-encoding']));
  response.write('[');
  const timer = setInterval(() => response.write(' '), dripEveryMs);
  response.once('close', () => clearInterval(timer));
};

const hugeBytesMin = 30 * 1024 * 1024;
const hugeRecord = `{"id":1,"nameRu":"${'ы'.repeat(200)}","nameEn":"${'x'.repeat(200)}"},`;
/** Made once, when first sent, and sent again and again. */
let hugeChunk: Buffer | undefined;

/** A list in which one chunk is repeated: nothing of its size is ever in memory. */
const huge: Wire = (response, { headers }) => {
  hugeChunk ??= Buffer.from(hugeRecord.repeat(100));
  const chunk = hugeChunk;
  const times = Math.ceil(hugeBytesMin / chunk.length);
  const [opening, closing] = ['[', 'null]'];
  response.writeHead(
    200,
    reframed(without(headers, ['content-encoding']), times * chunk.length + opening.length + closing.length),
  );
  const pieces = function* (): Generator<Buffer | string> {
    yield opening;
    for (let i = 0; i < times; i += 1) yield chunk;
    yield closing;
  };
  // A client that hangs up has had enough: that is no failure of ours.
  pipeline(Readable.from(pieces()), response).catch(() => {});
};

/** A trouble: one failure of the environment, which breaks no clause. */
type Struck = { readonly operation: OperationId; readonly world: World; readonly reply: Reply };

/** Replaces the reply as a proxy would, or the way its bytes travel; where `strikes` says no, all stays as it is. */
type Spelled = {
  readonly summary: string;
  readonly strikes?: (struck: Struck) => boolean;
  /** Where it can strike; everywhere when not said. */
  readonly touches?: readonly OperationId[];
} & ({ readonly reply: (reply: Reply) => Reply } | { readonly wire: Wire });

type Trouble<Id extends string = string> = Spelled & { readonly id: Id };

const trouble = <const Id extends string>(id: Id, spelled: Spelled): Trouble<Id> => ({ ...spelled, id });

const text = (status: number, contentType: string, body: string, headers: Readonly<Record<string, string>> = {}) => {
  const reply: Reply = {
    ...withHeaders(answer(status, body, headers), { 'content-type': contentType }),
    encode: String,
  };
  return { reply: () => reply };
};

const page = (title: string): string =>
  `<!DOCTYPE html>\n<html><head><title>${title}</title></head><body><h1>${title}</h1></body></html>\n`;

const levels = 100_000;

/** Within the time in which a booking may settle. */
const lateMs = 1_000;

const perSecondMax = 20;

const isBooking = (operation: OperationId): boolean =>
  operation === 'create-booking' || operation === 'pnr-create' || operation === 'ticket-issue';

const lastIssueOf = ({ tickets }: StoredPnr): number => Math.max(0, ...tickets.map(({ issuedAtMs }) => issuedAtMs));

/** Lets what came about last show a second later. */
const delay = {
  'create-booking': ({ bookings, now }: World) => {
    const [newest] = bookings.all();
    if (newest) bookings.put({ ...newest, shownFromMs: now() + lateMs });
  },
  'ticket-issue': ({ flights: { pnrs }, now }: World) => {
    const [newest] = pnrs.all().toSorted((one, other) => lastIssueOf(other) - lastIssueOf(one));
    if (!newest) return;
    const issuedAtMs = lastIssueOf(newest);
    const shownFromMs = now() + lateMs;
    const tickets = newest.tickets.map((each) => (each.issuedAtMs === issuedAtMs ? { ...each, shownFromMs } : each));
    pnrs.put({ ...newest, tickets });
  },
} as const;

const list = [
  trouble('hangs', { summary: 'Takes the request and never answers.', wire: hanging }),
  trouble('resets-connection', { summary: 'Resets the connection in place of an answer.', wire: resetting }),
  trouble('cuts-json-short', { summary: 'Sends half of the body as if it were all.', wire: cutShort }),
  trouble('answers-html-page', {
    summary: 'Answers 200 with a page, as a captive portal does.',
    ...text(200, 'text/html; charset=utf-8', page('Maintenance')),
  }),
  trouble('answers-html-page-with-502', {
    summary: 'Answers 502 with a page, as a proxy does.',
    ...text(502, 'text/html', page('502 Bad Gateway')),
  }),
  trouble('answers-503', {
    summary: 'Answers 503 and says in plain text that it is unavailable.',
    ...text(503, 'text/plain', 'Service Unavailable'),
  }),
  trouble('answers-429-with-retry-after', {
    summary: 'Answers 429 and asks to come back in a second.',
    ...text(429, 'text/plain', 'Too Many Requests', { 'retry-after': '1' }),
  }),
  trouble('limits-requests-per-second', {
    summary: 'Answers 429 to dictionary requests above 20 a second, and asks to come back in a second.',
    touches: dictionaryIds,
    strikes: ({ world }) => world.count(`requests of second ${Math.floor(world.now() / 1_000)}`) > perSecondMax,
    ...text(429, 'text/plain', 'Too Many Requests', { 'retry-after': '1' }),
  }),
  trouble('drips', { summary: 'Sends a byte now and then and never ends.', wire: dripping }),
  trouble('sends-30-megabytes', { summary: 'Sends a list of 30 megabytes.', wire: huge }),
  trouble('nests-json-deeply', {
    summary: 'Sends lists within lists, 100,000 deep.',
    reply: () => ({ ...answer(200, undefined), encode: () => '['.repeat(levels) + ']'.repeat(levels) }),
  }),
  trouble('lies-about-content-length', {
    summary: 'Says the body is longer than it is, and closes.',
    wire: shorterThanSaid,
  }),
  trouble('redirects-elsewhere', {
    summary: 'Answers 302 and points to another path.',
    ...text(302, 'text/plain', 'Moved', { location: '/moved' }),
  }),
  trouble('fails-one-in-five', {
    summary: 'Every fifth request of an operation answers 500.',
    strikes: ({ operation, world }) => world.count(`requests of ${operation} that may fail`) % 5 === 0,
    reply: () => answer(500, { error: { code: 'INTERNAL_ERROR', message: 'Something went wrong.' } }),
  }),
  trouble('drops-answer-after-booking', {
    summary: 'Books or issues tickets, and resets the connection in place of the answer; what is refused is answered.',
    touches: ['create-booking', 'pnr-create', 'ticket-issue'],
    strikes: ({ operation, reply }) => isBooking(operation) && isSuccess(reply),
    wire: resetting,
  }),
  trouble('books-after-the-answer-was-lost', {
    summary: 'Resets the connection in place of the answer, and shows the booking or its tickets a second later.',
    // Nothing lists flight bookings, so that none of them can be seen late.
    touches: ['create-booking', 'ticket-issue'],
    strikes: ({ operation, reply, world }) => {
      const delays = operation === 'create-booking' || operation === 'ticket-issue' ? delay[operation] : undefined;
      if (!delays || !isSuccess(reply)) return false;
      delays(world);
      return true;
    },
    wire: resetting,
  }),
];

export type TroubleId = (typeof list)[number]['id'];

export type PlannedTrouble = {
  readonly id: TroubleId;
  /** Without them, all operations are in trouble. */
  readonly operations?: readonly OperationId[];
};

export const troubles = Object.fromEntries(list.map((one) => [one.id, one])) as Readonly<
  Record<TroubleId, Trouble<TroubleId>>
>;

export const troubleIds: readonly TroubleId[] = list.map(({ id }) => id);

export const isTroubleId = (id: string): id is TroubleId => Object.hasOwn(troubles, id);

/** What becomes of a reply, and how it travels: troubles of replies build on each other, of ways the last wins. */
export const troubled = (
  reply: Reply,
  operation: OperationId | undefined,
  world: World & { readonly options: { readonly troubles: readonly PlannedTrouble[] } },
): { readonly reply: Reply; readonly wire: Wire } => {
  const met: { reply: Reply; wire: Wire } = { reply, wire: plainly };
  if (operation === undefined) return met;
  for (const { id, operations } of world.options.troubles) {
    const one = troubles[id];
    if (operations && !operations.includes(operation)) continue;
    if (one.touches && !one.touches.includes(operation)) continue;
    if (one.strikes && !one.strikes({ operation, world, reply })) continue;
    if ('wire' in one) met.wire = one.wire;
    else met.reply = one.reply(met.reply);
  }
  return met;
};
