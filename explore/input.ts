/** The input of an exploration: as plain JSON, and as a flow that has no other. */
import fc from 'fast-check';
import type { Json } from '../contracts/json.ts';
import type { Flow } from '../engine/flow.ts';
import type { Exploration } from './exploration.ts';

export const jsonOf = ({ asJson }: Exploration, input: unknown): Json => (asJson ? asJson.to(input) : (input as Json));

export const inputOf = ({ asJson }: Exploration, json: Json): unknown => (asJson ? asJson.from(json) : json);

/** By which one input is smaller than another. */
export const sizeOf = (input: Json): number => JSON.stringify(input).length;

/** The flow of one input. A trace holds it as plain JSON, whatever is drawn. */
export const flowOf = (one: Exploration, input: unknown): Flow => {
  const { asJson, leastShown, ...flow } = one;
  return { ...flow, input: fc.constant(jsonOf(one, input)), run: (session) => one.run(session, input) };
};

/** The flow of an input that was kept: where it fits no more, the story breaks, as its trace tells. */
export const flowOfKept = (one: Exploration, json: Json): Flow => {
  const { asJson, leastShown, ...flow } = one;
  return { ...flow, input: fc.constant(json), run: async (session) => one.run(session, inputOf(one, json)) };
};
