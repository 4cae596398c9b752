/** A session without a service: a test decides what each request is answered. */
import type { Facts } from '../../../contracts/facts.ts';
import type { Json } from '../../../contracts/json.ts';
import { knownFacts } from '../../../contracts/known-facts.ts';
import { hotelOperations, type OperationId } from '../../../contracts/operations.ts';
import type { Target } from '../../../contracts/target.ts';
import { type Session, Stopped } from '../../../engine/session.ts';
import { resolvedTarget } from '../../../targets/resolved-target.ts';

/** One request, or one pause. */
export type Said = { readonly operation?: OperationId; readonly what?: Json; readonly ms?: number };

/** Facts are a success; a number is the status of a refusal. */
export type Heard = Facts | number;

const bindings = Object.fromEntries(hotelOperations.map((operation) => [operation, { request: () => ({}) }]));

export const targetWith = (more: object = {}): Target =>
  resolvedTarget(
    {
      name: 'acme',
      baseUrl: 'https://acme.example',
      credentials: { clientId: 'a', clientSecret: 'b' },
      known: { region: 17 },
      bindings,
      ...more,
    },
    {},
    'acme',
  );

type Stage = {
  readonly target: Target;
  readonly hears?: (operation: OperationId, intent: Json) => Heard;
};

export const sessionOf = ({ target, hears = () => ({}) }: Stage) => {
  const said: Said[] = [];
  const known = knownFacts();
  const session: Pick<Session, 'target' | 'ask' | 'knownOffer' | 'pause' | 'targetNowMs'> = {
    target,
    ask: async (operation, intent) => {
      if (!target.bindings[operation])
        throw new Stopped({ because: 'needs', reason: `needs bindings['${operation}']` });
      const what = intent as unknown as Json;
      said.push({ operation, what });
      const heard = hears(operation, what);
      const facts = typeof heard === 'number' ? {} : heard;
      known.learn(facts);
      const status = typeof heard === 'number' ? heard : 200;
      const body = status >= 400 ? { error: { code: 'NO', message: 'no' } } : (facts as Json);
      return {
        exchange: {
          index: 0,
          operation,
          bearer: 'own',
          tokenSerial: 1,
          request: { method: 'POST', path: '/', query: [], headers: {} },
          sentAt: '2026-08-31T08:00:00.000Z',
          durationMs: 1,
          response: { status, headers: {}, body, bytes: 2 },
        },
        facts,
      };
    },
    knownOffer: known.offer,
    pause: async (ms) => {
      said.push({ ms });
    },
    targetNowMs: () => Date.parse('2026-08-31T08:00:00Z'),
  };
  return { session: session as Session, said };
};
