/**
 * Marks what may not be written down. A schema is also the allow-list of redaction: what it shows and does not mark
 * is kept, all else becomes a placeholder.
 */
import type { z } from 'zod';

/** The keyword under which the mark appears in JSON Schema. */
export const sensitivityKeyword = 'x-sensitive';

/** `secret` and `personal` become placeholders of the same form; of a `jwt` exp, iat and nbf stay. */
export type Sensitivity = 'secret' | 'personal' | 'jwt';

const marked =
  (sensitivity: Sensitivity) =>
  <S extends z.ZodType>(schema: S): S =>
    schema.meta({ [sensitivityKeyword]: sensitivity });

export const secret = marked('secret');
export const personal = marked('personal');
export const jwt = marked('jwt');
