/** The passphrase that seals state wherever others could read it. */
import { UsageError } from '../../contracts/usage-error.ts';

/** Whoever can read what is sealed may guess for as long as he likes. */
const charactersMin = 16;

/**
 * @param why What would not be kept without one.
 * @throws UsageError when there is none, or a short one.
 */
export const statePassphrase = ({ PREFLIGHT_STATE_PASSPHRASE: given }: NodeJS.ProcessEnv, why: string): string => {
  if (!given) throw new UsageError(`PREFLIGHT_STATE_PASSPHRASE is not set: ${why}`);
  if (given.length >= charactersMin) return given;
  throw new UsageError(
    `PREFLIGHT_STATE_PASSPHRASE is shorter than ${charactersMin} characters: make one with openssl rand -base64 32`,
  );
};
