/** The exit code of several things that were done one after the other. */
import { exitCodes } from '../contracts/exit-codes.ts';

/** The worst first: a broken promise outranks a mistake of ours, and that what time may mend. */
const worstFirst = [exitCodes.interrupted, exitCodes.fail, exitCodes.usage, exitCodes.unmeasured];

export const worstOf = (codes: readonly number[]): number =>
  worstFirst.find((code) => codes.includes(code)) ?? exitCodes.pass;
