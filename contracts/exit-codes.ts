/** What a command ends with. The file stands alone: every command needs it before anything else is loaded. */
import type { GateVerdict } from './verdict.ts';

export const exitCodes = { pass: 0, fail: 1, usage: 2, unmeasured: 3, interrupted: 130 } as const;
export type ExitCode = (typeof exitCodes)[keyof typeof exitCodes];

export const exitCodeOf = (verdict: GateVerdict): ExitCode =>
  ({ pass: exitCodes.pass, fail: exitCodes.fail, inconclusive: exitCodes.unmeasured })[verdict];

/** The worst first: a broken promise comes before a usage error, and a usage error before what time may mend. */
const worstFirst = [exitCodes.interrupted, exitCodes.fail, exitCodes.usage, exitCodes.unmeasured];

/** The exit code of several things that were done one after the other. */
export const worstCode = (codes: readonly number[]): number =>
  worstFirst.find((code) => codes.includes(code)) ?? exitCodes.pass;

/** As the services that run pipelines say it. */
export const isPipeline = ({ CI }: NodeJS.ProcessEnv): boolean =>
  CI !== undefined && CI !== '' && CI !== 'false' && CI !== '0';
