/** Which headers may leave, and how much of each. */
import { isMadeOfWords } from './dictionary.ts';

const token = /^[a-z0-9!#$&^_.+-]{1,64}$/i;
/** An unknown sub-type or parameter may hold any text. */
const knownType =
  '(application/(json|xml|problem\\+json|problem\\+xml|hal\\+json|ld\\+json|vnd\\.api\\+json|x-www-form-urlencoded|octet-stream|pdf|zip|gzip|(x-)?yaml|(x-)?javascript|xhtml\\+xml)|text/(plain|html|xml|json|csv|css|javascript)|multipart/(form-data|mixed)|image/(png|jpeg|gif|webp|svg\\+xml))';
const charset = '(us-ascii|utf-?8|utf-?16(le|be)?|iso-8859-\\d{1,2}|latin1|windows-12\\d\\d|koi8-r)';
const mediaType = new RegExp(`^${knownType}(\\s*;\\s*charset="?${charset}"?)?$`, 'i');
const mediaTypeAlone = new RegExp(`^${knownType}(?=\\s*;)`, 'i');
/** Of a type with a suffix (RFC 6839) it is known what is in it. */
const suffixed = /^application\/(?:vnd\.)?([^;]*)\+(json|xml)(?=\s*$|\s*;)/is;
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
  'cache-control': listed(
    '(no-cache|no-store|no-transform|must-revalidate|proxy-revalidate|must-understand|private|public|immutable|(max-age|s-maxage|stale-while-revalidate|stale-if-error)=\\d{1,9})',
  ),
  'transfer-encoding': listed('chunked|gzip|deflate|compress|identity'),
  connection: listed('keep-alive|close|upgrade'),
  'keep-alive': listed('(timeout|max)=\\d{1,9}'),
  vary: listed(
    '(\\*|accept(-(charset|encoding|language|datetime))?|authorization|cookie|content-type|origin|user-agent|referer|x-requested-with|access-control-request-(headers|method))',
  ),
  ...Object.fromEntries(correlationHeaders.map((name) => [name, correlationId])),
};

const sharedType = (value: string): string | undefined => {
  const [type, name = '', suffix] = suffixed.exec(value) ?? [];
  if (suffix === undefined) return mediaTypeAlone.exec(value)?.[0];
  return isMadeOfWords(name) ? type : `application/vnd.replaced+${suffix}`;
};

export type SharedHeaders = { readonly headers: Record<string, string>; readonly replaced: readonly string[] };

/** Headers of other names are left out, and listed as replaced; a value that has not its form has a placeholder. */
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
    const type = name === 'content-type' ? sharedType(value) : undefined;
    if (form?.test(value)) made[name] = value;
    else if (type) {
      replaced.push(`${of}.headers.${name}`);
      const [, parameters] = /;(.*)$/s.exec(value) ?? [];
      made[name] = parameters === undefined ? type : `${type};${placeholderOf(parameters)}`;
    } else {
      replaced.push(`${of}.headers.${token.test(name) && form ? name : '*'}`);
      if (form) made[name] = placeholderOf(value);
    }
  }
  return { headers: made, replaced: [...new Set(replaced)] };
};
