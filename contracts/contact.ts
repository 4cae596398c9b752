/** Whom the people of the service may ask: it stands in the user agent of each request. */
import { z } from 'zod';
import { UsageError } from './usage-error.ts';

/** It stands in parentheses in a header (RFC 9110, 5.6.5), where a backslash quotes. */
export const contact = z
  .string()
  .regex(
    /^(?! )[ -'*-[\]-~]{1,100}(?<! )$/,
    'write an e-mail address or a URL: at most 100 printable ASCII characters, no parentheses, no backslash',
  );

/** @throws UsageError where no user agent can hold it. */
export const contactIn = ({ PREFLIGHT_CONTACT: given }: NodeJS.ProcessEnv): string | undefined => {
  if (!given) return undefined;
  const { data, error } = contact.safeParse(given);
  if (error) throw new UsageError(`PREFLIGHT_CONTACT: ${error.issues[0]?.message}`);
  return data;
};

/** Of the commands that a program runs with a contact of its own. */
export const withContact = (environment: NodeJS.ProcessEnv, own: string | undefined): NodeJS.ProcessEnv =>
  own === undefined ? environment : { ...environment, PREFLIGHT_CONTACT: own };
