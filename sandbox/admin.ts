/** The levers of the sandbox over HTTP: opens and removes worlds, moves their clocks, gives them faults, uses coupons, tells what they have seen. */
import type { IncomingHttpHeaders } from 'node:http';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { advanceIn, BadInput, deviationsIn, ticketIn, worldOptionsIn } from './admin-input.ts';
import { useCoupon } from './avia/coupons.ts';
import { defaultWorldId, type OpenedWorld, type Worlds } from './worlds.ts';

type ById = { Params: { id: string } };

const timeOf = (world: OpenedWorld): string => new Date(world.now()).toISOString();

const loopback = /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/i;

/**
 * A page of another site may have its name lead to this machine, or send a form to it: a browser says under which name it
 * asks, and for whose page.
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

  app.post<ById>('/_admin/worlds/:id/clock', (request, reply) =>
    withWorld(reply, request.params.id, (world) => {
      world.advance(advanceIn(request.body, world));
      return { now: timeOf(world) };
    }),
  );

  app.post<ById>('/_admin/worlds/:id/coupons', (request, reply) =>
    withWorld(reply, request.params.id, (world) => {
      const { bookingId, ticketNumber } = ticketIn(request.body);
      if (useCoupon(bookingId, ticketNumber, world)) return { bookingId, ticketNumber };
      throw new BadInput('there is no such ticket with an open coupon');
    }),
  );

  app.put<ById>('/_admin/worlds/:id/deviations', (request, reply) =>
    withWorld(reply, request.params.id, (world) => {
      const deviations = deviationsIn(request.body);
      world.deviate(deviations);
      return deviations;
    }),
  );

  app.get<ById>('/_admin/worlds/:id', (request, reply) =>
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

  app.delete<ById>('/_admin/worlds/:id', (request, reply) =>
    withWorld(reply, request.params.id, ({ id }) => {
      if (id === defaultWorldId) throw new BadInput('the default world cannot be deleted');
      worlds.remove(id);
      return { id };
    }),
  );
};
