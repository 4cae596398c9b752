/** Which headers may leave, and what of each. */

const token = /^[a-z0-9!#$&^_.+-]{1,64}$/i;
const mediaType = /^[a-z]+\/[a-z0-9.+-]{1,64}(\s*;\s*charset="?[a-z0-9_-]{1,32}"?)?$/i;
/** Parameters that nobody knows are no part of it. */
const mediaTypeAlone = /^[a-z]+\/[a-z0-9.+-]{1,64}(?=\s*;)/i;
const listed = (values: string): RegExp => new RegExp(`^\\s*(${values})(\\s*,\\s*(${values}))*\\s*$`, 'i');
const quality = '[a-z*/+.-]{1,40}(\\s*;\\s*q=[01](\\.\\d{1,3})?)?';
const httpDate = /^[A-Z][a-z]{2}, \d\d [A-Z][a-z]{2} \d{4} \d\d:\d\d:\d\d GMT$/;
const seconds = /^\d{1,9}$/;

/** Of a request: all that we send, but for who we are. */
const ofRequests: Readonly<Record<string, RegExp>> = {
  accept: listed(quality),
  'accept-language': listed(quality),
  'content-type': mediaType,
};

/** By which a request is found again in the logs of the service. */
export const correlationHeaders = [
  'x-request-id',
  'request-id',
  'x-correlation-id',
  'correlation-id',
  'x-trace-id',
  'traceparent',
  'x-b3-traceid',
  'x-amzn-trace-id',
  'x-amzn-requestid',
  'x-cloud-trace-context',
  'cf-ray',
] as const;

/** A UUID, or hexadecimal with a letter in it, in one piece or several: no number of a person has that form. */
const hexadecimal = '(?=[0-9]*[a-f])[0-9a-f]{16,64}';
const uuid = '[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}';
const correlationId = new RegExp(
  `^(Root=1-[0-9a-f]{8}-[0-9a-f]{24}|${uuid}|${hexadecimal}(-[A-Z]{3})?|[0-9a-f]{2}-[0-9a-f]{32}-[0-9a-f]{16}-[0-9a-f]{2})$`,
  'i',
);

const ofResponses: Readonly<Record<string, RegExp>> = {
  'content-type': mediaType,
  'content-length': seconds,
  'content-encoding': listed('gzip|br|deflate|zstd|identity'),
  date: httpDate,
  'retry-after': new RegExp(`${seconds.source}|${httpDate.source}`),
  age: seconds,
  'cache-control': listed('[a-z-]{1,40}(=\\d{1,9})?'),
  'transfer-encoding': listed('chunked|gzip|deflate|compress|identity'),
  connection: listed('keep-alive|close|upgrade'),
  'keep-alive': listed('(timeout|max)=\\d{1,9}'),
  vary: listed('[a-z-]{1,40}'),
  ...Object.fromEntries(correlationHeaders.map((name) => [name, correlationId])),
};

export type SharedHeaders = { readonly headers: Record<string, string>; readonly replaced: readonly string[] };

/**
 * Those of other names are left out, and told as replaced.
 *
 * @param placeholderOf What stands for a value that has not the form of its header.
 */
export const sharedHeaders = (
  headers: Readonly<Record<string, string>>,
  of: 'request' | 'response',
  placeholderOf: (value: string) => string,
): SharedHeaders => {
  const forms = of === 'request' ? ofRequests : ofResponses;
  const replaced: string[] = [];
  const made: Record<string, string> = {};
  for (const [name, value] of Object.entries(headers)) {
    const form = Object.hasOwn(forms, name) ? forms[name] : undefined;
    const type = name === 'content-type' ? mediaTypeAlone.exec(value)?.[0] : undefined;
    if (form?.test(value)) made[name] = value;
    else if (type) {
      replaced.push(`${of}.headers.${name}`);
      made[name] = `${type};${placeholderOf(value.slice(value.indexOf(';') + 1))}`;
    } else {
      replaced.push(`${of}.headers.${token.test(name) && form ? name : '*'}`);
      if (form) made[name] = placeholderOf(value);
    }
  }
  return { headers: made, replaced: [...new Set(replaced)] };
};
