/** The schema of the store: one of our own, so that what else is in the database stays as it is. */
export const schema = 'preflight_history';
