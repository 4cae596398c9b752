/** What we publish for others to build on: JSON Schemas of every payload and record, and an OpenAPI document. */

import { Ajv2020 } from 'ajv/dist/2020.js';
import standaloneModule from 'ajv/dist/standalone/index.js';
import addFormatsModule from 'ajv-formats';
import { z } from 'zod';
import { bundle } from './bundle.ts';
import { shownStore } from './class-coverage.ts';
import { comparison } from './comparison.ts';
import { historyReport } from './history-report.ts';
import { alert } from './incident.ts';
import {
  accommodationType,
  accommodationTypes,
  amenities,
  amenity,
  anyAnswer,
  bedType,
  bedTypes,
  bookingList,
  bookingView,
  cities,
  city,
  codedBedTypes,
  countedBedTypes,
  countries,
  country,
  hotelCard,
  hotelOffer,
  hotelStatic,
  mealType,
  mealTypes,
  type Payloads,
  payloads,
  tokenAnswer,
  tokenRequest,
  tokenSuccess,
  viewRequest,
} from './payloads.ts';
import { type JsonSchema, jsonSchemaOf, openApi } from './publish/open-api.ts';
import { runRecord } from './run-record.ts';
import { errorObject, formKeyword, refusalBody, sensitivityKeyword } from './schemas/sensitivity.ts';
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

// What Ajv makes of our schemas, as a module: a run need neither load Ajv nor compile them again.

/** Both are CommonJS: under ESM their functions sit behind `default`. */
const [addFormats, standaloneCode] = [addFormatsModule.default, standaloneModule.default];

const createAjv = (): Ajv2020 => {
  const code = { source: true, esm: true, lines: true };
  const ajv = addFormats(new Ajv2020({ strict: true, allowUnionTypes: true, code }));
  ajv.addKeyword(sensitivityKeyword);
  ajv.addKeyword(formKeyword);
  return ajv;
};

/** Of one schema, compiled now. */
export const validatorOf = (schema: z.ZodType): ((value: unknown) => boolean) =>
  createAjv().compile(z.toJSONSchema(schema)) as (value: unknown) => boolean;

/** Of payloads, and of what checks hold a payload against besides. */
const schemasById = (): Map<string, z.ZodType> => {
  const ofPayloads = Object.values<Payloads>(payloads).flatMap((each) => Object.values(each));
  return new Map([...ofPayloads, countedBedTypes, codedBedTypes].map((schema) => [schema.meta()?.id ?? '', schema]));
};

/** The files of `contracts/compiled/` by name, with their text. */
export const compiledValidators = (): Record<string, string> => {
  const ajv = createAjv();
  const schemas = schemasById();
  for (const [id, schema] of schemas) ajv.addSchema(z.toJSONSchema(schema), id);
  const ids = [...schemas.keys()];
  return {
    'validators.mjs': `${standaloneCode(ajv, Object.fromEntries(ids.map((id) => [id, id])))}\n`,
    'validators.d.mts': ids.map((id) => `export const ${id}: (value: unknown) => boolean;\n`).join(''),
  };
};
