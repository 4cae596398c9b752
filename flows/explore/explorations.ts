/** Every exploration, in the order in which a round draws them. */
import type { Exploration } from './exploration.ts';
import { exploreFlightDomain } from './explore-flight-domain.ts';
import { exploreHotelDomain } from './explore-hotel-domain.ts';
import { exploreRelations } from './explore-relations.ts';

export const explorations: readonly Exploration[] = [exploreRelations, exploreHotelDomain, exploreFlightDomain];

export const explorationOf = (id: string): Exploration | undefined => explorations.find((each) => each.id === id);
