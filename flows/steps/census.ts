/**
 * How to look at the things of a story that an act is not about. After the act they are looked at again, because it must
 * change nothing of them. One is asked the same twice with nothing between: what differs then changes by itself.
 */
export type CensusLooks = (() => Promise<unknown>)[];

export const census = async (looks: CensusLooks): Promise<void> => {
  for (const look of looks) await look();
};
