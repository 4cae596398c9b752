/** Why hotel operations refuse. */
import { refused } from '../sales/refusals.ts';

export const regionNotFound = refused(404, 'REGION_NOT_FOUND')('There is no such region.');
export const hotelNotFound = refused(404, 'HOTEL_NOT_FOUND')('The search found no such hotel.');
