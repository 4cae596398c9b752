/** A duration as a person says it: `1.9 s`, `3 min 12 s`. */

const minuteMs = 60_000;

export const durationText = (ms: number): string => {
  const tenths = Math.round(ms / 100);
  if (tenths < 600) return `${(tenths / 10).toFixed(1)} s`;
  const seconds = Math.round(ms / 1000);
  return `${Math.floor((seconds * 1000) / minuteMs)} min ${seconds % 60} s`;
};
