/** In how many of its sendings an error was seen, and how often it must not happen before it counts as fixed. */
import { z } from 'zod';

export const seen = z.strictObject({ failed: z.int().positive(), sent: z.int().positive() });
export type Seen = Readonly<z.infer<typeof seen>>;

/** Whoever sends it may not be able to send it more often. */
const passesMax = 20;
/** How likely an error that is still there may be to hide in all of them. */
const hiddenMax = 0.05;

/** Where nothing is known, it failed each time. */
export const passesNeeded = ({ failed, sent }: Seen = { failed: 1, sent: 1 }): number =>
  failed >= sent ? 1 : Math.min(passesMax, Math.ceil(Math.log(hiddenMax) / Math.log(1 - failed / sent)));

/** With sendings of now; undefined where it failed in none. */
export const seenWith = (
  before: Seen | undefined,
  outcomes: readonly ('same' | 'different' | 'fixed' | 'unclear')[],
): Seen | undefined => {
  const clear = outcomes.filter((each) => each !== 'unclear');
  const failed = (before?.failed ?? 0) + clear.filter((each) => each !== 'fixed').length;
  const sent = (before?.sent ?? 0) + clear.length;
  return failed > 0 ? { failed, sent } : undefined;
};
