/** What Ajv makes of our schemas, as a module: a run need neither load Ajv nor compile them again. */
import { Ajv2020 } from 'ajv/dist/2020.js';
import standaloneModule from 'ajv/dist/standalone/index.js';
import addFormatsModule from 'ajv-formats';
import { z } from 'zod';
import { type Payloads, payloads } from '../payloads.ts';
import { codedBedTypes, countedBedTypes } from '../schemas/dictionaries.ts';
import { formKeyword, sensitivityKeyword } from '../schemas/sensitivity.ts';

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
