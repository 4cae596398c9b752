/** All troubles by id: failures of the environment at the transport, which break no clause. */
import type { OperationId } from '../contracts/operations.ts';
import type { StoredPnr } from './avia/state.ts';
import {
  cutShort,
  type Deviation,
  dripping,
  hanging,
  huge,
  type Meeting,
  plainly,
  resetting,
  shorterThanAnnounced,
  troublesOf,
  type Wire,
} from './deviation.ts';
import { dictionaryIds } from './operations.ts';
import { answer, isSuccess, type Reply, type SandboxRequest, withHeaders } from './reply.ts';
import type { Change, World } from './world.ts';

const text = (status: number, contentType: string, body: string, headers: Readonly<Record<string, string>> = {}) => {
  const reply: Reply = {
    ...withHeaders(answer(status, body, headers), { 'content-type': contentType }),
    encode: String,
  };
  return { replies: () => reply };
};

const page = (title: string): string =>
  `<!DOCTYPE html>\n<html><head><title>${title}</title></head><body><h1>${title}</h1></body></html>\n`;

const levels = 100_000;

/** Within the time in which a booking may settle. */
const lateMs = 1_000;

const perSecondMax = 20;

const isAnswered = ({ reply }: Meeting): boolean => reply !== undefined && isSuccess(reply);

const lastIssueOf = ({ tickets }: StoredPnr): number => Math.max(0, ...tickets.map(({ issuedAtMs }) => issuedAtMs));

/** Shows what was booked last a second later. */
const showsBookingLate: Change = (reply, _, { bookings, now }) => {
  const [newest] = bookings.all();
  if (newest) bookings.put({ ...newest, shownFromMs: now() + lateMs });
  return reply;
};

/** Shows what was issued last a second later. */
const showsTicketsLate: Change = (reply, _, { flights: { pnrs }, now }) => {
  const [newest] = pnrs.all().toSorted((one, other) => lastIssueOf(other) - lastIssueOf(one));
  if (!newest) return reply;
  const issuedAtMs = lastIssueOf(newest);
  const shownFromMs = now() + lateMs;
  const tickets = newest.tickets.map((each) => (each.issuedAtMs === issuedAtMs ? { ...each, shownFromMs } : each));
  pnrs.put({ ...newest, tickets });
  return reply;
};

const list = troublesOf({
  hangs: { summary: 'Takes the request and never answers.', wire: hanging },
  'resets-connection': { summary: 'Resets the connection in place of an answer.', wire: resetting },
  'cuts-json-short': { summary: 'Sends half of the body as if it were all.', wire: cutShort },
  'answers-html-page': {
    summary: 'Answers 200 with a page, as a captive portal does.',
    ...text(200, 'text/html; charset=utf-8', page('Maintenance')),
  },
  'answers-html-page-with-502': {
    summary: 'Answers 502 with a page, as a proxy does.',
    ...text(502, 'text/html', page('502 Bad Gateway')),
  },
  'answers-503': {
    summary: 'Answers 503 and says in plain text that it is unavailable.',
    ...text(503, 'text/plain', 'Service Unavailable'),
  },
  'answers-429-with-retry-after': {
    summary: 'Answers 429 and asks to come back in a second.',
    ...text(429, 'text/plain', 'Too Many Requests', { 'retry-after': '1' }),
  },
  'limits-requests-per-second': {
    summary: 'Answers 429 to dictionary requests above 20 a second, and asks to come back in a second.',
    touches: dictionaryIds,
    when: ({ world }) => world.count(`requests of second ${Math.floor(world.now() / 1_000)}`) > perSecondMax,
    ...text(429, 'text/plain', 'Too Many Requests', { 'retry-after': '1' }),
  },
  drips: { summary: 'Sends a byte now and then and never ends.', wire: dripping },
  'sends-30-megabytes': { summary: 'Sends a list of 30 megabytes.', wire: huge },
  'nests-json-deeply': {
    summary: 'Sends lists within lists, 100,000 deep.',
    replies: () => ({ ...answer(200, undefined), encode: () => '['.repeat(levels) + ']'.repeat(levels) }),
  },
  'lies-about-content-length': {
    summary: 'Says the body is longer than it is, and closes.',
    wire: shorterThanAnnounced,
  },
  'redirects-elsewhere': {
    summary: 'Answers 302 and points to another path.',
    ...text(302, 'text/plain', 'Moved', { location: '/moved' }),
  },
  'fails-one-in-five': {
    summary: 'Every fifth request of an operation answers 500.',
    when: ({ operation, world }) => world.count(`requests of ${operation} that may fail`) % 5 === 0,
    replies: () => answer(500, { error: { code: 'INTERNAL_ERROR', message: 'Something went wrong.' } }),
  },
  'drops-answer-after-booking': {
    summary: 'Books or issues tickets, and resets the connection in place of the answer; what is refused is answered.',
    touches: ['create-booking', 'pnr-create', 'ticket-issue'],
    when: isAnswered,
    wire: resetting,
  },
  'books-after-the-answer-was-lost': {
    summary: 'Resets the connection in place of the answer, and shows the booking or its tickets a second later.',
    // Nothing lists flight bookings, so that none of them can be seen late.
    touches: ['create-booking', 'ticket-issue'],
    reply: { 'create-booking': showsBookingLate, 'ticket-issue': showsTicketsLate },
    when: isAnswered,
    wire: resetting,
  },
});

export type TroubleId = (typeof list)[number]['id'];

export type PlannedTrouble = {
  readonly id: TroubleId;
  /** Without them, all operations are in trouble. */
  readonly operations?: readonly OperationId[];
};

export const troubles = Object.fromEntries(list.map((one) => [one.id, one])) as Readonly<
  Record<TroubleId, Deviation<TroubleId>>
>;

export const troubleIds: readonly TroubleId[] = list.map(({ id }) => id);

export const isTroubleId = (id: string): id is TroubleId => Object.hasOwn(troubles, id);

/** The reply after all troubles of a world, and how it travels: the last trouble decides that. */
export const troubled = (
  reply: Reply,
  operation: OperationId | undefined,
  request: SandboxRequest,
  world: World & { readonly options: { readonly troubles: readonly PlannedTrouble[] } },
): { readonly reply: Reply; readonly wire: Wire } => {
  const met: { reply: Reply; wire: Wire } = { reply, wire: plainly };
  if (operation === undefined) return met;
  for (const { id, operations } of world.options.troubles) {
    const { touches, when, apply } = troubles[id];
    if (operations?.includes(operation) === false || !touches.includes(operation)) continue;
    if (when && !when({ operation, request, world, reply })) continue;
    met.reply = apply.reply?.[operation]?.(met.reply, request, world) ?? met.reply;
    met.wire = apply.wire ?? met.wire;
  }
  return met;
};
