/** What we publish for others to build on: JSON Schemas of every payload and record, and an OpenAPI document. */

import { alert } from './alert.ts';
import { bundle } from './bundle.ts';
import { shownStore } from './class-coverage.ts';
import { comparison } from './comparison.ts';
import { historyReport } from './history-report.ts';
import { anyAnswer, bookingList, bookingView, viewRequest } from './payloads.ts';
import { type JsonSchema, jsonSchemaOf } from './publish/json-schema.ts';
import { openApi } from './publish/open-api.ts';
import { runRecord } from './run-record.ts';
import {
  accommodationType,
  accommodationTypes,
  amenities,
  amenity,
  bedType,
  bedTypes,
  cities,
  city,
  countries,
  country,
  hotelCard,
  hotelStatic,
  mealType,
  mealTypes,
} from './schemas/dictionaries.ts';
import { hotelOffer } from './schemas/hotel-offer.ts';
import { errorObject, refusalBody } from './schemas/sensitivity.ts';
import { tokenAnswer, tokenRequest, tokenSuccess } from './schemas/token.ts';
import { statusPage } from './status-page.ts';
import { trace } from './trace.ts';

const schemas = {
  'token-request': tokenRequest,
  'token-answer': tokenAnswer,
  'token-success': tokenSuccess,
  error: errorObject,
  refusal: refusalBody,
  country,
  countries,
  city,
  cities,
  'accommodation-type': accommodationType,
  'accommodation-types': accommodationTypes,
  amenity,
  amenities,
  'bed-type': bedType,
  'bed-types': bedTypes,
  'meal-type': mealType,
  'meal-types': mealTypes,
  'hotel-card': hotelCard,
  'hotel-static': hotelStatic,
  'hotel-offer': hotelOffer,
  'view-booking-request': viewRequest,
  'booking-view': bookingView,
  'booking-list': bookingList,
  'any-answer': anyAnswer,
  trace,
  bundle,
  'run-record': runRecord,
  'touch-store': shownStore,
  comparison,
  'history-report': historyReport,
  'status-page': statusPage,
  alert,
};

const written = (document: JsonSchema): string => `${JSON.stringify(document, null, 2)}\n`;

/** The files of `contracts/published/` by name, with their text. */
export const published = (): Record<string, string> => ({
  ...Object.fromEntries(
    Object.entries(schemas).map(([name, schema]) => [`${name}.schema.json`, written(jsonSchemaOf(name, schema))]),
  ),
  'openapi.json': written(openApi()),
});
