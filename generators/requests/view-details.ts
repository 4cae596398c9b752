/** Details of a view (part 4.6), derived from the schema of the request, so that another flag would be drawn, too. */
import type fc from 'fast-check';
import type { Details } from '../../contracts/intents.ts';
import { payloads } from '../../contracts/payloads.ts';
import { fromSchema } from '../from-schema.ts';

export const viewDetails: fc.Arbitrary<Details> = fromSchema(payloads['view-booking'].body).map(
  (body) => (body as { details: Details }).details,
);
