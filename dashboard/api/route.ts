/** A route of the API: what it is asked with, what it answers, and how; the document of the API is made from the same. */
import { z } from 'zod';
import type { Bundle } from '../../contracts/bundle.ts';
import type { History } from '../../history/open.ts';
import type { EvidenceStep } from '../../reports/partner-markdown.ts';
import type { StateReader } from '../state-now.ts';

/** What a route works with. */
export type RouteParts = {
  readonly history: History;
  readonly now: () => number;
  readonly stateNow: StateReader;
  /** The exchanges that a failure needs, with its place marked; in the shareable form of a bundle. */
  readonly evidenceIn: (bundle: Bundle) => readonly EvidenceStep[];
};

type Form = z.ZodType<Record<string, unknown>>;

const nothing = z.strictObject({});
type Nothing = z.infer<typeof nothing>;

type Given<P, Q, B> = { readonly params: P; readonly query: Q; readonly body: B };

export type Route = {
  readonly method: 'GET' | 'POST';
  /** As fastify has it: `/api/incidents/:id`. */
  readonly path: string;
  /** In a line. */
  readonly summary: string;
  readonly params: Form;
  readonly query: Form;
  readonly body: Form;
  readonly answer: z.ZodType;
  readonly handle: (given: Given<never, never, never>, parts: RouteParts) => Promise<unknown>;
};

type Written<P, Q, B, A> = Pick<Route, 'method' | 'path' | 'summary'> & {
  readonly params?: z.ZodType<P>;
  readonly query?: z.ZodType<Q>;
  readonly body?: z.ZodType<B>;
  readonly answer: z.ZodType<A>;
  readonly handle: (given: Given<P, Q, B>, parts: RouteParts) => Promise<A>;
};

export const route = <A, P = Nothing, Q = Nothing, B = Nothing>(written: Written<P, Q, B, A>): Route => ({
  params: nothing,
  query: nothing,
  body: nothing,
  ...(written as unknown as Pick<Route, 'method' | 'path' | 'summary' | 'answer' | 'handle'>),
});

/** What was asked for is not there. */
export class NotThere extends Error {
  override readonly name = 'NotThere';
}

/** How every refusal reads. */
export const refusalForm = z
  .strictObject({ error: z.string() })
  .meta({ id: 'Refusal', description: 'Why something was not answered, in a line.' });
