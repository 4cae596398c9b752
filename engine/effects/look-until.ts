/** Looks again and again for a change that may take its time. */
import type { Target } from '../../contracts/target.ts';

const firstPauseMs = 250;
const growth = 2;

type Waiting = {
  readonly pause: (ms: number) => Promise<void>;
  readonly target: { readonly limits: Pick<Target['limits'], 'settleMs'> };
};

/** Looks with growing pauses until it sees, or until `limits.settleMs` of the target have passed; the last look counts. */
export const lookUntil = async <Seen>(
  { pause, target }: Waiting,
  look: () => Promise<Seen>,
  isIt: (seen: Seen) => boolean,
): Promise<Seen> => {
  const { settleMs } = target.limits;
  let waitedMs = 0;
  for (let pauseMs = firstPauseMs; ; pauseMs *= growth) {
    const seen = await look();
    if (isIt(seen) || waitedMs >= settleMs) return seen;
    const ms = Math.min(pauseMs, settleMs - waitedMs);
    await pause(ms);
    waitedMs += ms;
  }
};
