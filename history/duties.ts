/** What monitors have found in their ledgers, so that whoever looks at the history needs none of these. */
import { targetDuties } from '../contracts/duties.ts';
import { freshNotes } from './fresh-notes.ts';

export const { keep: noteDuties, in: dutiesIn } = freshNotes(
  'duties',
  targetDuties,
  ({ location, target }) => `${location} ${target}`,
);
