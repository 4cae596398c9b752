/** Runs an exploration: plans, explores in a separate process, keeps what was found for the next time, and reports. */
import { constants, existsSync } from 'node:fs';
import { access, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { exitCodes } from '../contracts/exit-codes.ts';
import { UsageError, unknownName } from '../contracts/usage-error.ts';
import { readBundle } from '../engine/run-folder.ts';
import type { Example } from '../explore/exploration.ts';
import { explorations } from '../explore/explorations.ts';
import {
  addShown,
  addToCorpus,
  createExplorationFolder,
  type PlannedExploration,
  readCorpus,
  readExample,
  readExplored,
  readShown,
  recordOfExplored,
  unsentFile,
  writeExploredRun,
} from '../explore/explored-folder.ts';
import { coverageOf } from '../generators/coverage.ts';
import { coverageLine, domainCoverageText, exploredLines } from '../reports/exploration-text.ts';
import { replayCommand } from '../reports/failure-message.ts';
import { oneLine } from '../reports/safe-text.ts';
import { terminalReport } from '../reports/terminal.ts';
import type { LogLevel } from './caller.ts';
import { tidyResults } from './prune.ts';
import { newRunFolder, notWritable, pathForPerson, resultsFolder } from './results.ts';
import { endRun, type GateParts, openTarget, walk } from './run-parts.ts';
import { repeatOf, type TargetOptions } from './surroundings.ts';
import { readExplorationTerms } from './terms.ts';

export type ExplorationOptions = TargetOptions & {
  only?: string[];
  requests?: number;
  replay?: string;
  corpus?: string;
  logLevel: LogLevel;
};

const chosen = (only: readonly string[] | undefined): string[] => {
  const ids = explorations.map(({ id }) => id);
  const unknown = only?.find((id) => !ids.includes(id));
  if (unknown !== undefined)
    throw unknownName('exploration', unknown, ids, 'list them with npx --no -- preflight explore --list');
  return ids.filter((id) => only?.includes(id) ?? true);
};

/** The counterexample of a bundle, or of a file with an input alone. */
const exampleIn = async (file: string): Promise<Example> => {
  const alone = await readExample(resolve(file));
  if (alone) return alone;
  const bundle = await readBundle(resolve(file)).catch(() => {
    throw new UsageError(`${file} is no bundle: name a *.bundle.json or *.smaller.json of an exploration`);
  });
  const [trace] = bundle.traces;
  return { exploration: trace?.flow ?? '', input: trace?.input ?? null };
};

const replayOf = async (file: string): Promise<Example> => {
  const found = await exampleIn(file);
  if (!explorations.some(({ id }) => id === found.exploration)) {
    throw new UsageError(`${file} is of a gate, and not of an exploration: judge it with npx --no -- preflight judge`);
  }
  return found;
};

/** What is found must not be lost at the end; a folder that is not there yet is made then. */
const assertKeeps = async (folder: string): Promise<void> => {
  if (!existsSync(folder)) return;
  await access(join(folder, '/'), constants.W_OK).catch((thrown: NodeJS.ErrnoException) => {
    throw new UsageError(
      `${pathForPerson(folder)} keeps no counterexamples (${thrown.code}): name a folder that can be written by --corpus`,
    );
  });
};

/** @returns The exit code. */
export const runExploration = async (options: ExplorationOptions, parts: GateParts): Promise<number> => {
  const { surroundings, color, print, notice, now } = parts;
  const replayed = options.replay === undefined ? undefined : await replayOf(options.replay);
  const ids = replayed ? [replayed.exploration] : chosen(options.only);
  const { target, warnings } = await openTarget(options.target, parts);
  const terms = await readExplorationTerms(options.policy, { target: target.name, now: now() });
  const { exploreRequestsMax, exploreRunsMax, shrinkRequestsMax } = target.limits;
  const touchesFile = join(resultsFolder(), 'coverage', `${target.name}.json`);
  const corpusFolder = resolve(options.corpus ?? join(resultsFolder(), 'corpus', target.name));
  if (!replayed) await assertKeeps(corpusFolder);
  const { id, folder, startedAt } = newRunFolder(new Date(now()));
  const repeat = repeatOf('explore', options);
  const plan: PlannedExploration = {
    run: { id, target: target.name, revision: target.revision, seed: options.seed, startedAt, repeat },
    targetSource: options.target,
    isEmbedded: surroundings.isEmbedded,
    explorations: ids,
    budget: replayed
      ? { requests: Number.MAX_SAFE_INTEGER, runs: 0, shrinkRequests: 0 }
      : { requests: options.requests ?? exploreRequestsMax, runs: exploreRunsMax, shrinkRequests: shrinkRequestsMax },
    corpus: replayed ? [replayed] : await readCorpus(corpusFolder),
    touches: (await readShown(touchesFile, target.name)).touches,
  };
  await createExplorationFolder(folder, plan).catch(notWritable(folder));
  print(`seed ${options.seed}`);
  print(`run  ${id}  ${target.name} at ${target.baseUrl}, revision ${target.revision}\n`);
  const ended = await walk(folder, { plan, target }, parts);
  const { isInterrupted, cutShort } = ended;
  const explored = await readExplored(folder);
  if (!explored) {
    print('');
    notice(cutShort ?? `${isInterrupted ? 'interrupted' : 'the exploration broke'} before it had ended`);
    return isInterrupted ? exitCodes.interrupted : exitCodes.unmeasured;
  }
  const around = await warnings(ended);
  const { code, record } = await endRun(
    {
      folder,
      isInterrupted,
      record: (...more) => recordOfExplored(plan, explored, { warnings: [...around, ...more], terms }),
      write: (of) => writeExploredRun(folder, { run: plan.run, found: explored.found, record: of }),
      report: (of) => print(terminalReport(of, { color, path: pathForPerson(folder) })),
      stored: async (of) => {
        if (!replayed) {
          await addToCorpus(corpusFolder, explored.found);
          const { runs, touches } = await addShown(touchesFile, target.name, explored);
          const [ofThis, ofAll] = [coverageOf(explored.touches), coverageOf(touches)];
          const file = join(folder, 'coverage.txt');
          await writeFile(file, domainCoverageText({ target: target.name, runs, coverage: ofAll }));
          print(`${coverageLine({ ofThis, ofAll, runs, path: pathForPerson(file) })}\n`);
        }
        for (const each of explored.unfit)
          print(`a past counterexample fits no more, and was left alone: ${oneLine(each)}\n`);
        const corpus = existsSync(corpusFolder) ? pathForPerson(corpusFolder) : undefined;
        const commandOf = (fingerprint: string): string =>
          replayCommand(of, pathForPerson(unsentFile(folder, fingerprint)));
        if (explored.found.length > 0) print(`${exploredLines(explored.found, { corpus, commandOf })}\n`);
      },
    },
    parts,
  );
  if (record)
    await tidyResults({ id, target, policy: options.policy, environment: surroundings.environment, now, notice });
  return code;
};
