/** Every story of answers: conforming traces, and each labelled way to break them. */
import type { Story } from './breakage.ts';
import { citiesStory } from './cities.ts';
import { listStories } from './lists.ts';

export const stories: readonly Story[] = [...listStories, citiesStory];
