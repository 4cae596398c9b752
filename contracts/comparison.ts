/** What distinguishes two environments that were sent the same requests. */
import { z } from 'zod';
import { depths } from './depth.ts';

/**
 * `requests`: how many a story takes, and how it ends. `verdict`: of one clause. `answer`: status, code of the error
 * and media type of one answer. `shape`: which fields there are, and of which types. `value`: which codes stand in a
 * field. `form`: how other texts are made. `content`: what was read of an answer, or stands in a dictionary. `latency`:
 * how long an operation takes.
 */
export const differenceKinds = [
  'requests',
  'verdict',
  'answer',
  'shape',
  'value',
  'form',
  'content',
  'latency',
] as const;

export const difference = z
  .strictObject({
    kind: z.enum(differenceKinds),
    /** An operation, the area of a clause, or the name of a flow. */
    about: z.string(),
    /** A path, a clause, the place of a request in its flow. */
    place: z.string(),
    /** What the first environment shows in each round, and what the second. */
    a: z.array(z.string()),
    b: z.array(z.string()),
    flows: z.array(z.string()),
    /** The place in the list of the difference that this one follows from. */
    followsFrom: z.int().nonnegative().optional(),
  })
  .meta({ id: 'Difference', description: 'One way in which two environments differ, in every round.' });
export type Difference = z.infer<typeof difference>;

const side = z.strictObject({ target: z.string(), baseUrl: z.string(), revision: z.iso.date() });

export const comparison = z
  .strictObject({
    schema: z.literal('preflight.comparison/1'),
    id: z.string(),
    seed: z.int(),
    depth: z.enum(depths),
    startedAt: z.iso.datetime(),
    finishedAt: z.iso.datetime(),
    a: side,
    b: side,
    /** How often the whole plan was sent to each, and what differed once more. */
    rounds: z.int().nonnegative(),
    requests: z.int().nonnegative(),
    /** How many places were compared. */
    compared: z.int().nonnegative(),
    differences: z.array(difference),
    /** Flows that trouble, or our own error, kept from a comparison. */
    troubled: z.array(z.string()),
    /** With which the command ended: only in what `--json` prints. */
    exitCode: z.int().nonnegative().optional(),
  })
  .meta({ id: 'Comparison', description: 'Two environments that were sent the same requests.' });
export type Comparison = z.infer<typeof comparison>;
