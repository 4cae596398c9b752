/** Lawful oddities of voids: how they are answered, how they are refused, and when they show. */
import { answers, listOf, refusals, successes } from '../altering/sold.ts';
import { invalidTicketState, ticketNotFound, ticketUsed, voidTimeExpired } from '../avia/refusals.ts';
import type { StoredTicket } from '../avia/state.ts';
import { odditiesOf } from '../deviation.ts';
import { isFields } from '../fields.ts';
import { answer, isRefused, type Reply, withBody, withHeaders } from '../reply.ts';
import type { Rules } from '../rules.ts';
import { bookingNotFound, type Refused, refusedReply } from '../sales/refusals.ts';

const touches = ['ticket-cancel'] as const;

const isVoid = ({ coupons }: StoredTicket): boolean => coupons.every(({ status }) => status === 'void');

/** Of a success, whatever the dialect says otherwise. */
const telling = (fields: (voidedAtMs: number) => object) => ({
  touches,
  rules: { voidAnswerOf: (voidedAtMs: number) => fields(voidedAtMs) } satisfies Partial<Rules>,
});

const success = (voidedAtMs: number) => ({ success: true, voidedAt: new Date(voidedAtMs).toISOString() });
const bySecond = (voidedAtMs: number): string => `${new Date(voidedAtMs).toISOString().slice(0, 19)}Z`;

const answerOddities = odditiesOf({
  'answers-voids-in-the-other-form': {
    summary: 'A void tells its moment where it would tell nothing, and nothing where it would tell that.',
    touches,
    rules: {
      voidAnswerOf: (voidedAtMs, _, { dialect }) => (dialect.voids === 'silently' ? success(voidedAtMs) : {}),
    },
  },
  'answers-voids-in-either-form': {
    summary: 'Every second void tells its moment, and the others nothing.',
    touches,
    rules: {
      voidAnswerOf: (voidedAtMs, _, world) => (world.count('voids answered') % 2 === 0 ? success(voidedAtMs) : {}),
    },
  },
  'tells-the-second-of-a-void': telling((voidedAtMs) => ({ success: true, voidedAt: bySecond(voidedAtMs) })),
  'says-null-for-the-error-of-a-void': telling((voidedAtMs) => ({ ...success(voidedAtMs), error: null })),
  'tells-much-of-a-void': {
    summary: 'A void tells the ticket, its status and what is given back beside its moment.',
    ...telling((voidedAtMs) => ({ ...success(voidedAtMs), ticketStatus: 'VOID', refund: { total: null }, notes: [] })),
  },
  'answers-voids-with-other-headers': successes('ticket-cancel', (reply) =>
    withHeaders(reply, { 'content-type': 'application/json', 'cache-control': 'no-store', 'x-void': 'done' }),
  ),
});

/** Another reason where one was found. */
const refusedAs = (change: (refused: Refused, ticket: StoredTicket) => Refused) => ({
  touches,
  rules: ({ voidRefusalOf }: Rules): Pick<Rules, 'voidRefusalOf'> => ({
    voidRefusalOf: (subject, world) => {
      const refused = voidRefusalOf(subject, world);
      return refused && change(refused, subject.ticket);
    },
  }),
});

const codeOddities = odditiesOf({
  'finds-no-voided-ticket-to-void': refusedAs((refused, ticket) => (isVoid(ticket) ? ticketNotFound : refused)),
  'says-that-the-time-of-a-second-void-is-over': refusedAs((refused, ticket) =>
    isVoid(ticket) ? voidTimeExpired : refused,
  ),
  'finds-no-booking-of-a-voided-ticket': refusedAs((refused, ticket) => (isVoid(ticket) ? bookingNotFound : refused)),
  'calls-the-state-of-used-tickets-invalid': refusedAs((refused) =>
    refused.code === ticketUsed.code ? invalidTicketState('It was used.') : refused,
  ),
  'looks-at-the-window-before-the-ticket': {
    touches,
    rules: ({ voidRefusalOf }) => ({
      voidRefusalOf: (subject, world) => {
        const { voidWindowFromMs, voidWindowMs } = world.rules;
        const isLate = world.now() >= voidWindowFromMs(subject) + voidWindowMs;
        return isLate ? voidTimeExpired : voidRefusalOf(subject, world);
      },
    }),
  },
  'hides-tickets-of-other-partners': refusals('ticket-cancel', (reply, { asked, world }) => {
    const isThere = asked && world.flights.pnrs.find(asked.bookingId.toLowerCase()) !== undefined;
    const error = isFields(reply.body) ? reply.body.error : undefined;
    const isHidden = isThere && isFields(error) && error.code === bookingNotFound.code;
    return isHidden
      ? withBody(reply, { ...Object(reply.body), error: { ...error, code: ticketNotFound.code } })
      : reply;
  }),
});

/** All but those of a token that does not count. */
const refusedUnder = (status: number) => refusals('ticket-cancel', (reply): Reply => ({ ...reply, status }));

const refusalOddities = odditiesOf({
  'refuses-voids-in-the-other-form': {
    summary: 'A refused void says success false where it would say an error alone, and the other way round.',
    touches,
    rules: {
      voidRefusalReply: (refused, { dialect }) => {
        const { code, message } = refused;
        return dialect.voids === 'silently'
          ? answer(200, { success: false, error: { code, message } })
          : refusedReply(refused);
      },
    },
  },
  'refuses-voids-with-200-and-an-error-alone': {
    touches,
    rules: { voidRefusalReply: ({ code, message }) => answer(200, { error: { code, message } }) },
  },
  'refuses-voids-with-422': refusedUnder(422),
  'refuses-voids-with-403': refusedUnder(403),
  'says-when-a-refused-void-was-not': {
    summary: 'A refused void says success false and null for voidedAt beside its error.',
    reply: refusals('ticket-cancel', (reply) =>
      isFields(reply.body) && isRefused(reply)
        ? withBody(reply, { success: false, voidedAt: null, ...reply.body })
        : reply,
    ),
  },
});

/** So often a change does not show yet: looks are repeated for longer. */
const looksBefore = 2;

/** Tickets of a status look open for some looks more. */
const shownLate = (status: string) =>
  answers('ticket-info', (body, { world }) => {
    const coupons = listOf(body.ticket?.coupons);
    const isMeant = coupons.length > 0 && coupons.every((coupon) => coupon.status === status);
    if (!isMeant || world.count(`looks at ${status} ${body.ticket.ticketNumber}`) > looksBefore) return body;
    return { ...body, ticket: { ...body.ticket, coupons: coupons.map((coupon) => ({ ...coupon, status: 'open' })) } };
  });

const showingOddities = odditiesOf({
  'shows-voids-late': shownLate('void'),
  'shows-refunds-late': shownLate('refunded'),
  'shows-exchanges-late': shownLate('exchanged'),
  'shows-no-voided-tickets': {
    touches: ['ticket-info'],
    rules: ({ findsTicket }) => ({
      findsTicket: (booking, ticketNumber, within) => {
        const found = findsTicket(booking, ticketNumber, within);
        return within.operation === 'ticket-info' && found && isVoid(found) ? undefined : found;
      },
    }),
  },
});

export const flightVoidOddities = [...answerOddities, ...codeOddities, ...refusalOddities, ...showingOddities];
