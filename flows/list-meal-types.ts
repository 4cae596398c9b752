import { listOfTypes } from './steps/list-of-types.ts';

export const listMealTypes = listOfTypes('meal-types');
