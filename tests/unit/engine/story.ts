/** Plays a flow without a service: what it says is written down, and it hears what a test decides. */
import fc from 'fast-check';
import type { Depth } from '../../../contracts/depth.ts';
import type { Facts } from '../../../contracts/facts.ts';
import type { Json } from '../../../contracts/json.ts';
import { knownFacts } from '../../../contracts/known-facts.ts';
import { hotelOperations, type OperationId } from '../../../contracts/operations.ts';
import type { Target } from '../../../contracts/target.ts';
import type { Attempt, Exchange, Stop } from '../../../contracts/trace.ts';
import type { Asked, CallOptions } from '../../../engine/asked.ts';
import { BindingBroke } from '../../../engine/bound-call.ts';
import { ticketRefOf } from '../../../engine/effects/ticket-ref.ts';
import { voidCall } from '../../../engine/effects/void-call.ts';
import type { Flow } from '../../../engine/flow.ts';
import type { Session } from '../../../engine/session.ts';
import { Stopped, stopOf } from '../../../engine/stop.ts';
import { sampleOf } from '../../../generators/sample.ts';
import { resolvedTarget } from '../../../targets/resolved-target.ts';

export const nowMs = Date.parse('2026-08-31T08:00:00Z');

/** One thing that a flow did. */
export type Said = {
  readonly how:
    | 'send'
    | 'ask'
    | 'book'
    | 'cancel'
    | 'issue'
    | 'void'
    | 'exchange'
    | 'refund'
    | 'use'
    | 'drop'
    | 'pause';
  readonly operation?: OperationId;
  /** The intent, or the body of what was sent as it is. */
  readonly what?: Json;
  readonly bearer?: string;
  readonly ms?: number;
};

/** What is heard: facts are a success, a number is the status of a refusal, and a text its code. */
export type Heard = Facts | number | 'SUPPLIER_ERROR';

export type Stage = {
  readonly hears?: (operation: OperationId, intent: Json, bearer: string | undefined) => Heard;
  readonly bookingsLeft?: number;
  readonly ticketsLeft?: number;
  readonly asked?: readonly OperationId[];
  /** Full when not said. */
  readonly depth?: Depth;
};

const binding = { request: () => ({}) };
export const allBound = Object.fromEntries(hotelOperations.map((operation) => [operation, binding]));

export const targetWith = (more: object = {}): Target =>
  resolvedTarget(
    {
      name: 'acme',
      baseUrl: 'https://acme.example',
      credentials: { clientId: 'a', clientSecret: 'b' },
      known: { region: 17 },
      bindings: allBound,
      ...more,
    },
    {},
    'acme',
  );

const exchangeOf = (operation: OperationId, status: number, body: Json = {}, code = 'NO'): Exchange => ({
  index: 0,
  operation,
  bearer: 'own',
  tokenSerial: 1,
  request: { method: 'POST', path: '/', query: [], headers: {} },
  sentAt: '2026-08-31T08:00:00.000Z',
  durationMs: 1,
  response: { status, headers: {}, body: status >= 400 ? { error: { code, message: 'no' } } : body, bytes: 2 },
});

export const sessionOf = (stage: Stage & { readonly target: Target }) => {
  const said: Said[] = [];
  const known = knownFacts();
  const { target, hears = () => ({}), asked, bookingsLeft = 0, ticketsLeft = 0 } = stage;
  const answer = (operation: OperationId, intent: Json, bearer?: string): Asked => {
    const heard = hears(operation, intent, bearer);
    if (heard === 'SUPPLIER_ERROR') return { exchange: exchangeOf(operation, 422, {}, heard), facts: {} };
    return typeof heard === 'number'
      ? { exchange: exchangeOf(operation, heard), facts: {} }
      : { exchange: exchangeOf(operation, 200, heard as Json), facts: heard };
  };
  const note = (how: Said['how'], operation: OperationId, what: Json, callOptions: CallOptions = {}): void => {
    said.push({ how, operation, what, ...(callOptions.bearer && { bearer: callOptions.bearer }) });
  };
  const attempt: Attempt = { exchange: 0, mark: 'Pfqabcdefghijk', found: 'once', lookedUpBy: [] };
  const session: Session = {
    target,
    sample: sampleOf(stage.depth ?? 'full', 5),
    send: async ({ operation, body = null, bearer }) => {
      note('send', operation, body, bearer ? { bearer } : {});
      return exchangeOf(operation, 200);
    },
    ask: async (operation, intent, callOptions) => {
      if (!target.bindings[operation])
        throw new Stopped({ because: 'needs', reason: `needs bindings['${operation}']` });
      note('ask', operation, intent as unknown as Json, callOptions);
      const asked = answer(operation, intent as unknown as Json, callOptions?.bearer);
      known.learn(asked.facts);
      return asked;
    },
    leaveBehind: async () => undefined,
    lastLogin: () => undefined,
    wrong: (_, asking) =>
      asking({}).catch((thrown: unknown) => {
        if (thrown instanceof BindingBroke) return undefined;
        throw thrown;
      }),
    endsIn: () => ({ earliest: Number.NaN, latest: Number.NaN }),
    clocksApartMs: () => 0,
    recallLogin: () => undefined,
    bookingsLeft: async () => bookingsLeft,
    book: async (intent, callOptions) => {
      note('book', 'create-booking', intent as unknown as Json, callOptions);
      const made = answer('create-booking', intent as unknown as Json, callOptions?.bearer);
      return { ...made, attempt, booking: made.facts.booking && { bookingId: made.facts.booking.bookingId ?? null } };
    },
    cancel: async (booking, callOptions) => {
      note('cancel', 'cancel-booking', booking as Json, callOptions);
      return answer('cancel-booking', { booking } as Json, callOptions?.bearer);
    },
    bookFlight: async (intent, callOptions) => {
      note('book', 'pnr-create', intent as unknown as Json, callOptions);
      const made = answer('pnr-create', intent as unknown as Json, callOptions?.bearer);
      const { bookingId } = made.facts.flightBooking ?? {};
      return { ...made, attempt, booking: bookingId === undefined ? undefined : { bookingId } };
    },
    cancelFlight: async (booking, callOptions) => {
      note('cancel', 'pnr-cancel', booking as Json, callOptions);
      return answer('pnr-cancel', { booking } as Json, callOptions?.bearer);
    },
    ticketsLeft: async () => ticketsLeft,
    issueTickets: async (booking, callOptions) => {
      note('issue', 'ticket-issue', booking as Json, callOptions);
      const made = answer('ticket-issue', { booking } as Json, callOptions?.bearer);
      return { ...made, tickets: (made.facts.tickets ?? []).map(ticketRefOf) };
    },
    voidTicket: async (ticket, callOptions, lacks) => {
      const what = voidCall(ticket, lacks).call.body as Json;
      note('void', 'ticket-cancel', what, callOptions);
      return answer('ticket-cancel', what, callOptions?.bearer);
    },
    exchangeTicket: async (intent, callOptions) => {
      note('exchange', 'ticket-exchange', intent as unknown as Json, callOptions);
      const made = answer('ticket-exchange', intent as unknown as Json, callOptions?.bearer);
      return { ...made, tickets: (made.facts.tickets ?? []).map(ticketRefOf) };
    },
    refundTicket: async (intent, callOptions) => {
      note('refund', 'ticket-refund', intent as unknown as Json, callOptions);
      return answer('ticket-refund', intent as unknown as Json, callOptions?.bearer);
    },
    useCoupon: async (ticket) => {
      said.push({ how: 'use', what: ticket });
    },
    knownOffer: known.offer,
    drop: () => {
      said.push({ how: 'drop' });
    },
    pause: async (ms) => {
      said.push({ how: 'pause', ms });
    },
    isAsked: (operation) => asked?.includes(operation) ?? true,
    takesExtraToken: async () => false,
    targetNowMs: () => nowMs,
    advanceClock: async () => {},
    inOwnWorld: (story) => story(session),
  };
  return { session, said };
};

/** Plays a flow to its end, with an input that it might draw. */
export const played = async (
  flow: Flow,
  stage: Stage & { readonly target: Target },
): Promise<{ said: Said[]; stopped: Stop | undefined }> => {
  const { session, said } = sessionOf(stage);
  const [input] = fc.sample(flow.input, { seed: 5, numRuns: 1 });
  try {
    await flow.run(session, input);
    return { said, stopped: undefined };
  } catch (thrown) {
    const stopped = stopOf(thrown);
    if (!stopped) throw thrown;
    return { said, stopped };
  }
};
