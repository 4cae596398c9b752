/** Whether what is printed is coloured, by the conventions of NO_COLOR and FORCE_COLOR. */

/** NO_COLOR wins over FORCE_COLOR, and both over what the terminal can show. */
export const wantsColor = ({ NO_COLOR, FORCE_COLOR, TERM }: NodeJS.ProcessEnv, isTerminal: boolean): boolean => {
  if (NO_COLOR) return false;
  if (FORCE_COLOR !== undefined && FORCE_COLOR !== '') return !['0', 'false'].includes(FORCE_COLOR);
  return isTerminal && TERM !== 'dumb';
};
