/** Where the ledgers of live targets are kept: the user's state folder by the XDG convention, or where a pipeline says. */
import { homedir } from 'node:os';
import { join } from 'node:path';

const stateFolder = ({ PREFLIGHT_STATE, XDG_STATE_HOME }: NodeJS.ProcessEnv): string =>
  PREFLIGHT_STATE || join(XDG_STATE_HOME || join(homedir(), '.local', 'state'), 'preflight');

/** Must outlive a run, also in a pipeline: what a killed run has booked stands nowhere else. */
export const ledgerFolder = (environment: NodeJS.ProcessEnv): string => join(stateFolder(environment), 'ledger');

/** Must outlive a run, too: what was left behind on purpose, and the tokens among it. */
export const obligationFolder = (environment: NodeJS.ProcessEnv): string =>
  join(stateFolder(environment), 'obligations');

/** False where a pipeline says that the folder ends with its machine: nothing may be left behind on purpose then. */
export const stateLasts = ({ PREFLIGHT_STATE_LASTS }: NodeJS.ProcessEnv): boolean => PREFLIGHT_STATE_LASTS !== 'false';
