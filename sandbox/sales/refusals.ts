/** Why operations that sell refuse, and how they say so. */
import { type Reply, refusal } from '../reply.ts';

/** Codes of ticket_cancel are documented; the others are ours. */
export type Refused = { readonly status: number; readonly code: string; readonly message: string };

export const refusedReply = ({ status, code, message }: Refused): Reply => refusal(status, { code, message });

export const refused =
  (status: number, code: string) =>
  (message: string): Refused => ({ status, code, message });

export const invalidRequest = refused(400, 'INVALID_REQUEST');
export const supplierError = refused(422, 'SUPPLIER_ERROR');

export const searchNotFound: Refused = {
  status: 404,
  code: 'SEARCH_NOT_FOUND',
  message: 'There is no such search, or it is too old: search again.',
};
export const offerNotFound = refused(404, 'OFFER_NOT_FOUND')('The search has told no such offer.');
export const bookingNotFound = refused(404, 'BOOKING_NOT_FOUND')('There is no such booking.');
