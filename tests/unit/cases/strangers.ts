/** Files of services that nothing was tuned to: dialects drawn from numbers, with people who look real in them. */

import assert from 'node:assert/strict';
import { changeSets } from '../../../cases/explain/changes.ts';
import { asking, explain, refusalIn } from '../../../cases/explain/explain.ts';
import { type Imported, readImported } from '../../../cases/import/read-imported.ts';
import { replayEnding, stepsSought } from '../../../cases/replay/replay.ts';
import { createSharing } from '../../../client/redaction/sharing.ts';
import { lackedPart } from '../../../contracts/checks/lacked.ts';
import type { OperationId } from '../../../contracts/operations.ts';
import { isRefusal } from '../../../contracts/outcome.ts';
import type { Target } from '../../../contracts/target.ts';
import type { Trace } from '../../../contracts/trace.ts';
import { run, runner } from '../../../engine/run.ts';
import { walker } from '../../../engine/walk.ts';
import { flows } from '../../../flows/flows.ts';
import { simulatedTime, targetReading } from '../../../prover/walked-world.ts';
import type { AnyDialectId } from '../../../sandbox/dialects.ts';
import type { AnyFaultId } from '../../../sandbox/faults.ts';
import type { Sandbox } from '../../../sandbox/server.ts';
import { startMs } from '../sandbox/caller.ts';
import { listened } from './import/listened.ts';

export type Stranger = {
  readonly dialect: AnyDialectId;
  /** Reads the dialect, at the address of its service. */
  readonly target: Target;
  /** A story as a browser saves it. */
  readonly har: string;
  readonly imported: Imported;
  /** How many of its requests lack on purpose what they must have: they cannot be read. */
  readonly incomplete: number;
};

/** Of one letter each in another place, so that no word of a dictionary and no id holds them. */
const canaries = ['Quillaby', 'Wrenholt', 'Zebrowsk', 'Vantongr', 'Ulfkettl', 'Yxtander', 'Jorvikss', 'Grimbald'];

/** Every name of a person in the requests of a trace. */
const namesIn = ({ exchanges }: Trace): string[] =>
  exchanges.flatMap(({ intent }) => {
    const { guests, passengers } = (intent ?? {}) as {
      readonly guests?: readonly (readonly { readonly firstName: string; readonly lastName: string }[])[] | null;
      readonly passengers?: readonly { readonly firstName: string; readonly lastName: string }[] | null;
    };
    return [...(guests ?? []).flat(), ...(passengers ?? [])].flatMap(({ firstName, lastName }) => [
      firstName,
      lastName,
    ]);
  });

const escaped = (text: string): string => text.replaceAll(/[^\p{L}\p{N}]/gu, String.raw`\$&`);

/** Invented names become such as only a real person has. Capitals stay. */
const withCanaries = (har: string, names: ReadonlySet<string>): string =>
  [...names]
    .toSorted((one, other) => other.length - one.length)
    .reduce((text, name, i) => {
      const canary = canaries[i % canaries.length] ?? '';
      const pattern = new RegExp(String.raw`(?<![\p{L}])${escaped(name)}(?![\p{L}])`, 'giu');
      return text.replaceAll(pattern, (found) => (found === found.toUpperCase() ? canary.toUpperCase() : canary));
    }, har);

export const isRealIn = (text: string): boolean =>
  canaries.some((each) => text.toLowerCase().includes(each.toLowerCase()));

const world = { scale: 'small', seed: 0 } as const;

type StrangerStory = {
  readonly flow: string;
  readonly seeds?: number;
  readonly isWanted?: (trace: Trace) => boolean;
  readonly faults?: readonly AnyFaultId[];
  readonly depth?: 'standard' | 'full';
  /** The operations that the story is to touch. */
  readonly operations?: readonly OperationId[] | undefined;
};

/**
 * Saves a story of a service in a drawn dialect as a file, and imports the file.
 *
 * @param isWanted Ends the search for a seed whose story shows what is looked for.
 */
export const stranger = async (
  sandbox: Sandbox,
  dialect: AnyDialectId,
  { flow, seeds = 30, isWanted = () => true, faults = [], depth = 'full', operations }: StrangerStory,
): Promise<Stranger> => {
  const story = flows.filter(({ id }) => id === flow);
  for (let seed = 1; seed <= seeds; seed += 1) {
    const { now, delay } = simulatedTime(() => startMs);
    const { baseUrl } = sandbox.openWorld({ ...world, dialect, now, faults });
    const { origin, pathname } = new URL(baseUrl);
    const ear = await listened(origin, now);
    try {
      const asking = targetReading(dialect, `${ear.url}${pathname}`);
      const transport = { proxy: 'none', now, delay } as const;
      for await (const trace of run(story, {
        target: asking,
        seed,
        depth,
        transport,
        ...(operations && { operations }),
      })) {
        if (!isWanted(trace)) continue;
        const har = withCanaries(ear.har(), new Set(namesIn(trace)));
        const target = targetReading(dialect, baseUrl);
        const imported = readImported(har, { target, fileName: 'saved.har', now });
        return { dialect, target, har, imported, incomplete: trace.exchanges.filter(lackedPart).length };
      }
    } finally {
      await ear.close();
    }
  }
  return assert.fail(`no story of ${flow} in dialect ${dialect} shows it`);
};

/** Explains the refused booking of a file at its service, some weeks later. */
export const explainedAt = async (sandbox: Sandbox, { dialect, imported }: Stranger) => {
  const sought = refusalIn({ traces: [imported.trace] }) ?? assert.fail('nothing was refused');
  const { now, delay } = simulatedTime(() => startMs + 40 * 86_400_000);
  const { baseUrl } = sandbox.openWorld({ ...world, dialect, now });
  const running = runner({
    target: targetReading(dialect, baseUrl),
    seed: 1,
    transport: { proxy: 'none', now, delay },
  });
  const traces: Trace[] = [];
  const store = async (trace: Trace): Promise<Trace> => {
    traces.push(trace);
    return trace;
  };
  const single = walker({ id: 'explain' }, { ...createSharing(), record: running.record, store });
  const replayParts = { walker: single, isSameTarget: true, seed: 1 };
  const ask = asking(sought, { replayParts, requestsMax: 600, isInterrupted: () => false, onAnswer: () => {} });
  const sets = changeSets(
    sought.trace,
    stepsSought(sought).map(({ then }) => then),
  );
  try {
    const explained = await explain({ ask, sets });
    const repeated = await replayEnding(sought, replayParts);
    return { explained, repeated, traces, names: sets.flat().map(({ name }) => name) };
  } finally {
    await running.close();
  }
};

/** The file ends with the first booking that is refused for guests of whom one lacks this alone. */
const endedBy = (file: Stranger, lack: 'citizenship' | 'gender'): Stranger => {
  const { trace } = file.imported;
  const end = trace.exchanges.findIndex((each) => {
    const { guests = [] } = (each.intent ?? {}) as { readonly guests?: readonly (readonly object[])[] };
    return each.operation === 'create-booking' && isRefusal(each) && guests.flat().some((guest) => !(lack in guest));
  });
  assert.ok(end > 0, `nobody lacks a ${lack}`);
  return { ...file, imported: { ...file.imported, trace: { ...trace, exchanges: trace.exchanges.slice(0, end + 1) } } };
};

/** What a strict supplier wants to know is found, and nothing of a real person is sent for it. */
export const assertExplained = async (
  sandbox: Sandbox,
  dialect: AnyDialectId,
  lack: 'citizenship' | 'gender',
): Promise<void> => {
  const file = endedBy(await stranger(sandbox, dialect, { flow: 'book-with-incomplete-guests' }), lack);
  const { explained, repeated, traces, names } = await explainedAt(sandbox, file);
  const { ended, changes, reason } = explained;
  assert.equal(ended, 'cause', reason);
  for (const { name } of changes)
    assert.match(name, new RegExp(String.raw`^${lack} of guest \d: \w+ instead of none$`));
  assert.equal(changes.length, 1);
  for (const part of [/^age of guest 1/, /^nights: /, /^without adult 2 of room 1$/])
    assert.ok(
      names.some((name) => part.test(name)),
      `${part} of ${names.join()}`,
    );
  assert.deepEqual([repeated.outcome, repeated.reason], ['same', undefined]);
  assert.ok(traces.length > 10 && !isRealIn(JSON.stringify(traces)));
  const booked = traces.map(({ bookings }) => bookings);
  assert.ok(booked.some((each) => (each?.cancelled ?? 0) > 0));
  assert.ok(booked.every((each) => (each?.left ?? 0) === 0));
};
