/**
 * How to look at the things of a story that an act is not about. After the act they are looked at again, because it must
 * change nothing of them. One is asked the same twice with nothing between: what differs then changes by itself.
 */
export type Looks = (() => Promise<unknown>)[];

export const census = async (looks: Looks): Promise<void> => {
  for (const look of looks) await look();
};
