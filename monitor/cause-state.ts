/** When a failure becomes an incident, and when that is over: counted for each cause of a probe. */

/** What one run showed of a cause; a run that could not show it counts as neither. */
export type Shown = 'failed' | 'passed';

/** The newest at the end, as the store keeps it: `F` and `P`. */
export type CauseState = { readonly recent: string; readonly isOpen: boolean };

export type CauseRules = {
  /** So many failures in a row open it … */
  readonly inRow: number;
  /** … or so many of the last ones. */
  readonly failures: number;
  readonly ofLast: number;
  /** So many passes in a row close it. */
  readonly passes: number;
};

export const defaultRules: CauseRules = { inRow: 3, failures: 5, ofLast: 12, passes: 2 };

export const noCause: CauseState = { recent: '', isOpen: false };

export type CauseChange = 'opens' | 'closes' | undefined;

const letterOf: Readonly<Record<Shown, string>> = { failed: 'F', passed: 'P' };

const opens = (recent: string, { inRow, failures, ofLast }: CauseRules, isConfirmed: boolean): boolean =>
  (isConfirmed && recent.endsWith('FF')) ||
  recent.endsWith('F'.repeat(inRow)) ||
  (recent.endsWith('F') && recent.slice(-ofLast).replaceAll('P', '').length >= failures);

/**
 * @param isConfirmed Whether it failed again when it was run once more at once: a probe that is rarer than hourly does not
 *   wait for the next days.
 */
export const afterRun = (
  { recent: before, isOpen }: CauseState,
  shown: Shown,
  { rules = defaultRules, isConfirmed = false }: { readonly rules?: CauseRules; readonly isConfirmed?: boolean } = {},
): CauseState & { readonly change: CauseChange } => {
  const keptMax = Math.max(rules.ofLast, rules.inRow, rules.passes);
  const recent = `${before}${letterOf[shown]}`.slice(-keptMax);
  if (!isOpen && opens(recent, rules, isConfirmed)) return { recent, isOpen: true, change: 'opens' };
  const closes = isOpen && recent.endsWith('P'.repeat(rules.passes));
  // What has ended counts no more: else one failure would open it again.
  if (closes) return { recent: '', isOpen: false, change: 'closes' };
  return { recent, isOpen, change: undefined };
};
