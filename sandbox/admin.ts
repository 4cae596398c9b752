/**
 * The levers of the sandbox over HTTP: opens and removes worlds, moves their clocks, gives them deviations, uses
 * coupons, reports what they have seen.
 */

import type { IncomingHttpHeaders } from 'node:http';
import type { FastifyInstance, FastifyReply } from 'fastify';
import type { OperationId } from '../contracts/operations.ts';
import { useCoupon } from './avia/reported.ts';
import { dialectIds, isAnyDialectId } from './dialects.ts';
import { type AnyFaultId, isAnyFaultId } from './faults.ts';
import { isOddityId, type OddityId } from './oddities.ts';
import { isOperationId } from './operations.ts';
import { isTroubleId, type PlannedTrouble } from './troubles.ts';
import type { World } from './world.ts';
import { type Deviations, defaultWorldId, type OpenedWorld, type WorldOptions, type Worlds } from './worlds.ts';

/** Reads the bodies of the admin interface, and refuses in one line what it does not understand. */
class BadInput extends Error {}

const advanceMsMax = 10 * 366 * 24 * 60 * 60 * 1000;

/** No world's clock goes beyond the year 9999, where ISO 8601 would need a sign. */
const latestMs = Date.UTC(9999, 0);

const known = (fields: unknown, what: string, allowed: readonly string[]): Readonly<Record<string, unknown>> => {
  if (typeof fields !== 'object' || fields === null || Array.isArray(fields)) {
    throw new BadInput(`${what} must be an object`);
  }
  const unknown = Object.keys(fields).find((key) => !allowed.includes(key));
  if (unknown !== undefined) {
    throw new BadInput(`unknown field ${JSON.stringify(unknown.slice(0, 80))}: known are ${allowed.join(', ')}`);
  }
  return fields as Record<string, unknown>;
};

const fieldsIn = (text: unknown, allowed: readonly string[]): Readonly<Record<string, unknown>> => {
  let body: unknown;
  try {
    body = text === undefined || text === null || text === '' ? {} : JSON.parse(String(text));
  } catch {
    throw new BadInput('the body is not JSON');
  }
  return known(body, 'the body', allowed);
};

const idsIn = <Id extends string>(what: string, value: unknown, isId: (id: string) => id is Id): readonly Id[] => {
  if (!Array.isArray(value)) throw new BadInput(`${what} must be a list of ids`);
  return value.map((id: unknown) => {
    if (typeof id === 'string' && isId(id)) return id;
    throw new BadInput(`${what}: no such id ${String(JSON.stringify(id)).slice(0, 80)}`);
  });
};

const troublesIn = (value: unknown): readonly PlannedTrouble[] => {
  if (!Array.isArray(value)) throw new BadInput('troubles must be a list of { id, operations }');
  return value.map((one: unknown) => {
    const { id, operations } = known(one, 'a trouble', ['id', 'operations']);
    const [troubleId] = idsIn('troubles', [id], isTroubleId);
    if (troubleId === undefined) throw new BadInput('troubles: an id is missing');
    return {
      id: troubleId,
      ...(operations !== undefined && { operations: idsIn<OperationId>('operations', operations, isOperationId) }),
    };
  });
};

const startIn = (value: unknown): number => {
  const startsAtMs = typeof value === 'string' ? Date.parse(value) : value;
  if (typeof startsAtMs === 'number' && startsAtMs >= 0 && startsAtMs < latestMs) return startsAtMs;
  throw new BadInput('now must be a moment in ISO 8601 or in milliseconds since 1970, before the year 9999');
};

const copied = (id: unknown, worlds: Worlds): Partial<WorldOptions> => {
  const world = typeof id === 'string' ? worlds.find(id) : undefined;
  if (!world) throw new BadInput(`like: no world has the id ${JSON.stringify(id).slice(0, 80)}`);
  const { seed, scale, dialect, faults, oddities, troubles, now } = world.options;
  return { seed, scale, dialect, faults, oddities, troubles, now };
};

/** What `POST /_admin/worlds` asks for; fields that are given win over those of the world copied by `like`. */
const worldOptionsIn = (text: unknown, worlds: Worlds): Partial<WorldOptions> => {
  const { like, seed, scale, dialect, faults, oddities, troubles, now } = fieldsIn(text, [
    'like',
    'seed',
    'scale',
    'dialect',
    'faults',
    'oddities',
    'troubles',
    'now',
  ]);
  if (seed !== undefined && !Number.isSafeInteger(seed)) throw new BadInput('seed must be an integer');
  if (scale !== undefined && scale !== 'full' && scale !== 'small') throw new BadInput('scale must be full or small');
  if (dialect !== undefined && !isAnyDialectId(dialect)) {
    throw new BadInput(`dialect must be one of ${dialectIds.join(', ')}, or a number`);
  }
  return {
    ...(like !== undefined && copied(like, worlds)),
    ...(seed !== undefined && { seed: seed as number }),
    ...(scale !== undefined && { scale }),
    ...(dialect !== undefined && { dialect }),
    ...(faults !== undefined && { faults: idsIn<AnyFaultId>('faults', faults, isAnyFaultId) }),
    ...(oddities !== undefined && { oddities: idsIn<OddityId>('oddities', oddities, isOddityId) }),
    ...(troubles !== undefined && { troubles: troublesIn(troubles) }),
    ...(now !== undefined && { startsAtMs: startIn(now) }),
  };
};

/** The deviations that `PUT /_admin/worlds/:id/deviations` gives a world; it replaces all that the world had. */
const deviationsIn = (text: unknown): Deviations => {
  const { faults = [], oddities = [], troubles = [] } = fieldsIn(text, ['faults', 'oddities', 'troubles']);
  return {
    faults: idsIn<AnyFaultId>('faults', faults, isAnyFaultId),
    oddities: idsIn<OddityId>('oddities', oddities, isOddityId),
    troubles: troublesIn(troubles),
  };
};

/** How far `POST /_admin/worlds/:id/clock` moves the clock; never back, since tokens would come alive again. */
const advanceIn = (text: unknown, world: World): number => {
  const { advanceMs } = fieldsIn(text, ['advanceMs']);
  if (typeof advanceMs !== 'number' || !Number.isInteger(advanceMs) || advanceMs < 0 || advanceMs > advanceMsMax) {
    throw new BadInput(`advanceMs must be an integer from 0 to ${advanceMsMax}`);
  }
  if (world.now() + advanceMs >= latestMs) throw new BadInput('advanceMs would move the clock beyond the year 9999');
  return advanceMs;
};

/** Which ticket `POST /_admin/worlds/:id/coupons` uses a coupon of. */
const ticketIn = (text: unknown): { readonly bookingId: string; readonly ticketNumber: string } => {
  const { bookingId, ticketNumber } = fieldsIn(text, ['bookingId', 'ticketNumber']);
  if (typeof bookingId !== 'string' || typeof ticketNumber !== 'string') {
    throw new BadInput('bookingId and ticketNumber must be texts');
  }
  return { bookingId, ticketNumber };
};

type WorldById = { Params: { id: string } };

const timeOf = (world: OpenedWorld): string => new Date(world.now()).toISOString();

const loopback = /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/i;

/**
 * A page of another site may have its name lead to this machine, or send a form to it. A browser says under which name
 * it asks, and for whose page.
 */
const isForeign = ({ host = '', origin, 'sec-fetch-site': site }: IncomingHttpHeaders, own: string): boolean => {
  if (host !== own && !loopback.test(host.replace(/:\d+$/, ''))) return true;
  if (site !== undefined && site !== 'same-origin' && site !== 'none') return true;
  return origin !== undefined && (!URL.canParse(origin) || new URL(origin).host !== host);
};

export const adminRoutes = (app: FastifyInstance, worlds: Worlds, url: () => string): void => {
  app.addHook('onRequest', async (request, reply) => {
    if (!request.routeOptions.url?.startsWith('/_admin') || !isForeign(request.headers, new URL(url()).host)) return;
    await reply
      .code(403)
      .send({ message: 'the request is of another site: call the levers from this machine by its name' });
  });

  /** Answers with what `act` returns, or says in one line what was wrong. */
  const answerWith = (reply: FastifyReply, status: number, act: () => unknown): FastifyReply => {
    try {
      return reply.code(status).send(act());
    } catch (error) {
      if (error instanceof BadInput || error instanceof RangeError)
        return reply.code(400).send({ message: error.message });
      throw error;
    }
  };

  const withWorld = (reply: FastifyReply, id: string, act: (world: OpenedWorld) => unknown): FastifyReply => {
    const world = worlds.find(id);
    return world
      ? answerWith(reply, 200, () => act(world))
      : reply.code(404).send({ message: `no world has the id ${id.slice(0, 80)}` });
  };

  app.post('/_admin/worlds', (request, reply) =>
    answerWith(reply, 201, () => {
      const { id } = worlds.open(worldOptionsIn(request.body, worlds));
      return { id, baseUrl: `${url()}${worlds.pathOf(id)}` };
    }),
  );

  app.post<WorldById>('/_admin/worlds/:id/clock', (request, reply) =>
    withWorld(reply, request.params.id, (world) => {
      world.advance(advanceIn(request.body, world));
      return { now: timeOf(world) };
    }),
  );

  app.post<WorldById>('/_admin/worlds/:id/coupons', (request, reply) =>
    withWorld(reply, request.params.id, (world) => {
      const { bookingId, ticketNumber } = ticketIn(request.body);
      if (useCoupon(bookingId, ticketNumber, world)) return { bookingId, ticketNumber };
      throw new BadInput('there is no such ticket with an open coupon');
    }),
  );

  app.put<WorldById>('/_admin/worlds/:id/deviations', (request, reply) =>
    withWorld(reply, request.params.id, (world) => {
      const deviations = deviationsIn(request.body);
      world.deviate(deviations);
      return deviations;
    }),
  );

  app.get<WorldById>('/_admin/worlds/:id', (request, reply) =>
    withWorld(reply, request.params.id, (world) => ({
      id: world.id,
      now: timeOf(world),
      tokensRequested: world.counted('tokens requested'),
      requests: world.counted('requests'),
      dialect: world.options.dialect,
      faults: world.options.faults,
      oddities: world.options.oddities,
      troubles: world.options.troubles,
    })),
  );

  app.delete<WorldById>('/_admin/worlds/:id', (request, reply) =>
    withWorld(reply, request.params.id, ({ id }) => {
      if (id === defaultWorldId) throw new BadInput('the default world cannot be deleted');
      worlds.remove(id);
      return { id };
    }),
  );
};
