/**
 * Marks what may leave the machine. A schema is also the allow-list of redaction: a value that has the form of its
 * place is kept, all else becomes a placeholder.
 */
import { z } from 'zod';

/** The keyword under which the mark appears in JSON Schema. */
export const sensitivityKeyword = 'x-sensitive';

/** `secret` and `personal` become placeholders of the same form; of a `jwt` exp, iat and nbf stay. */
export type Sensitivity = 'secret' | 'personal' | 'jwt';

const marked =
  (sensitivity: Sensitivity) =>
  <S extends z.ZodType>(schema: S): S =>
    schema.meta({ [sensitivityKeyword]: sensitivity });

/** The keyword under which the form of a place appears in JSON Schema. */
export const formKeyword = 'x-form';

/** Forms that no type of JSON Schema says. Whether a value has one is decided where evidence leaves. */
export type ValueForm =
  | 'code'
  | 'coordinate'
  | 'currency'
  | 'hidden'
  | 'id'
  | 'legs'
  | 'letters'
  | 'level'
  | 'mark'
  | 'moment'
  | 'name'
  | 'score'
  | 'stars'
  | 'status'
  | 'ticket';

/** Of the place itself, or of every value inside it. */
export const formed =
  (form: ValueForm) =>
  <S extends z.ZodType>(schema: S): S =>
    schema.meta({ [formKeyword]: form });

export const secret = marked('secret');
export const personal = marked('personal');
export const jwt = marked('jwt');

/** Not multipleOf(1): beyond 1e21 and next to a whole number Ajv and Zod divide differently and disagree. */
export const integer = z.number().refine(Number.isInteger, 'integer').meta({ type: 'integer' });

/** The error object (part 2.2) and the body that carries it (part 7). */
export const errorObject = z
  .looseObject({
    code: formed('code')(z.string()),
    // A supplier's reason may name a guest, and a careless service repeats what it was sent.
    message: personal(z.string()),
  })
  .meta({ id: 'Error', description: 'Machine-readable code and human-readable message.' });

export const refusalBody = z
  .looseObject({ error: errorObject })
  .meta({ id: 'Refusal', description: 'The body of a refused operation.' });
