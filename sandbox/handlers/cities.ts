/** GET /api/dictionary/cities: the cities of the country asked for, sorted by id. */
import { answer, type Reply, refusal, type SandboxRequest } from '../reply.ts';
import type { World } from '../world.ts';

const decimalNumber = /^[+-]?(\d+(\.\d*)?|\.\d+)(e[+-]?\d+)?$/i;

/** The one countryId of a request as a number; `undefined` when it is missing, repeated or no number. */
export const countryIdIn = ({ query }: SandboxRequest): number | undefined => {
  const [text, ...more] = query.getAll('countryId');
  return text !== undefined && more.length === 0 && decimalNumber.test(text) ? Number(text) : undefined;
};

export const cities = (request: SandboxRequest, world: World): Reply => {
  const countryId = countryIdIn(request);
  if (countryId === undefined) {
    return refusal(400, { code: 'INVALID_REQUEST', message: 'countryId is required once and must be a number.' });
  }
  return answer(200, world.citiesOf(countryId));
};
