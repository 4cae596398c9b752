/** Makes a target of what a target file says: completed with defaults, and validated before anything is sent. */

import { z } from 'zod';
import { defaultLimits } from '../client/client.ts';
import type { Binding, Bindings } from '../contracts/bindings.ts';
import { dayMs } from '../contracts/durations.ts';
import { type BoundOperation, boundOperations } from '../contracts/intents.ts';
import { json } from '../contracts/json.ts';
import { pendingIds } from '../contracts/pending.ts';
import { type Levers, newestRevision, type OpenWorld, type Target } from '../contracts/target.ts';
import { UsageError, unknownKey, unknownName } from '../contracts/usage-error.ts';
import { aFunction, clausesForm, partnerClauses } from './partner-clauses.ts';
import type { FromEnvironment } from './target.ts';

const bindingForm = <Operation extends BoundOperation>() =>
  z.strictObject({
    request: aFunction<Binding<Operation>['request']>(),
    response: aFunction<NonNullable<Binding<Operation>['response']>>().optional(),
  });

const forms = Object.fromEntries(boundOperations.map((operation) => [operation, bindingForm().optional()]));

const pages = 'docs/use/bindings.md and docs/use/flight-bindings.md';

const wordsOf = (name: string): string[] => name.toLowerCase().match(/[a-z]+/g) ?? [];

/** Where to look for the right name: those that share a word, and the pages that have all of them. */
const whereToLook = (name: string): string => {
  const words = wordsOf(name);
  if (words.join('-') === 'ticket-cancel') return 'its body is documented, so it needs no binding';
  const near = boundOperations.filter((each) =>
    wordsOf(each).some((word) => words.some((written) => written.startsWith(word) || word.startsWith(written))),
  );
  return near.length > 0 ? `near it: ${near.join(', ')}; see ${pages}` : `see ${pages}`;
};

/** Typed as what it lets through: the form of each binding is the same, and only its intents differ. */
const bindings = z.strictObject(forms, {
  error: (issue) => {
    if (issue.code !== 'unrecognized_keys') return undefined;
    const name = String(issue.keys?.[0]);
    return unknownName('bound operation', name, boundOperations, whereToLook(name)).message;
  },
}) as unknown as z.ZodType<Bindings>;

const count = z.number().int().positive();
const budget = z.number().int().nonnegative();
/** Few services sell rooms further ahead than a year. */
const stayDaysAheadMax = 360;
const milliseconds = z.number().positive().max(3_600_000);
const credentials = z.strictObject({ clientId: z.string().min(1), clientSecret: z.string().min(1) });

const baseUrl = z
  .url({ protocol: /^https?$/, error: 'must be an http or https address', abort: true })
  .refine((url) => new URL(url).username === '' && new URL(url).password === '', 'must not carry credentials')
  .refine((url) => new URL(url).search === '' && new URL(url).hash === '', 'must end with its path')
  .transform((url) => url.replace(/\/+$/, ''));

const levers = z
  .strictObject({
    advanceClock: aFunction<(ms: number) => Promise<void>>(),
    openWorld: aFunction<() => Promise<OpenWorld>>(),
    useCoupon: aFunction<NonNullable<Levers['useCoupon']>>(),
  })
  .partial();

const may = z.strictObject({
  extraTokens: z
    .strictObject({ perRun: budget, perDay: budget.optional() })
    .transform((allowed) => withoutUndefined(allowed))
    .optional(),
  books: z.strictObject({ perRun: budget, perDay: budget }).optional(),
  tickets: z.strictObject({ perRun: budget, perDay: budget }).optional(),
  obligations: z
    .array(z.enum(pendingIds))
    .refine((ids) => new Set(ids).size === ids.length, 'must not name an obligation twice')
    .optional(),
});

const knownTicket = z.strictObject({ bookingId: z.string().min(1), ticketNumber: z.string().min(1) });

const named = (what: string) => json.refine((name) => name !== null && name !== '', `must name ${what}`);

const presetNames = z
  .array(z.string().min(1))
  .min(1)
  .refine((presets) => new Set(presets).size === presets.length, 'must not name a preset twice');

const known = z.strictObject({
  hotels: z.array(z.number().int()).min(1).optional(),
  region: named('a region').optional(),
  otherRegions: z.array(named('a region')).min(1).optional(),
  presets: presetNames.optional(),
  unrankedPresets: presetNames.optional(),
  searchTimeout: z.number().positive().optional(),
  strictSupplier: z.string().min(1).optional(),
  stayDaysAhead: count.max(stayDaysAheadMax).optional(),
  route: named('a route').optional(),
  otherRoutes: z.array(named('a route')).min(1).optional(),
  departureDaysAhead: count.max(stayDaysAheadMax).optional(),
  usedTicket: knownTicket.optional(),
  withoutRights: knownTicket.optional(),
});

export const targetForm = z.strictObject({
  name: z
    .string()
    .max(64, 'must have 64 characters at most')
    .regex(/^[\w-][\w.-]*$/, 'must be made of letters, digits, dots and dashes, and begin with no dot'),
  baseUrl,
  credentials,
  otherPartner: credentials.optional(),
  revision: z.iso.date().default(newestRevision),
  may: may.default({}),
  limits: z
    .strictObject({
      requestsPerSecond: z.union([z.number().positive(), z.literal(Number.POSITIVE_INFINITY)]),
      concurrency: count.max(64),
      connectTimeoutMs: milliseconds,
      headersTimeoutMs: milliseconds,
      bodyTimeoutMs: milliseconds,
      deadlineMs: milliseconds,
      responseBytesMax: count,
      sweepRequestsMax: count.max(10_000),
      exploreRequestsMax: count.max(100_000),
      exploreRunsMax: count.max(10_000),
      // A service of others is asked no more for one finding.
      shrinkRequestsMax: budget.max(30),
      settleMs: milliseconds,
      bindingDeadlineMs: z.union([milliseconds, z.literal(Number.POSITIVE_INFINITY)]),
      leverDeadlineMs: milliseconds,
      runDeadlineMs: z
        .number()
        .positive()
        .max(24 * 3_600_000),
    })
    .partial()
    .default({}),
  evidence: z
    .strictObject({ keepDays: z.number().min(0).max(365).default(14), inPipelines: z.boolean().default(false) })
    .default({ keepDays: 14, inPipelines: false }),
  voidWindowMs: z
    .number()
    .positive()
    .max(30 * dayMs)
    .default(dayMs),
  aviaPath: z.enum(['/api/avia', '/avia']).default('/api/avia'),
  known: known.default({}),
  bindings: bindings.default({}),
  clauses: clausesForm.default([]),
  levers: z.union([levers, aFunction<(baseUrl: string) => Levers>()]).default({}),
});

/** What is asked with its keys must not be a right request of the first. */
const targetFile = targetForm.refine(({ credentials: own, otherPartner }) => otherPartner?.clientId !== own.clientId, {
  path: ['otherPartner', 'clientId'],
  error: 'is that of credentials: name a second partner, or leave it out',
});

const isFromEnvironment = (value: unknown): value is FromEnvironment =>
  typeof value === 'object' && value !== null && 'fromEnvironment' in value;

/** @throws UsageError for a text that is no number. */
const numberOf = (text: string, name: string): number => {
  const number = Number(text);
  if (Number.isNaN(number)) throw new UsageError(`the variable ${name} is no number: write one such as 5, or unset it`);
  return number;
};

/** Replaces every `env()` by its value; `missing` collects the names that are not set. */
const withEnvironment = (value: unknown, environment: NodeJS.ProcessEnv, missing: string[]): unknown => {
  if (isFromEnvironment(value)) {
    const { fromEnvironment: name, otherwise } = value;
    const found = environment[name];
    if (otherwise !== undefined) return found ? numberOf(found, name) : otherwise;
    if (!found) missing.push(name);
    return found ?? '';
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  return Object.fromEntries(
    Object.entries(value)
      .filter(([, inner]) => inner !== undefined)
      .map(([key, inner]) => [key, withEnvironment(inner, environment, missing)]),
  );
};

const exploring = { exploreRequestsMax: 340, exploreRunsMax: 100, shrinkRequestsMax: 30 };

const defaults = {
  ...defaultLimits,
  sweepRequestsMax: 300,
  ...exploring,
  settleMs: 30_000,
  bindingDeadlineMs: 5_000,
  leverDeadlineMs: 60_000,
  runDeadlineMs: 10 * 60_000,
};

/** Of several forms that a value may have, a misspelt key shows which was meant. */
const decisiveIssue = (issue: z.core.$ZodIssue | undefined): z.core.$ZodIssue | undefined => {
  if (issue?.code !== 'invalid_union') return issue;
  const misspelt = issue.errors.flat().find(({ code }) => code === 'unrecognized_keys');
  return misspelt ? { ...misspelt, path: [...issue.path, ...misspelt.path] } : issue;
};

const wrong = (source: string, { issues }: z.ZodError, within: readonly PropertyKey[] = []): UsageError => {
  const issue = decisiveIssue(issues[0]);
  const where = [...within, ...(issue?.path ?? [])].join('.') || 'its default export';
  return new UsageError(
    `target ${source}: ${where}: ${issue?.message ?? 'is wrong'}; see docs/use/bindings.md for a whole example`,
  );
};

/** What a function of the target file gave. */
const leversFrom = (given: unknown, source: string): Levers => {
  // A promise looks like an empty object.
  const parsed = levers.safeParse(given instanceof Promise ? 'a promise' : given, { error: unknownKey });
  if (!parsed.success) throw wrong(source, parsed.error, ['levers']);
  return withoutUndefined(parsed.data);
};

/** @throws UsageError naming every variable that is not set, or the first field that is wrong. */
export const resolvedTarget = (exported: unknown, environment: NodeJS.ProcessEnv, source: string): Target => {
  const missing: string[] = [];
  const values = withEnvironment(exported, environment, missing);
  if (missing.length > 0) {
    const verb = missing.length === 1 ? 'is' : 'are';
    throw new UsageError(
      `target ${source}: ${missing.join(', ')} ${verb} not set in the environment: export ${missing.length === 1 ? 'it' : 'them'} and run again`,
    );
  }
  const parsed = targetFile.safeParse(values, { error: unknownKey });
  if (!parsed.success) throw wrong(source, parsed.error);
  const { otherPartner, clauses, ...rest } = parsed.data;
  const limits = { ...defaults, ...withoutUndefined(rest.limits) };
  const pulled = typeof rest.levers === 'function' ? leversFrom(rest.levers(rest.baseUrl), source) : rest.levers;
  return {
    ...rest,
    ...(otherPartner && { otherPartner }),
    limits,
    may: withoutUndefined(rest.may),
    known: withoutUndefined(rest.known),
    levers: withoutUndefined(pulled),
    bindings: withoutUndefined(rest.bindings),
    ...(clauses.length > 0 && { clauses: partnerClauses(clauses, limits.bindingDeadlineMs) }),
  };
};

type Defined<T> = { [K in keyof T]: Exclude<T[K], undefined> };

const withoutUndefined = <T extends object>(value: T): Defined<T> =>
  Object.fromEntries(Object.entries(value).filter(([, inner]) => inner !== undefined)) as Defined<T>;
