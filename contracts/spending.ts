/** What a budget counts. */
export const spendings = ['booking', 'ticket', 'token'] as const;
export type Spending = (typeof spendings)[number];
