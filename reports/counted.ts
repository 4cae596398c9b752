/** A number with its noun in the right form: `1 clause`, `12 clauses`. */

export const counted = (count: number, noun: string): string => `${count} ${noun}${count === 1 ? '' : 's'}`;
