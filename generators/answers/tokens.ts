/** Drawn tokens, and stories of logins and of the life of a token (parts 2.1, 4.1 and 5). */
import fc from 'fast-check';
import type { Json } from '../../contracts/json.ts';
import { beginning, type Fields, ok, type Telling } from './telling.ts';
import { wire } from './wire.ts';

const minuteMs = 60_000;
const dayMs = 24 * 60 * minuteMs;

const base64url = (value: Json): string => Buffer.from(JSON.stringify(value)).toString('base64url');

const signed = (claims: Json): string => `${base64url({ alg: 'RS256', kid: '1' })}.${base64url(claims)}.c2lnbmF0dXJl`;

/** An encrypted token shows no claim. */
const encrypted = (id: string): string => `${base64url({ alg: 'dir', enc: 'A256GCM', kid: id })}..aXYx.Y2lwaGVy.dGFn`;

const iso = (ms: number): string => new Date(ms).toISOString();

/** Every form in which ISO 8601 tells a moment in UTC. */
const utcForms: readonly ((ms: number) => string)[] = [
  iso,
  (ms) => iso(ms).replace(/\.\d+Z/, 'Z'),
  (ms) => iso(ms).replace(/\.\d+Z/, '+00:00'),
  (ms) => iso(ms).replace('Z', '123456Z').replace('.', ','),
  (ms) => iso(ms).replaceAll(/[-:]|\.\d+/g, ''),
];

export const issuing = fc.record({
  id: fc.uuid(),
  kind: fc.constantFrom('signed', 'encrypted'),
  hasIat: fc.boolean(),
  hasExp: fc.boolean(),
  form: fc.constantFrom(...utcForms),
  /** How far from 24 hours to the second, which nobody minds. */
  jitterMs: fc.integer({ min: -20_000, max: 20_000 }),
  around: fc.constantFrom<Fields[]>({}, { error: null }, { tokenType: 'Bearer', expiresIn: 86_400 }),
});
type Issuing = typeof issuing extends fc.Arbitrary<infer T> ? T : never;

/** The answer to a login at this moment of the target. */
export const tokenOf = ({ id, kind, hasIat, hasExp, form, jitterMs, around }: Issuing, nowMs: number): Json => {
  const expiresMs = nowMs + dayMs + jitterMs;
  const claims = {
    jti: id,
    ...(hasIat && { iat: Math.floor(nowMs / 1000) }),
    ...(hasExp && { exp: Math.floor(expiresMs / 1000) }),
  };
  return { ...around, token: kind === 'signed' ? signed(claims) : encrypted(id), expiresAt: form(expiresMs) };
};

const asOwn = { bearer: 'missing', login: 'own' } as const;

/** Two logins, of which the second may be given the token of the first. */
export const logins = fc
  .tuple(wire, issuing, issuing, fc.boolean())
  .map(([drawn, first, second, isCached]): Telling => {
    const telling = beginning(drawn);
    const body = tokenOf(first, telling.now());
    telling.ask('token', asOwn, ok(body));
    telling.ask('token', { ...asOwn, serial: 2 }, ok(isCached ? body : tokenOf(second, telling.now())));
    return telling.end();
  });

/** A token from its issue until after its end, and the next one. */
export const tokenLife = fc
  .record({
    drawn: wire,
    first: issuing,
    second: issuing,
    byLever: fc.boolean(),
    dictionary: fc.constantFrom('countries', 'meal-types'),
  })
  .map(({ drawn, first, second, byLever, dictionary }): Telling => {
    const telling = beginning(drawn);
    const pass = (ms: number) => (byLever ? telling.advance(ms) : telling.wait(ms));
    const use = (serial: number) => telling.ask(dictionary, { serial }, ok([]));
    telling.ask('token', asOwn, ok(tokenOf(first, telling.now())));
    for (let times = 0; times < 3; times += 1) use(1);
    pass(dayMs - 30 * minuteMs);
    use(1);
    pass(45 * minuteMs);
    telling.ask(dictionary, { bearer: 'expired' }, { status: 401, body: null });
    telling.ask('token', { ...asOwn, serial: 2 }, ok(tokenOf(second, telling.now())));
    use(2);
    return telling.end();
  });
