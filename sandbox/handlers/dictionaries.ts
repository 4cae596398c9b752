/** The handlers of logins and dictionaries. */
import { issue } from '../access/rules.ts';
import {
  accommodationTypes as accommodationTypeList,
  amenities as amenityList,
  bedTypes as bedTypeList,
  mealTypes as mealTypeList,
} from '../data/type-lists.ts';
import { answer, fieldsIn, type Reply, refusal, type SandboxRequest } from '../reply.ts';
import type { World } from '../world.ts';

/** GET /api/dictionary/countries: all countries, sorted by id. */
export const countries = (_request: SandboxRequest, world: World): Reply => answer(200, world.countries);

const decimalNumber = /^[+-]?(\d+(\.\d*)?|\.\d+)(e[+-]?\d+)?$/i;

/** The one countryId of a request as a number; `undefined` when it is missing, repeated or no number. */
export const countryIdIn = ({ query }: SandboxRequest): number | undefined => {
  const [text, ...more] = query.getAll('countryId');
  return text !== undefined && more.length === 0 && decimalNumber.test(text) ? Number(text) : undefined;
};

/** GET /api/dictionary/cities: the cities of the country asked for, sorted by id. */
export const cities = (request: SandboxRequest, world: World): Reply => {
  const countryId = countryIdIn(request);
  if (countryId === undefined) {
    return refusal(400, { code: 'INVALID_REQUEST', message: 'countryId is required once and must be a number.' });
  }
  return answer(200, world.citiesOf(countryId));
};

/** GET /api/dictionary/hotels/…: the lists of types and amenities, sorted by id, the same for every caller. */
export const accommodationTypes = (): Reply => answer(200, accommodationTypeList);
export const amenities = (): Reply => answer(200, amenityList);
export const bedTypes = (): Reply => answer(200, bedTypeList);
export const mealTypes = (): Reply => answer(200, mealTypeList);

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

/** POST /auth/token: exchanges the credentials of a partner for an access token. */
export const token = async (request: SandboxRequest, world: World): Promise<Reply> => {
  const { rules } = world;
  const login = fieldsIn(request);
  if (!login) return refusal(400, { code: 'INVALID_REQUEST', message: 'The body must be a JSON object.' });
  if (!rules.isComplete(login)) {
    const message = 'clientId and clientSecret are required and must be non-empty strings.';
    return refusal(400, { code: 'INVALID_REQUEST', message });
  }
  const partner = rules.findsPartner(login, world);
  if (!partner || !rules.matchesSecret(login, partner)) {
    return refusal(401, { code: 'AUTHENTICATION_FAILED', message: 'clientId or clientSecret is wrong.' });
  }
  const { presented, expiresAtMs } = await issue(partner, world);
  return answer(200, { token: presented, expiresAt: rules.writesExpiry(expiresAtMs) });
};
