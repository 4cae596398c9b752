/** GET /api/dictionary/countries: all countries, sorted by id. */
import { answer, type Reply, type SandboxRequest } from '../reply.ts';
import type { World } from '../world.ts';

export const countries = (_request: SandboxRequest, world: World): Reply => answer(200, world.countries);
