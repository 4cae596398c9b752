/** A JSON object whose fields may be anything: what faults leave behind and partners send. */

export type Fields = Readonly<Record<string, unknown>>;

export const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The JSON object in a body; undefined when there is none. */
export const fieldsIn = ({ body }: { readonly body: string }): Fields | undefined => {
  try {
    const parsed: unknown = JSON.parse(body);
    return isFields(parsed) ? parsed : undefined;
  } catch {
    return undefined;
  }
};
