/** Runs the flows of a plan, one test each, and keeps their traces. A record test never fails: it judges nothing. */
import { join } from 'node:path';
import { test } from '@playwright/test';
import { epic, feature, story } from 'allure-js-commons';
import { ledgerFolder, obligationFolder } from '../cli/ledger-folder.ts';
import { type LogLevel, logger } from '../cli/logger.ts';
import { isGone, ownerGone } from '../cli/owner-gone.ts';
import { runVariables } from '../cli/playwright.ts';
import { tokenCacheFolder } from '../cli/token-cache-folder.ts';
import { fileLedger } from '../client/booking-ledger.ts';
import { fileObligations } from '../client/obligation-ledger.ts';
import { fileTokenCache } from '../client/token-cache.ts';
import { flowOf } from '../flows/flows.ts';
import { type Runner, runner } from '../flows/run.ts';
import { hasTrace, readPlan, writeTrace } from '../flows/run-folder.ts';
import { loadTarget } from '../targets/load.ts';

const folder = process.env[runVariables.folder] ?? '';
const plan = await readPlan(folder);

let running: Runner | undefined;

const log = logger(
  (process.env[runVariables.logLevel] ?? 'warn') as LogLevel,
  process.env[runVariables.logsForPerson] === 'yes',
);

/** The command that wants the run. */
const owner = Number(process.env[runVariables.owner]);

const start = async (): Promise<Runner> => {
  const target = await loadTarget(plan.targetSource, process.env);
  const { baseUrl, credentials } = target;
  const account = { baseUrl, clientId: credentials.clientId };
  return runner({
    target,
    seed: plan.run.seed,
    id: plan.run.id,
    ledger: fileLedger({
      // The embedded sandbox ends with the run, and so do its bookings.
      directory: plan.isEmbedded ? join(folder, 'ledger') : ledgerFolder(process.env),
      ...{ account, now: Date.now },
    }),
    ...(!plan.isEmbedded && {
      obligations: fileObligations({ directory: obligationFolder(process.env), account, now: Date.now }),
    }),
    transport: {
      logger: log,
      signal: ownerGone(owner),
      ...(plan.isEmbedded
        ? { proxy: 'none' as const }
        : { proxy: 'environment' as const, tokenCache: fileTokenCache(tokenCacheFolder(process.env)) }),
    },
  });
};

/** The test that runs. An interruption ends the test and not what it began. */
let underWay: Promise<void> = Promise.resolve();

test.afterAll(async () => {
  await running?.interrupt();
  await underWay;
  await running?.close();
});

for (const id of plan.flows) {
  // biome-ignore lint/correctness/noEmptyPattern: Playwright demands this form where no fixture is used.
  test(id, async ({}, info) => {
    const flow = flowOf(id);
    // A worker that was started again finds what the one before it recorded.
    if (!flow || hasTrace(folder, id) || isGone(owner)) return;
    await epic('Recorded');
    await feature(id);
    await story(flow.story);
    running ??= await start();
    const record = async (by: Runner): Promise<void> => {
      const trace = await by.record(flow);
      await writeTrace(folder, trace);
      const { exchanges, stopped, error, bookings } = trace;
      log[error ? 'error' : 'info'](
        { flow: id, exchanges: exchanges.length, bookings, stopped, error },
        'flow recorded',
      );
      info.annotations.push({ type: 'exchanges', description: String(exchanges.length) });
    };
    underWay = record(running);
    await underWay;
  });
}
