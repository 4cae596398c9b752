/** Payloads of the token operation (parts 2.1 and 4.1). */
import { z } from 'zod';
import { errorObject, formed, jwt, secret } from './sensitivity.ts';

export const tokenRequest = z
  .looseObject({ clientId: secret(z.string()), clientSecret: secret(z.string()) })
  .meta({ id: 'TokenRequest', description: 'Client credentials.' });

/** Every field is optional in the general answer; success and failure each fill their part. */
export const tokenAnswer = z
  .looseObject({
    token: jwt(z.string()).nullish(),
    expiresAt: formed('moment')(z.string().nullish()),
    error: errorObject.nullish(),
  })
  .meta({ id: 'TokenAnswer', description: 'Any answer of the token operation.' });

export const tokenSuccess = z
  .looseObject({ token: jwt(z.string()), expiresAt: formed('moment')(z.string()) })
  .meta({ id: 'TokenSuccess', description: 'A token and the moment it expires (ISO 8601, UTC).' });
