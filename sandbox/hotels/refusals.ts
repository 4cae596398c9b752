/** Why hotel operations refuse. */
import { isDeepStrictEqual } from 'node:util';
import type { Reply } from '../reply.ts';
import { refused, refusedReply, supplierError } from '../sales/refusals.ts';

export const regionNotFound = refused(404, 'REGION_NOT_FOUND')('There is no such region.');
export const hotelNotFound = refused(404, 'HOTEL_NOT_FOUND')('The search found no such hotel.');
export const noRoomLeft = supplierError('The supplier has no room left.');

export const isNoRoomLeft = ({ body }: Reply): boolean => isDeepStrictEqual(body, refusedReply(noRoomLeft).body);
