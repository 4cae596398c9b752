/** Where pages are served, and who may look at them: the same for those alone and for those of a monitor. */
import { InvalidArgumentError, Option } from 'commander';
import { bundleEvidence } from '../cases/show/found-evidence.ts';
import { UsageError } from '../contracts/usage-error.ts';
import type { DashboardOptions } from '../dashboard/server.ts';

/** Of the dashboard, where nobody says otherwise. */
export const dashboardPort = 8420;

/** Of the status page. */
export const statusPort = 8421;
/** What it is called. */
export const statusTitle = 'Service status';

export const portOption = (flags: string, description: string): Option =>
  new Option(flags, description).argParser((text: string) => {
    const port = Number(text);
    if (/^\d{1,5}$/.test(text) && port <= 65_535) return port;
    throw new InvalidArgumentError('take a number up to 65535; 0 for any that is free.');
  });

const tokenMin = 16;

const tokenIn = (environment: NodeJS.ProcessEnv, variable: string): string | undefined => {
  const token = environment[variable];
  if (token === undefined || token === '') return undefined;
  if (token.length >= tokenMin) return token;
  throw new UsageError(`${variable} has ${token.length} characters: take ${tokenMin} or more`);
};

/** @throws UsageError for a token that can be guessed. */
export const dashboardToken = (environment: NodeJS.ProcessEnv): string | undefined =>
  tokenIn(environment, 'PREFLIGHT_DASHBOARD_TOKEN');

/** @throws UsageError also for that of the dashboard: outsiders never hold it. */
export const statusToken = (environment: NodeJS.ProcessEnv): string | undefined => {
  const token = tokenIn(environment, 'PREFLIGHT_STATUS_TOKEN');
  if (token === undefined || token !== environment.PREFLIGHT_DASHBOARD_TOKEN) return token;
  throw new UsageError('PREFLIGHT_STATUS_TOKEN is the token of the dashboard: outsiders need another one');
};

export const evidenceIn: DashboardOptions['evidenceIn'] = bundleEvidence;
