/** Whether whoever reads standard output wants colour: a terminal that can show it, and nobody who said no. */
export const wantsColor = (): boolean =>
  process.stdout.isTTY === true && !process.env.NO_COLOR && process.env.TERM !== 'dumb';
