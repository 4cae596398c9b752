import { listOfTypes } from './steps/list-of-types.ts';

export const listAccommodationTypes = listOfTypes('accommodation-types');
