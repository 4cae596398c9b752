/** Where booking ledgers of live targets are kept: the user's state folder by the XDG convention, or where a pipeline says. */
import { homedir } from 'node:os';
import { join } from 'node:path';

/** Must outlive a run, also in a pipeline: what a killed run has booked stands nowhere else. */
export const ledgerFolder = ({ PREFLIGHT_STATE, XDG_STATE_HOME }: NodeJS.ProcessEnv): string =>
  PREFLIGHT_STATE
    ? join(PREFLIGHT_STATE, 'ledger')
    : join(XDG_STATE_HOME || join(homedir(), '.local', 'state'), 'preflight', 'ledger');
