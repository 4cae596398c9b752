export const livedBookings = undefined;
