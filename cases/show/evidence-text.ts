/** What a person is told of the form in which a case is shown: exact and not for sending, or as it may leave. */
import type { EvidenceStore } from '../../stores/evidence-store.ts';
import type { Case } from '../case.ts';

/** Anything in it that may not leave. */
export const holdsExact = ({ bundle, traces }: Case): boolean => traces.some((trace, i) => trace !== bundle.traces[i]);

const shareable = 'in the form that may leave; what was replaced is marked';

export const evidenceText = async (opened: Case, store: EvidenceStore | undefined): Promise<string> => {
  if (!holdsExact(opened)) return shareable;
  const end = await store?.endOf(opened.bundle.run.id);
  const until = end === undefined ? '' : ` until ${new Date(end).toISOString().slice(0, 10)}`;
  const extent = opened.isExact ? 'exact' : 'exact in part';
  return `${extent}, as kept on this machine${until}; not for sending (--shareable shows what leaves)`;
};
