/** Shrinks what was found, within a budget of requests. */
import type { Exploration } from './exploration.ts';
import { type Found, type Look, type Sought, sentFor, shownBy, shows, type Unsent } from './found.ts';
import { inputOf, sizeOf } from './input.ts';
import { shrink } from './shrink.ts';

export type ShrinkOptions = {
  /** Further requests for each finding; 0 sends nothing. */
  readonly requestsMax: number;
  /** Ends the story of an input before it sends more than so many; the clean-up comes on top. */
  readonly recorded: (one: Exploration, input: unknown, requestsMax: number) => Promise<Look>;
  /** Looks for a smaller input without sending anything. */
  readonly shrinkUnsent?: ((sought: Sought) => Promise<Unsent | undefined>) | undefined;
};

/** What is left for a story where its clean-up takes as much as that of the found one. */
const withoutCleanUp = (requests: number, { trace: { cleanUp = [] } }: Found): number => requests - cleanUp.length;

/** While the fingerprint stays; what the found one has taken, a smaller one may take. */
const shrunkBySending = async (
  { found, one, drawing }: Sought,
  { requestsMax, recorded }: ShrinkOptions,
): Promise<Found> => {
  const cost = sentFor(found.trace);
  let small = found;
  let sent = 0;
  await shrink(drawing, async (input) => {
    if (sent + cost > requestsMax) return false;
    const look = await recorded(one, input, withoutCleanUp(requestsMax - sent, found));
    sent += sentFor(look.trace);
    const isShown = shows(look, found.fingerprint);
    if (isShown) small = { ...small, ...shownBy(look) };
    return isShown;
  });
  return { ...small, shrinkRequests: found.shrinkRequests + sent };
};

/** First as far as it goes without sending: what comes of that is sent once, where the budget allows it. */
export const shrinkInBudget = async (sought: Sought, options: ShrinkOptions): Promise<Found> => {
  const { found, one } = sought;
  const { requestsMax, recorded, shrinkUnsent } = options;
  const unsent = await shrinkUnsent?.(sought);
  if (!unsent || unsent.requests > requestsMax) {
    const sent = await shrunkBySending(sought, options);
    return unsent && sizeOf(unsent.input) < sizeOf(sent.input) ? { ...sent, unsent } : sent;
  }
  const storyMax = Math.max(unsent.requests, withoutCleanUp(requestsMax, found));
  const look = await recorded(one, inputOf(one, unsent.input), storyMax);
  const shrinkRequests = sentFor(look.trace);
  if (shows(look, found.fingerprint)) return { ...found, ...shownBy(look), shrinkRequests };
  const left = { ...options, requestsMax: requestsMax - shrinkRequests };
  return shrunkBySending({ ...sought, found: { ...found, shrinkRequests } }, left);
};
