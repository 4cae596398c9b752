/** Where a dashboard listens, and who may look at it: the same for one alone and for that of a monitor. */
import { InvalidArgumentError, Option } from 'commander';
import { bundleEvidence } from '../cases/show/found-evidence.ts';
import { UsageError } from '../contracts/usage-error.ts';
import type { DashboardOptions } from '../dashboard/server.ts';

/** Of the dashboard, where nobody says otherwise. */
export const dashboardPort = 8420;

export const portOption = (flags: string, description: string): Option =>
  new Option(flags, description).argParser((text: string) => {
    const port = Number(text);
    if (/^\d{1,5}$/.test(text) && port <= 65_535) return port;
    throw new InvalidArgumentError('take a number up to 65535; 0 for any that is free.');
  });

const tokenMin = 16;

/** @throws UsageError for a token that can be guessed. */
export const dashboardToken = ({ PREFLIGHT_DASHBOARD_TOKEN: token }: NodeJS.ProcessEnv): string | undefined => {
  if (token === undefined || token === '') return undefined;
  if (token.length >= tokenMin) return token;
  throw new UsageError(`PREFLIGHT_DASHBOARD_TOKEN has ${token.length} characters: take ${tokenMin} or more`);
};

export const evidenceIn: DashboardOptions['evidenceIn'] = bundleEvidence;
