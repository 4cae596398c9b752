/** Whether a value is as a schema of the partner says: one of Zod, or a JSON Schema. */

type ZodSchema = {
  safeParse(value: unknown): { readonly success: boolean; readonly error?: { readonly message: string } };
};

const isZod = (schema: object): schema is ZodSchema => 'safeParse' in schema && typeof schema.safeParse === 'function';

/** @returns What does not match, in one text; undefined where all does. */
export const mismatchOf = async (value: unknown, schema: object): Promise<string | undefined> => {
  if (isZod(schema)) {
    const { success, error } = schema.safeParse(value);
    return success ? undefined : (error?.message ?? 'it does not match');
  }
  const [{ Ajv2020 }, formats] = await Promise.all([import('ajv/dist/2020.js'), import('ajv-formats')]);
  const ajv = new Ajv2020({ allErrors: true, strict: false });
  formats.default.default(ajv);
  if (ajv.validate(schema, value)) return undefined;
  return ajv.errorsText(ajv.errors, { dataVar: 'body', separator: '\n' });
};
