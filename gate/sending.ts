/** Whether a command has begun to send, and how that ends in order: an error of a target file must cut no clean-up short. */

let hasBegun = false;
const ends = new Set<() => void>();

/** @returns What tells that it is over. */
export const beginSending = (end: () => void): (() => void) => {
  hasBegun = true;
  ends.add(end);
  return () => {
    ends.delete(end);
  };
};

export const hasBegunToSend = (): boolean => hasBegun;

export const endSending = (): void => {
  for (const end of ends) end();
};
