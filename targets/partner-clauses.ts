/** Reads the clauses of a target file, and guards what they do: a mistake in them is never blamed on the service. */
import { fileURLToPath } from 'node:url';
import { z } from 'zod';
import { inTime } from '../client/in-time.ts';
import { areas } from '../contracts/areas.ts';
import { type Mismatch, type Opinion, shown } from '../contracts/check.ts';
import { bases, severities, topicOf } from '../contracts/clause.ts';
import { type PartnerClauseId, partnerIdForm } from '../contracts/clauses.ts';
import { json } from '../contracts/json.ts';
import { type OperationId, operationIds } from '../contracts/operations.ts';
import { flowNameOf, type PartnerClause, type PartnerFlow, type PlannedClause } from '../contracts/partner-clause.ts';
import type { Exchange, Trace } from '../contracts/trace.ts';

const isAsync = (value: unknown): boolean => Object(value).constructor?.name === 'AsyncFunction';

/** The form of what a person writes as a function, checked as the file is loaded. */
export const aFunction = <F>() => z.custom<F>((value) => typeof value === 'function', 'must be a function');

const plainFunction = <F>() =>
  z.custom<F>((value) => typeof value === 'function' && !isAsync(value), 'must be a function, and not an async one');

const asked = z.array(z.enum(operationIds as [OperationId, ...OperationId[]])).min(1, 'name an operation');
const text = z.string().regex(/\S/, 'it is empty').max(1_000);

const answers = z
  .array(
    z.strictObject({
      operation: asked.element,
      query: z.array(z.tuple([z.string(), z.string()])).exactOptional(),
      status: z.int().min(100).max(599).exactOptional(),
      headers: z.record(z.string(), z.string()).exactOptional(),
      body: json.exactOptional(),
    }),
  )
  .min(1, 'give one answer at least');

const id = z
  .string()
  .regex(partnerIdForm, 'write it as acme.cities-have-names, and begin it with no topic of the interface')
  .refine((value) => !(areas as readonly string[]).includes(topicOf(value)), 'begin it with no area of the interface')
  .refine((value) => !value.endsWith('-again'), 'end it otherwise: -again names what is walked once more')
  .transform((value) => value as PartnerClauseId);

const statement = {
  id,
  basis: z.enum(bases),
  severity: z.enum(severities).exactOptional(),
  text,
  operations: asked.exactOptional(),
};
const flow = { story: text, operations: asked };

const form = z.strictObject({
  ...statement,
  section: text.optional(),
  given: plainFunction<PartnerClause['given']>(),
  then: plainFunction<PartnerClause['then']>(),
  flow: z
    .strictObject({
      ...flow,
      run: aFunction<PartnerFlow['run']>(),
    })
    .optional(),
  proof: z.strictObject({ keeps: answers, breaks: answers }).optional(),
});

const listOf = <Form extends z.ZodType<Pick<PlannedClause, 'id'>>>(each: Form) =>
  z
    .array(each)
    .max(500)
    .superRefine((all, context) => {
      const names = all.map((one) => flowNameOf(one.id));
      const at = names.findIndex((name, i) => names.indexOf(name) !== i);
      if (at >= 0) context.addIssue({ code: 'custom', path: [at, 'id'], message: `${all[at]?.id} is there twice` });
    });

/** The form of `clauses` in a target file. */
export const clausesForm = listOf(form);

/** What a plan needs to know of them, where the file is not. */
export const plannedClauses = listOf(
  z.strictObject({ ...statement, section: text, flow: z.strictObject(flow).exactOptional() }),
);

export const withoutFunctions = (clause: PlannedClause): z.infer<typeof plannedClauses>[number] => ({
  id: clause.id,
  basis: clause.basis,
  section: clause.section,
  text: clause.text,
  ...(clause.operations && { operations: [...clause.operations] }),
  ...(clause.flow && { flow: { story: clause.flow.story, operations: [...clause.flow.operations] } }),
});

const frozen = <T>(value: T): T => {
  if (typeof value === 'object' && value !== null && !Object.isFrozen(value)) {
    Object.freeze(value);
    for (const inner of Object.values(value)) frozen(inner);
  }
  return value;
};

const copies = new WeakMap<Trace, Trace>();

/** A copy that nothing changes: what one clause did to it, the others would be judged by. */
const copyOf = (trace: Trace): Trace => {
  const made = copies.get(trace) ?? frozen(structuredClone(trace));
  copies.set(trace, made);
  return made;
};

const root = fileURLToPath(new URL('..', import.meta.url));

/** `acme.ts:14`: the place in the files of the partner. */
const placeOf = (thrown: unknown): string | undefined => {
  const lines = thrown instanceof Error ? (thrown.stack ?? '').split('\n') : [];
  const frames = lines.filter((line) => /^\s+at /.test(line) && !line.includes(root) && !line.includes('node:'));
  const [, found] = /([^/\\]+:\d+):\d+\)?$/.exec(frames[0] ?? '') ?? [];
  return found;
};

const isOf = (trace: Trace, exchange: unknown): exchange is Exchange => trace.exchanges.includes(exchange as Exchange);

const isMismatch = (given: unknown, trace: Trace): given is Mismatch => {
  const { exchange, path, expected, actual } = Object(given) as Partial<Mismatch>;
  return isOf(trace, exchange) && Array.isArray(path) && typeof expected === 'string' && typeof actual === 'string';
};

const isOpinion = (given: unknown, trace: Trace): given is Opinion => {
  if (given === undefined) return true;
  if (Array.isArray(given)) return given.every((each) => isMismatch(each, trace));
  return isMismatch(given, trace) || typeof (Object(given) as { unshown?: unknown }).unshown === 'string';
};

const guarded = (clause: z.infer<typeof form>, ms: number): PartnerClause => {
  const { section = topicOf(clause.id), given, then, ...rest } = clause;
  const called = <T>(name: 'given' | 'then', work: () => T): T => {
    try {
      return inTime({ what: name, ms }, work);
    } catch (thrown) {
      const place = placeOf(thrown);
      const message = thrown instanceof Error ? thrown.message : String(thrown);
      throw new Error(`${place ? `${place}: ` : ''}${name} of ${clause.id}: ${message}`);
    }
  };
  return {
    ...rest,
    section,
    given: (recorded) => {
      const trace = copyOf(recorded);
      const subjects: unknown = called('given', () => given(trace));
      if (Array.isArray(subjects) && subjects.every((each) => isOf(trace, each))) return subjects;
      throw new Error(`given of ${clause.id} returned ${shown(subjects)}: return a list of exchanges of the trace`);
    },
    then: (exchange, recorded) => {
      const trace = copyOf(recorded);
      const opinion: unknown = called('then', () => then(exchange, trace));
      if (isOpinion(opinion, trace)) return opinion;
      throw new Error(`then of ${clause.id} returned ${shown(opinion)}: return nothing, or what mismatch(…) makes`);
    },
  };
};

/** @param ms How long one call may take. */
export const partnerClauses = (clauses: readonly z.infer<typeof form>[], ms: number): PartnerClause[] =>
  clauses.map((each) => guarded(each, ms));
