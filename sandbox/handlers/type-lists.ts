/** GET /api/dictionary/hotels/…: the lists of types and amenities, sorted by id, the same for everybody. */

import { amenities as amenityList } from '../data/amenities.ts';
import {
  accommodationTypes as accommodationTypeList,
  bedTypes as bedTypeList,
  mealTypes as mealTypeList,
} from '../data/type-lists.ts';
import { answer, type Reply } from '../reply.ts';

export const accommodationTypes = (): Reply => answer(200, accommodationTypeList);
export const amenities = (): Reply => answer(200, amenityList);
export const bedTypes = (): Reply => answer(200, bedTypeList);
export const mealTypes = (): Reply => answer(200, mealTypeList);
