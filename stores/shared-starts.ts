/** When requests to a target begin: each process reserves a few starts ahead, and no second is above the limit. */
import type { Time } from './turns.ts';

/**
 * Reserves the next free stretch of the target's time, which all who share it divide among themselves. Resolves to how
 * long from now the stretch ends, in ms.
 */
export type Reserve = (lengthMs: number) => Promise<number>;

/** For the way to the database and a late timer: within it a stretch may begin late and still keep its distance. */
const [slackMsMin, slackMsMax] = [20, 1_000];
/** No process reserves more at once: the others wait for all of it. */
const stretchMsMax = 1_000;

/** Of a stretch that is ours: by our clock, and so that the clock of the database never leaves it on either side. */
type StartStretch = { readonly starts: number; readonly fromMs: number; readonly untilMs: number };

/**
 * All starts are at least so long apart, from any process. That is what a limit of so many a second means wherever the
 * second begins. Half a request more counts as none.
 */
export const distanceMs = (requestsPerSecond: number): number =>
  1_000 / (requestsPerSecond < 1 ? requestsPerSecond : Math.floor(requestsPerSecond));

/** @returns What resolves when the next request may begin; one caller at a time. */
export const sharedStarts = (
  reserve: Reserve,
  { requestsPerSecond, time }: { readonly requestsPerSecond: number; readonly time: Time },
) => {
  const apartMs = distanceMs(requestsPerSecond);
  const startsMax = Math.max(1, Math.floor(stretchMsMax / apartMs));
  let left: StartStretch = { starts: 0, fromMs: 0, untilMs: 0 };
  let wanted = 1;
  let slackMs = slackMsMin;

  /** Who sends without a pause reserves more at once; who sends now and then leaves the time to others. */
  const adapt = (): void => {
    const isUsedUp = left.starts === 0 && time.nowMs() - left.fromMs < apartMs;
    wanted = isUsedUp ? Math.min(startsMax, wanted * 2) : 1;
  };

  const reserved = async (): Promise<StartStretch> => {
    const lengthMs = wanted * apartMs + slackMs;
    const sentMs = time.nowMs();
    const endsInMs = await reserve(lengthMs);
    const answeredMs = time.nowMs();
    slackMs = Math.min(slackMsMax, Math.max(slackMsMin, 2 * (answeredMs - sentMs)));
    // The database spoke at some moment between: of the two the one that is safe.
    return { starts: wanted, fromMs: answeredMs + endsInMs - lengthMs, untilMs: sentMs + endsInMs - apartMs };
  };

  return async (signal: AbortSignal | undefined): Promise<void> => {
    while (!signal?.aborted) {
      const atMs = Math.max(left.fromMs, time.nowMs());
      if (left.starts > 0 && atMs <= left.untilMs) {
        left = { ...left, starts: left.starts - 1, fromMs: atMs + apartMs };
        await time.until(atMs, signal);
        // A process that stood still meanwhile has lost its start to others.
        if (time.nowMs() <= left.untilMs) return;
      } else {
        adapt();
        left = await reserved();
      }
    }
  };
};
