/** A partner who sells hotels of a sandbox world in either dialect: speaks through the bindings of its target file. */
import assert from 'node:assert/strict';
import { after, before, describe } from 'node:test';
import type { Binding } from '../../../contracts/bindings.ts';
import type { Facts, OfferFact } from '../../../contracts/facts.ts';
import type { BoundOperation, GuestIntent, Intents, SearchIntent, StayIntent } from '../../../contracts/intents.ts';
import { factsOf } from '../../../contracts/locate.ts';
import { type OperationId, operations } from '../../../contracts/operations.ts';
import { preflightPartner } from '../../../sandbox/access/tokens.ts';
import { type DialectId, dialectIds } from '../../../sandbox/dialects.ts';
import type { Sandbox } from '../../../sandbox/server.ts';
import nested from '../../../targets/sandbox.ts';
import flat from '../../../targets/sandbox-flat.ts';
import { call, json, login, stillSandbox } from './caller.ts';

export const targets = { nested, flat } as const;

/** The same tests in each dialect, with a sandbox that is open while they run. */
export const inEachDialect = (
  what: string,
  tests: (dialect: DialectId, sandbox: () => Sandbox) => void,
  scale: 'small' | 'full' = 'small',
): void => {
  for (const dialect of dialectIds) {
    describe(`${dialect} ${what}`, () => {
      let sandbox: Sandbox;
      before(async () => {
        sandbox = await stillSandbox({ world: { dialect, scale } });
      });
      after(() => sandbox.close());
      tests(dialect, () => sandbox);
    });
  }
};

/** A separate world of a sandbox, and how its clock is moved. */
export const separateWorld = (sandbox: Sandbox, dialect: DialectId) => {
  const { id, baseUrl } = sandbox.openWorld({ dialect, scale: 'small' });
  return { baseUrl, advance: (byMs: number) => sandbox.world(id)?.advance(byMs) };
};

export type Said = { readonly status: number; readonly body: Record<string, unknown>; readonly facts: Facts };

export type HotelPartner = {
  readonly ask: <Operation extends BoundOperation>(operation: Operation, intent: Intents[Operation]) => Promise<Said>;
  /** Sends a body as it is. */
  readonly send: (operation: OperationId, body: string) => Promise<{ status: number; body: Record<string, unknown> }>;
  readonly search: (intent?: Partial<SearchIntent>) => Promise<Said & { readonly intent: SearchIntent }>;
  /** Searches, prices the first hotel, and finds an offer of it. */
  readonly choose: (isMeant?: (offer: OfferFact) => boolean, intent?: Partial<SearchIntent>) => Promise<Chosen>;
  readonly book: (chosen: Chosen, change?: (guest: GuestIntent) => GuestIntent) => Promise<Said>;
};

export type Chosen = { readonly searchId: string; readonly offer: OfferFact; readonly search: SearchIntent };

export const stay: StayIntent = {
  checkIn: '2026-11-06',
  checkOut: '2026-11-09',
  rooms: [
    { adults: 2, childrenAges: [4] },
    { adults: 1, childrenAges: [] },
  ],
};

export const guest: GuestIntent = {
  firstName: 'Anna',
  lastName: 'Pfqabcdefghijk',
  birthDate: '1990-02-28',
  citizenship: 'RU',
  gender: 'female',
  isChild: false,
};

const bindingOf = <Operation extends BoundOperation>(dialect: DialectId, operation: Operation) => {
  const binding = targets[dialect].bindings?.[operation];
  assert.ok(binding);
  return binding as unknown as Binding<Operation>;
};

export const hotelPartner = async (
  baseUrl: string,
  dialect: DialectId,
  credentials: unknown = preflightPartner,
): Promise<HotelPartner> => {
  const { token } = json(await login(baseUrl, credentials));

  const send: HotelPartner['send'] = async (operation, body) => {
    const answer = await call(`${baseUrl}${operations[operation].path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
      body,
    });
    return { status: answer.status, body: json(answer) };
  };

  const ask: HotelPartner['ask'] = async (operation, intent) => {
    const binding = bindingOf(dialect, operation);
    const details = 'details' in intent ? { details: intent.details } : {};
    const built = { ...Object(binding.request(intent)), ...details };
    const { status, body } = await send(operation, JSON.stringify(built));
    const read = () => factsOf(operation, body as never, binding.response?.(body, intent));
    return { status, body, facts: status === 200 ? read() : {} };
  };

  const search: HotelPartner['search'] = async (given = {}) => {
    const intent = { region: targets[dialect].known?.region ?? null, stay, ...given };
    return { ...(await ask('hotel-search', intent)), intent };
  };

  const choose: HotelPartner['choose'] = async (isMeant = () => true, given) => {
    const { facts, intent } = await search(given);
    const [first] = facts.offers ?? [];
    assert.ok(first);
    const found = { searchId: String(facts.searchId), search: intent };
    const asked = { ...found, hotelId: first.hotelId ?? null, offer: first };
    const offer = (await ask('hotel-pricing', asked)).facts.offers?.find(isMeant);
    assert.ok(offer);
    return { ...found, offer };
  };

  const book: HotelPartner['book'] = (chosen, change = (one) => one) => {
    const guests = chosen.search.stay.rooms.map(({ adults, childrenAges }) => [
      ...Array.from({ length: adults }, () => change(guest)),
      ...childrenAges.map(() => change({ ...guest, isChild: true, birthDate: '2022-05-05' })),
    ]);
    const contact = { email: 'desk@partner.invalid', phone: '+70000000000' };
    const { earlyCheckIns = [], lateCheckOuts = [] } = chosen.offer;
    const upsells = [...earlyCheckIns.slice(0, 1), ...lateCheckOuts.slice(0, 1)];
    return ask('create-booking', { ...chosen, guests, contact, upsells });
  };

  return { ask, send, search, choose, book };
};

export const isFree = ({ freeCancellationUntil }: OfferFact): boolean => typeof freeCancellationUntil === 'string';
