/** The ledgers of live targets, and where they are kept: the user's state folder by the XDG convention, or where a pipeline says. */
import { homedir } from 'node:os';
import { join } from 'node:path';
import { fileLedger, type Ledger } from '../client/booking-ledger.ts';
import type { Place } from '../client/file-store.ts';
import { fileObligations, type ObligationLedger } from '../client/obligation-ledger.ts';
import type { Target } from '../contracts/target.ts';

const stateFolder = ({ PREFLIGHT_STATE, XDG_STATE_HOME }: NodeJS.ProcessEnv): string =>
  PREFLIGHT_STATE || join(XDG_STATE_HOME || join(homedir(), '.local', 'state'), 'preflight');

type Account = Pick<Target, 'baseUrl' | 'credentials'>;

const placeOf = ({ baseUrl, credentials: { clientId } }: Account, directory: string): Place => ({
  ...{ directory, account: { baseUrl, clientId }, now: Date.now },
});

/** Must outlive a run, also in a pipeline: what a killed run has booked stands nowhere else. */
const ledgerFolder = (environment: NodeJS.ProcessEnv): string => join(stateFolder(environment), 'ledger');

/** Must outlive a run, too: what was left behind on purpose, and the tokens among it. */
const obligationFolder = (environment: NodeJS.ProcessEnv): string => join(stateFolder(environment), 'obligations');

/** @param directory That of the user's state unless given. */
export const bookingLedgerOf = (
  target: Account,
  environment: NodeJS.ProcessEnv,
  directory: string = ledgerFolder(environment),
): Ledger => fileLedger(placeOf(target, directory));

export const obligationLedgerOf = (target: Account, environment: NodeJS.ProcessEnv): ObligationLedger =>
  fileObligations(placeOf(target, obligationFolder(environment)));

/** False where a pipeline says that the folder ends with its machine: nothing may be left behind on purpose then. */
export const stateLasts = ({ PREFLIGHT_STATE_LASTS }: NodeJS.ProcessEnv): boolean => PREFLIGHT_STATE_LASTS !== 'false';
