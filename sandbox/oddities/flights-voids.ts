/** Lawful oddities of voids: how they are answered, how they are refused, and when they show. */
import { answers, listOf, refusals, successes } from '../altering/sold.ts';
import { invalidTicketState, ticketNotFound, ticketUsed, voidTimeExpired } from '../avia/refusals.ts';
import type { StoredTicket } from '../avia/state.ts';
import { oddity } from '../deviation.ts';
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

const answerOddities = [
  oddity('answers-voids-in-the-other-form', {
    summary: 'A void tells its moment where it would tell nothing, and nothing where it would tell that.',
    touches,
    rules: {
      voidAnswerOf: (voidedAtMs, _, { dialect }) => (dialect.voids === 'silently' ? success(voidedAtMs) : {}),
    },
  }),
  oddity('answers-voids-in-either-form', {
    summary: 'Every second void tells its moment, and the others nothing.',
    touches,
    rules: {
      voidAnswerOf: (voidedAtMs, _, world) => (world.count('voids answered') % 2 === 0 ? success(voidedAtMs) : {}),
    },
  }),
  oddity('tells-the-second-of-a-void', {
    summary: 'voidedAt has no milliseconds.',
    ...telling((voidedAtMs) => ({ success: true, voidedAt: bySecond(voidedAtMs) })),
  }),
  oddity('says-null-for-the-error-of-a-void', {
    summary: 'A void that succeeds has an error that is null.',
    ...telling((voidedAtMs) => ({ ...success(voidedAtMs), error: null })),
  }),
  oddity('tells-much-of-a-void', {
    summary: 'A void tells the ticket, its status and what is given back beside its moment.',
    ...telling((voidedAtMs) => ({ ...success(voidedAtMs), ticketStatus: 'VOID', refund: { total: null }, notes: [] })),
  }),
  oddity('answers-voids-with-other-headers', {
    summary: 'A void that succeeds has the plainest content type and headers of its own.',
    reply: successes('ticket-cancel', (reply) =>
      withHeaders(reply, { 'content-type': 'application/json', 'cache-control': 'no-store', 'x-void': 'done' }),
    ),
  }),
];

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

const codeOddities = [
  oddity('finds-no-voided-ticket-to-void', {
    summary: 'A second void is refused with TICKET_NOT_FOUND.',
    ...refusedAs((refused, ticket) => (isVoid(ticket) ? ticketNotFound : refused)),
  }),
  oddity('says-that-the-time-of-a-second-void-is-over', {
    summary: 'A second void is refused with VOID_TIME_EXPIRED.',
    ...refusedAs((refused, ticket) => (isVoid(ticket) ? voidTimeExpired : refused)),
  }),
  oddity('finds-no-booking-of-a-voided-ticket', {
    summary: 'A second void is refused with BOOKING_NOT_FOUND.',
    ...refusedAs((refused, ticket) => (isVoid(ticket) ? bookingNotFound : refused)),
  }),
  oddity('calls-the-state-of-used-tickets-invalid', {
    summary: 'The void of a used ticket is refused with INVALID_TICKET_STATE.',
    ...refusedAs((refused) => (refused.code === ticketUsed.code ? invalidTicketState('It was used.') : refused)),
  }),
  oddity('looks-at-the-window-before-the-ticket', {
    summary: 'A void after the window is refused with VOID_TIME_EXPIRED, whatever has become of the ticket.',
    touches,
    rules: ({ voidRefusalOf }) => ({
      voidRefusalOf: (subject, world) => {
        const { voidWindowFromMs, voidWindowMs } = world.rules;
        const isLate = world.now() >= voidWindowFromMs(subject) + voidWindowMs;
        return isLate ? voidTimeExpired : voidRefusalOf(subject, world);
      },
    }),
  }),
  oddity('hides-tickets-of-other-partners', {
    summary: 'The void of a ticket of another partner is refused with TICKET_NOT_FOUND.',
    reply: refusals('ticket-cancel', (reply, { asked, world }) => {
      const isThere = asked && world.flights.pnrs.find(asked.bookingId.toLowerCase()) !== undefined;
      const error = isFields(reply.body) ? reply.body.error : undefined;
      const isHidden = isThere && isFields(error) && error.code === bookingNotFound.code;
      return isHidden
        ? withBody(reply, { ...Object(reply.body), error: { ...error, code: ticketNotFound.code } })
        : reply;
    }),
  }),
];

/** All but those of a token that does not count. */
const refusedUnder = (status: number) => refusals('ticket-cancel', (reply): Reply => ({ ...reply, status }));

const refusalOddities = [
  oddity('refuses-voids-in-the-other-form', {
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
  }),
  oddity('refuses-voids-with-200-and-an-error-alone', {
    summary: 'A refused void has status 200 and an error, and says nothing of success.',
    touches,
    rules: { voidRefusalReply: ({ code, message }) => answer(200, { error: { code, message } }) },
  }),
  oddity('refuses-voids-with-422', { summary: 'A refused void has status 422.', reply: refusedUnder(422) }),
  oddity('refuses-voids-with-403', { summary: 'A refused void has status 403.', reply: refusedUnder(403) }),
  oddity('says-when-a-refused-void-was-not', {
    summary: 'A refused void says success false and null for voidedAt beside its error.',
    reply: refusals('ticket-cancel', (reply) =>
      isFields(reply.body) && isRefused(reply)
        ? withBody(reply, { success: false, voidedAt: null, ...reply.body })
        : reply,
    ),
  }),
];

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

const showingOddities = [
  oddity('shows-voids-late', { summary: 'A voided ticket looks open for two looks more.', reply: shownLate('void') }),
  oddity('shows-refunds-late', {
    summary: 'A refunded ticket looks open for two looks more.',
    reply: shownLate('refunded'),
  }),
  oddity('shows-exchanges-late', {
    summary: 'An exchanged ticket looks open for two looks more.',
    reply: shownLate('exchanged'),
  }),
  oddity('shows-no-voided-tickets', {
    summary: 'ticket_info finds no ticket that was voided.',
    touches: ['ticket-info'],
    rules: ({ findsTicket }) => ({
      findsTicket: (booking, ticketNumber, within) => {
        const found = findsTicket(booking, ticketNumber, within);
        return within.operation === 'ticket-info' && found && isVoid(found) ? undefined : found;
      },
    }),
  }),
];

export const flightVoidOddities = [...answerOddities, ...codeOddities, ...refusalOddities, ...showingOddities];
