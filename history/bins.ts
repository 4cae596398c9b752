/** How long requests took, counted in bins that grow by a fixed ratio, so that bins of any two times can be added. */

/** Eight to a doubling, as the exponential histograms of OpenTelemetry at scale 3: a value is off by 4.5 % at most. */
const binsPerDoubling = 8;
/** Faster times are not distinguished. */
const msMin = 0.5;

export const binOf = (ms: number): number => Math.ceil(Math.log2(Math.max(ms, msMin)) * binsPerDoubling);

/** The middle of a bin, in ms. */
const msOf = (bin: number): number => 2 ** ((bin - 0.5) / binsPerDoubling);

export type Bin = { readonly bin: number; readonly count: number };

export const totalOf = (bins: readonly Bin[]): number => bins.reduce((sum, { count }) => sum + count, 0);

/**
 * The bin of the request that so many of all are not slower than; undefined where nothing was counted.
 *
 * @param share From 0 to 1: 0.95 is the 95th percentile.
 */
export const binAt = (bins: readonly Bin[], share: number): number | undefined => {
  const needed = totalOf(bins) * share;
  let seen = 0;
  for (const { bin, count } of [...bins].sort((a, b) => a.bin - b.bin)) {
    seen += count;
    if (seen >= needed && count > 0) return bin;
  }
  return undefined;
};

/** As `binAt`, in ms. */
export const percentile = (bins: readonly Bin[], share: number): number | undefined => {
  const bin = binAt(bins, share);
  return bin === undefined ? undefined : msOf(bin);
};

/** As a person reads it: a bin is no more exact than three digits; 0 where nothing was counted. */
export const percentileMs = (bins: readonly Bin[], share: number): number =>
  Number((percentile(bins, share) ?? 0).toPrecision(3));
