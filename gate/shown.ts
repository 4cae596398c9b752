/** How the stored verdicts of a run are shown in Playwright: one line a clause, with what is to be said of it. */
import type { ClauseId } from '../contracts/clauses.ts';
import { isGating, standings } from '../contracts/standing.ts';
import { type Planned, readJudged } from '../engine/run-folder.ts';
import { failureMessages } from '../reports/failure-message.ts';

export type Shown = {
  readonly clause: ClauseId;
  /** Broken clauses that gate, and errors of ours. */
  readonly failure?: string;
  /** Why it could not be judged. */
  readonly skipped?: string;
  /** A derived clause is broken: the gate warns. */
  readonly warning?: string;
};

export const shownIn = async (folder: string, { run }: Planned): Promise<Shown[]> => {
  const judged = await readJudged(folder);
  return standings(judged.flatMap(({ verdicts }) => verdicts)).map(({ clause, outcome, decisive, verdicts }): Shown => {
    const { reason = 'no reason given' } = decisive;
    if (outcome === 'error') return { clause, failure: reason };
    if (outcome === 'inconclusive') return { clause, skipped: reason };
    if (outcome === 'pass') return { clause };
    const message = failureMessages(verdicts, run).join('\n\n');
    return isGating(clause) ? { clause, failure: message } : { clause, warning: message };
  });
};
