import { listOfTypes } from './steps/list-of-types.ts';

export const listBedTypes = listOfTypes('bed-types');
