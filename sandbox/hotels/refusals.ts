/** How hotel operations refuse what they cannot answer. */
import { type Reply, refusal } from '../reply.ts';

const notFound = (code: string, message: string) => (): Reply => refusal(404, { code, message });

export const invalidRequest = (message: string): Reply => refusal(400, { code: 'INVALID_REQUEST', message });
export const supplierError = (message: string): Reply => refusal(422, { code: 'SUPPLIER_ERROR', message });

export const regionNotFound = notFound('REGION_NOT_FOUND', 'There is no such region.');
export const searchNotFound = notFound('SEARCH_NOT_FOUND', 'There is no such search, or it is too old: search again.');
export const hotelNotFound = notFound('HOTEL_NOT_FOUND', 'The search found no such hotel.');
export const offerNotFound = notFound('OFFER_NOT_FOUND', 'The search has told no such offer.');
export const bookingNotFound = notFound('BOOKING_NOT_FOUND', 'There is no such booking.');
