/** The interface as an OpenAPI 3.1 document: only what is documented, and open where the documents say nothing. */

import { z } from 'zod';
import { type OperationId, operationIds, operations } from '../operations.ts';
import { hotelOffer, type Payloads, payloads } from '../payloads.ts';
import { newestRevision } from '../target.ts';

// From a Zod schema to the JSON Schema documents that others read, alone or inside an OpenAPI document.

export type JsonSchema = Record<string, unknown>;

const isRecord = (value: unknown): value is JsonSchema =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** A copy in which every reference into `$defs` points to where `target` says. */
const redirected = (node: unknown, target: (name: string) => string): unknown => {
  if (Array.isArray(node)) return node.map((each) => redirected(each, target));
  if (!isRecord(node)) return node;
  return Object.fromEntries(
    Object.entries(node).map(([key, value]) =>
      key === '$ref' && typeof value === 'string' && value.startsWith('#/$defs/')
        ? [key, target(value.slice('#/$defs/'.length))]
        : [key, redirected(value, target)],
    ),
  );
};

/** The definitions of a schema by id, and which of them is the schema itself. Only schemas with an id are published. */
const definitionsOf = (schema: z.ZodType): { id: string; definitions: JsonSchema } => {
  const { id } = schema.meta() ?? {};
  if (id === undefined) throw new Error('a schema without an id cannot be published: give it one with .meta({ id })');
  const document: JsonSchema = z.toJSONSchema(schema, { target: 'draft-2020-12' });
  // Zod extracts what has an id, and refers to it even from the root.
  return { id, definitions: isRecord(document.$defs) ? document.$defs : { [id]: document } };
};

/** A document that stands alone; its `$id` is a URN, as the place where it will be served is not known. */
export const jsonSchemaOf = (name: string, schema: z.ZodType): JsonSchema => {
  const { id, definitions } = definitionsOf(schema);
  const { [id]: root, ...others } = redirected(definitions, (ref) =>
    ref === id ? '#' : `#/$defs/${ref}`,
  ) as JsonSchema;
  return {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    $id: `urn:preflight:schema:${name}`,
    title: id,
    ...(root as JsonSchema),
    ...(Object.keys(others).length > 0 && { $defs: others }),
  };
};

/** The schemas and all they refer to, as the `components.schemas` of an OpenAPI document. */
const componentsOf = (schemas: readonly z.ZodType[]): JsonSchema =>
  redirected(
    Object.assign({}, ...schemas.map((schema) => definitionsOf(schema).definitions)),
    (ref) => `#/components/schemas/${ref}`,
  ) as JsonSchema;

/** A reference to a schema among the components. */
const componentRef = (schema: z.ZodType): JsonSchema => ({
  $ref: `#/components/schemas/${definitionsOf(schema).id}`,
});

/** The properties of an object schema, each with its schema and whether it must be there. */
const propertiesOf = (schema: z.ZodType): { name: string; isRequired: boolean; schema: JsonSchema }[] => {
  const { id, definitions } = definitionsOf(schema);
  const { properties, required } = definitions[id] as { properties?: Record<string, JsonSchema>; required?: string[] };
  return Object.entries(properties ?? {}).map(([name, property]) => ({
    name,
    isRequired: required?.includes(name) ?? false,
    schema: property,
  }));
};

type Prose = {
  readonly tag: string;
  readonly description: string;
  readonly parameters?: Readonly<Record<string, string>>;
  readonly success: {
    readonly status: string;
    readonly description: string;
    readonly mayRefuse?: true;
    /** What stands somewhere in an answer whose form is not shown. */
    readonly holds?: z.ZodType;
  };
  /** Statuses the documentation names; what their bodies hold it does not say. */
  readonly statuses: Readonly<Record<string, string>>;
  /** Refusals whose status it does not name. */
  readonly otherwise: string;
};

const dictionaryStatuses = {
  401: 'The bearer token is missing or not valid.',
  500: 'The service is in trouble; asking again later may help.',
};

const noRights = 'Any other refusal, for instance ACCESS_DENIED when the caller has no right to ask.';

const typeList = (what: string, description: string): Prose => ({
  tag: 'dictionary',
  description: `Changes rarely, so it can be kept. ${description}`,
  success: { status: '200', description: `Every type of ${what} in the order of the ids.` },
  statuses: dictionaryStatuses,
  otherwise: noRights,
});

/** Neither the status of a success nor that of a refusal is shown, nor most of what a body holds. */
const hidden =
  (tag: string) =>
  (
    description: string,
    success: { readonly description: string; readonly holds?: z.ZodType },
    otherwise = 'The operation is refused: an error with a code and a message.',
  ): Prose => ({
    tag,
    description,
    success: { status: '2XX', mayRefuse: true, ...success },
    statuses: {},
    otherwise,
  });

const hotels = hidden('hotels');
const avia = hidden('avia');
const flights = (description: string, success: string, otherwise?: string): Prose =>
  avia(description, { description: success }, otherwise);

const prose: Record<OperationId, Prose> = {
  token: {
    tag: 'authentication',
    description:
      'A token lives for one day. Keep it and use it again until shortly before it expires: who asks for a new one with every request may be locked out.',
    // Neither the status of a success nor that of a refusal is shown.
    success: { status: '2XX', description: 'A token, or a refusal that only its body shows.', mayRefuse: true },
    statuses: {},
    otherwise: 'The login is refused, with AUTHENTICATION_FAILED when the id or the secret of the client is wrong.',
  },
  countries: {
    tag: 'dictionary',
    description: 'Changes rarely and is the same for every caller, so it can be kept.',
    success: { status: '200', description: 'Every country, in the order of the ids.' },
    statuses: dictionaryStatuses,
    otherwise: noRights,
  },
  cities: {
    tag: 'dictionary',
    description: 'Changes rarely, so it can be kept. An id that belongs to no country is not an error.',
    parameters: { countryId: 'The id of a country, as the list of countries gives it.' },
    success: { status: '200', description: 'The cities in the order of the ids; none for an unknown country.' },
    statuses: { 400: 'countryId is left out or is no number.', ...dictionaryStatuses },
    otherwise: noRights,
  },
  'accommodation-types': typeList('accommodation', 'They decode the category of a hotel.'),
  amenities: {
    ...typeList('amenities', 'One list for every client and every language.'),
    success: {
      status: '200',
      description: 'Every amenity in the order of the ids, with both group and level or neither.',
    },
  },
  'bed-types': typeList('beds', 'They decode the beds of an offer.'),
  'meal-types': typeList('meals', 'They decode the meals of hotels and offers.'),
  'hotel-static': {
    tag: 'dictionary',
    description: 'What is known of a hotel without a search. Ids come from hotel searches.',
    parameters: { hotelId: 'The id of a hotel.' },
    success: { status: '200', description: 'The card of the hotel.' },
    statuses: { 401: dictionaryStatuses[401] },
    otherwise:
      'HOTEL_NOT_FOUND for an unknown hotel; INTERNAL_ERROR when the service is in trouble and asking again may help.',
  },
  'hotel-search': hotels(
    'Takes a timeout, which is what the suppliers get: the answer comes some seconds after it. Its unit and its place are not shown.',
    {
      description:
        'A searchId for what follows, hotels with a minimum price each, and offers, ranked where that is on.',
      holds: hotelOffer,
    },
  ),
  'hotel-pricing': hotels('All that one hotel of a search offers.', {
    description:
      'Every room and rate, with what makes up its price and what an early check-in or a late check-out costs; ranked like a search.',
    holds: hotelOffer,
  }),
  'offer-pricing': hotels('Asks whether an offer still costs what it did, before it is booked.', {
    description: 'The offer with its price of now.',
    holds: hotelOffer,
  }),
  'create-booking': hotels(
    'Books an offer for guests who can be reached. One of the suppliers needs citizenship and gender of each of them.',
    { description: 'The booking with its status.' },
    'SUPPLIER_ERROR when the supplier does not want the booking, with its reason in the message; any other refusal.',
  ),
  'view-booking': hotels('Shows one booking, in as much detail as is asked for.', {
    description: 'Hotel, room, guests and prices; price detail only on request, then of every upsell as well.',
  }),
  'search-bookings': hotels('Filters by status, by dates of creation, or by both; how they are spelled is not shown.', {
    description: 'Bookings of the partner. How many one answer holds is not shown.',
  }),
  'cancel-booking': hotels('Ends a booking, for nothing or for a penalty.', {
    description: 'What the cancellation costs and what is given back.',
  }),
  'avia-search': flights('Where a journey by air begins.', 'A searchId for what follows, and offers with prices.'),
  'avia-availability': flights('Looks at given flights; no search is needed before.', 'The seats that are left.'),
  'avia-schedule': flights('Needs no search before.', 'The flights as they are published; no prices.'),
  'avia-offer-price': flights('Asks what an offer of a search costs now.', 'The offer with its price of now.'),
  'fare-rules': flights('Explains one fare.', 'The rules of the fare.'),
  'pnr-create': flights('Books an offer for its passengers.', 'The booking, whose bookingId is a UUID.'),
  'pnr-retrieve': flights('Shows one booking.', 'All that there is about the booking.'),
  'pnr-cancel': flights('Ends a booking.', 'The booking is cancelled.'),
  'pnr-reprice': flights('Asks the supplier again what a booking costs.', 'The booking at the fares of now.'),
  'ticket-issue': flights('Issues the tickets of a booking that pnr_create has made.', 'The tickets.'),
  'ticket-info': flights('Shows one ticket.', 'The ticket, with the status of its coupons.'),
  'ticket-cancel': flights(
    'Voids a ticket that is unused and was issued not long ago, usually within a day.',
    'An empty object; or success with the moment of the void in UTC, or no success with an error.',
    'VOID_TIME_EXPIRED when only a refund is left; TICKET_NOT_FOUND, TICKET_USED, INVALID_TICKET_STATE, BOOKING_NOT_FOUND, ACCESS_DENIED.',
  ),
  'ticket-exchange-calculation': flights(
    'Comes before an exchange.',
    'An exchangeId, and what the exchange would cost.',
  ),
  'ticket-exchange': flights('Needs the exchangeId of a calculation.', 'A new ticket, in place of the old one.'),
  'ticket-refund-calculation': flights('Comes before a refund.', 'What is given back, and what is kept.'),
  'ticket-refund': flights('Gives the money back as it was calculated.', 'The refund.'),
};

const jsonContent = (schema: JsonSchema): JsonSchema => ({ 'application/json': { schema } });

const responsesOf = (id: OperationId): JsonSchema => {
  const { success, statuses, otherwise } = prose[id];
  const { success: shown, refusal }: Payloads = payloads[id];
  const body = success.mayRefuse ? { anyOf: [componentRef(shown), componentRef(refusal)] } : componentRef(shown);
  return {
    [success.status]: {
      description: success.description,
      content: jsonContent(body),
      ...(success.holds && { 'x-holds': componentRef(success.holds) }),
    },
    ...Object.fromEntries(Object.entries(statuses).map(([status, description]) => [status, { description }])),
    default: { description: otherwise, content: jsonContent(componentRef(refusal)) },
  };
};

const parameterOf = (
  id: OperationId,
  parameter: { name: string; in: string; required: boolean; schema: JsonSchema },
) => {
  const description = prose[id].parameters?.[parameter.name];
  if (description === undefined)
    throw new Error(`parameter ${parameter.name} of ${id} has no description: add one here`);
  return { ...parameter, description };
};

const parametersOf = (id: OperationId): JsonSchema[] => {
  const { query }: Payloads = payloads[id];
  // Every parameter in a path is the id of something.
  const inPath = [...operations[id].path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) =>
    parameterOf(id, { name, in: 'path', required: true, schema: { type: 'integer' } }),
  );
  const inQuery = (query ? propertiesOf(query) : []).map(({ name, isRequired, schema }) =>
    parameterOf(id, { name, in: 'query', required: isRequired, schema }),
  );
  return [...inPath, ...inQuery];
};

/** Every request that is sent by POST has a body, shown or not. */
const requestBodyOf = (id: OperationId): JsonSchema | undefined => {
  const { body }: Payloads = payloads[id];
  if (body) return { required: true, content: jsonContent(componentRef(body)) };
  if (operations[id].method === 'GET') return undefined;
  return { required: true, description: 'What it holds is not shown.', content: jsonContent({}) };
};

const operationOf = (id: OperationId): JsonSchema => {
  const { summary, effect } = operations[id];
  const requestBody = requestBodyOf(id);
  const parameters = parametersOf(id);
  return {
    operationId: id,
    tags: [prose[id].tag],
    summary,
    description: prose[id].description,
    ...(effect === 'authenticates' && { security: [] }),
    ...(parameters.length > 0 && { parameters }),
    ...(requestBody && { requestBody }),
    responses: responsesOf(id),
  };
};

const componentSchemas = (): JsonSchema =>
  componentsOf(
    operationIds.flatMap((id): z.ZodType[] => {
      const { body, success, refusal }: Payloads = payloads[id];
      const { holds } = prose[id].success;
      return [...(body ? [body] : []), success, ...(holds ? [holds] : []), refusal];
    }),
  );

export const openApi = (): JsonSchema => ({
  openapi: '3.1.1',
  info: {
    title: 'Travel Booking Service',
    version: newestRevision,
    description:
      'The part of the interface that Preflight judges, derived from the schemas it judges with. Unknown fields are allowed everywhere. `x-sensitive` marks what must not be written down: `secret`, `personal`, or a `jwt`. `x-holds` names what stands somewhere in an answer whose form is not shown.',
  },
  servers: [
    {
      url: '{base_url}',
      description: 'One environment of the service.',
      variables: {
        base_url: { default: 'https://travel.example', description: 'Its address, without a slash at the end.' },
      },
    },
  ],
  security: [{ bearer: [] }],
  tags: [
    { name: 'authentication', description: 'Where a token comes from.' },
    { name: 'dictionary', description: 'Reference data, read only.' },
    { name: 'avia', description: 'Flights are searched, priced, booked and ticketed here.' },
    { name: 'hotels', description: 'Hotels are searched, priced and booked here.' },
  ],
  paths: Object.fromEntries(
    operationIds.map((id) => [operations[id].path, { [operations[id].method.toLowerCase()]: operationOf(id) }]),
  ),
  components: {
    schemas: componentSchemas(),
    securitySchemes: {
      bearer: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT', description: 'A token of the token operation.' },
    },
  },
});
