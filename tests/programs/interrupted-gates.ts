/** Interrupts a real gate on a service that takes its time with every effect, and reports what is left. */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { setTimeout as delay } from 'node:timers/promises';
import type { Entry } from '../../client/ledgers/booking-ledger.ts';
import { bookingLedgerOf } from '../../client/ledgers/user-ledgers.ts';
import { preflightPartner } from '../../sandbox/access/tokens.ts';
import type { Sandbox } from '../../sandbox/server.ts';
import { openedWorld, writeTargetWithoutLevers } from '../cli/planted-service.ts';
import { type Ended, emptyFolder, listening, type Started, started } from '../cli/preflight-process.ts';
import { openIn } from './killed-bookings.ts';

const effectPath = /\/(create_booking|cancel_booking|pnr_create|pnr_cancel|ticket_(?:issue|cancel|exchange|refund))$/;

/** In front of the sandbox: the answers of effects wait. */
const slowly = async (upstream: string, delayMs: () => number) => {
  /** The name of each effect that the service has done and not answered yet. */
  const underWay: string[] = [];
  let requests = 0;
  const pass = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    requests += 1;
    const { method = 'GET', url = '/', headers } = request;
    const body = await text(request);
    const { authorization } = headers;
    const answer = await fetch(`${upstream}${url}`, {
      method,
      headers: { 'content-type': 'application/json', ...(authorization && { authorization }) },
      ...(method === 'POST' && { body }),
    });
    const answered = await answer.text();
    const [, effect] = effectPath.exec(url) ?? [];
    if (effect !== undefined) {
      underWay.push(effect);
      await delay(delayMs());
    }
    response.writeHead(answer.status, { 'content-type': answer.headers.get('content-type') ?? 'application/json' });
    response.end(answered);
    if (effect !== undefined) underWay.splice(underWay.indexOf(effect), 1);
  };
  const server = createServer((request, response) => {
    pass(request, response).catch(() => response.destroy());
  });
  const { url } = await listening(server);
  return {
    url,
    underWay: (): readonly string[] => underWay,
    requests: () => requests,
    close: () => server.closeAllConnections(),
    closed: () => new Promise((resolve) => server.close(resolve)),
  };
};

export type Service = Omit<Awaited<ReturnType<typeof slowly>>, 'close' | 'closed' | 'url'>;

export type Interrupted = {
  readonly ended: Ended;
  readonly entries: readonly Entry[];
  readonly open: ReturnType<typeof openIn>;
};

/**
 * Runs a gate in its own world, and signals it as asked.
 * @param signals Resolves when all signals have been sent, or the gate has ended.
 */
export const interruptedGate = async (
  sandbox: Sandbox,
  { only, seed, delayMs }: { readonly only: string; readonly seed: number; readonly delayMs: () => number },
  signals: (run: Started, service: Service) => Promise<void>,
): Promise<Interrupted> => {
  const { world, baseUrl } = openedWorld(sandbox, { scale: 'small' });
  const { origin, pathname } = new URL(baseUrl);
  const service = await slowly(origin, delayMs);
  try {
    const folder = emptyFolder();
    writeTargetWithoutLevers(folder, []);
    const url = `${service.url}${pathname}`;
    const run = started(['gate', '--target', './acme.ts', '--seed', String(seed), '--only', only], {
      folder,
      environment: { PREFLIGHT_SANDBOX_URL: url },
    });
    await Promise.race([signals(run, service), run.ended]);
    const ended = await run.ended;
    const state = join(folder, 'state', 'preflight');
    const ledger = bookingLedgerOf({ baseUrl: url, credentials: preflightPartner }, { PREFLIGHT_STATE: state });
    return { ended, entries: await ledger.entries(), open: openIn(world) };
  } finally {
    service.close();
    await service.closed();
  }
};

export const nothingOpen = { hotels: 0, flights: 0, tickets: 0 };
