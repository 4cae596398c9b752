/** What a person can do about a cause that kept a run from measuring. */
import { operationIds } from '../contracts/operations.ts';

const waysOut: readonly (readonly [RegExp, string])[] = [
  [
    /\bthe proxy that \w+ names\b/,
    'is the proxy up? To go without it, unset the variable or name the host in NO_PROXY',
  ],
  [/\bspeaks TLS\b/, 'let the baseUrl of the target begin with https://'],
  [/\bspeaks no TLS\b/, 'let the baseUrl of the target begin with http://, or name the port of TLS'],
  [/\b(refused|unresolved|connect-timeout): /, 'is the service up, and is the baseUrl of the target right?'],
  [/\btls: /, 'is the baseUrl of the target right, and its certificate valid?'],
  [/\ban HTML page$/, 'does the baseUrl of the target lead to the service, and not to a web site?'],
  [/\bredirect\b/, 'does the baseUrl of the target lead to the service itself?'],
  [/\bHTTP 429\b/, 'set a lower limits.requestsPerSecond in the target file, or try again later'],
  [
    /\bHTTP 5\d\d\b|\b(reset|headers-timeout|body-timeout|deadline): |breaks off$/,
    'ask the operator of the service{about}, or try again later',
  ],
  [/\btoo large to be read: /, 'ask whoever runs the service for a number that readers of JSON hold'],
];

const namesMax = 3;

/** The operations that causes begin with: `cities: HTTP 503`. */
const aboutOperations = (causes: readonly string[]): string => {
  const parts = new Set(causes.flatMap((cause) => cause.split(': ')));
  const met = operationIds.filter((id) => parts.has(id));
  const more = met.length - namesMax;
  const named = [...met.slice(0, namesMax), ...(more > 0 ? [`${more} more operations`] : [])].join(', ');
  return named === '' ? '' : ` about ${named}`;
};

/**
 * Undefined where none is known, or the cause says it itself.
 *
 * @param causes What ends in the cause, with the operations that met it.
 */
export const wayOutOf = (cause: string, causes: readonly string[] = [cause]): string | undefined =>
  waysOut.find(([form]) => form.test(cause))?.[1].replace('{about}', aboutOperations(causes));
