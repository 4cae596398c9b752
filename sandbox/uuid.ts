/** A UUID of version 4, as far as its form goes. */
export const uuid = (digest: Buffer): string => {
  const hex = digest.toString('hex');
  return [hex.slice(0, 8), hex.slice(8, 12), `4${hex.slice(13, 16)}`, `a${hex.slice(17, 20)}`, hex.slice(20, 32)].join(
    '-',
  );
};
