/** Why a slot has no result, as the store keeps it. */

export const missedReasons = {
  late: 'no monitor was running then, it had no store, or it was too late',
  busy: 'the run before it was still under way',
  killed: 'the process that ran it was killed',
  'given-back': 'it was given back, and its time was over',
  'killed-with-effects': 'the process that ran it was killed; what has an effect is not begun again',
  'killed-and-unknown': 'the process that ran it was killed, and no probe has this name any more',
  ended: 'the monitor was ended; what had begun was cleaned up',
} as const;

/** One of few words; `error` where our own code broke, because that line says too much to be counted by. */
export const missedClass = (reason: string): keyof typeof missedReasons | 'error' => {
  const known = Object.keys(missedReasons) as (keyof typeof missedReasons)[];
  return known.find((each) => missedReasons[each] === reason) ?? 'error';
};
