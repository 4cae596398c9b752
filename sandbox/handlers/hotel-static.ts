/** GET /api/dictionary/hotels/{hotelId}/static: the card of the hotel asked for. */
import { answer, type Reply, refusal, type SandboxRequest } from '../reply.ts';
import type { World } from '../world.ts';

/** The hotelId of a path as a number; `undefined` when it is no integer. */
export const hotelIdIn = ({ path }: SandboxRequest): number | undefined => {
  const text = path.split('/').at(-2) ?? '';
  return /^-?\d+$/.test(text) ? Number(text) : undefined;
};

export const hotelStatic = (request: SandboxRequest, world: World): Reply => {
  const hotelId = hotelIdIn(request);
  if (hotelId === undefined) return refusal(400, { code: 'INVALID_REQUEST', message: 'hotelId must be an integer.' });
  const hotel = world.hotelOf(hotelId);
  return hotel ? answer(200, { hotel }) : refusal(404, { code: 'HOTEL_NOT_FOUND', message: 'There is no such hotel.' });
};
