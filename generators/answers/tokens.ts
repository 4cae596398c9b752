/** Drawn tokens, and stories of logins and of the life of a token (parts 2.1, 4.1 and 5). */
import fc from 'fast-check';
import { isJsonObject, type Json } from '../../contracts/json.ts';
import { claimsOf } from '../../contracts/jwt.ts';
import { tokenSuccess } from '../../contracts/schemas/token.ts';
import {
  type Breakage,
  breakage,
  everyAnswer,
  inTurn,
  oneAnswer,
  oneBody,
  type Story,
  type Which,
} from './breakage.ts';
import { departuresOf } from './departing.ts';
import type { Fields } from './entries.ts';
import { beginning, ok, refused, type Telling } from './telling.ts';
import { wire } from './wire.ts';

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const dayMs = 24 * hourMs;

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
  around: fc.constantFrom<{ [key: string]: Json }[]>({}, { error: null }, { tokenType: 'Bearer', expiresIn: 86_400 }),
});
export type Issuing = typeof issuing extends fc.Arbitrary<infer T> ? T : never;

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

const logins = fc.tuple(wire, issuing, issuing, fc.boolean()).map(([drawn, first, second, isCached]): Telling => {
  const telling = beginning(drawn);
  const body = tokenOf(first, telling.now());
  telling.ask('token', asOwn, ok(body));
  telling.ask('token', { ...asOwn, serial: 2 }, ok(isCached ? body : tokenOf(second, telling.now())));
  return telling.end();
});

/** A success of a login with some of it replaced. */
const inLogin = (change: (body: Fields, pick: (count: number) => number) => Fields | undefined) =>
  oneBody('token', (body, pick) => (isJsonObject(body) ? change(body, pick) : undefined));

const tokenIn = ({ token }: Fields): string => String(token);

/** What a signed token claims, with its times moved. */
const reclaimed = (token: string, moved: (claims: Fields) => Fields): string => {
  const [, payload = ''] = token.split('.');
  return signed(moved(JSON.parse(Buffer.from(payload, 'base64url').toString()) as Fields));
};

const expiryMs = ({ expiresAt }: Fields): number => {
  const text = String(expiresAt).replace(',', '.');
  const basic = /^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/.exec(text);
  return Date.parse(
    basic
      ? basic
          .slice(1)
          .join(' ')
          .replace(/(\d+) (\d+) (\d+) (.*)/, '$1-$2-$3T$4Z')
          .replaceAll(' ', ':')
      : text,
  );
};

const notUtc: readonly ((ms: number) => string)[] = [
  (ms) => iso(ms).replace('Z', ''),
  (ms) => iso(ms).replace('Z', '+03:00'),
  (ms) => new Date(ms).toUTCString(),
  (ms) => iso(ms).replace(/T.*/, ''),
  (ms) => String(ms),
  () => '2026-02-30T10:00:00Z',
];

/** Beyond a minute either way, which is the tolerance. */
const offMs = [3 * minuteMs, hourMs, dayMs, -3 * minuteMs, -hourMs, -23 * hourMs];

const opaque: readonly ((token: string) => string)[] = [
  () => 'b9f1c2',
  (token) => `Bearer ${token}`,
  (token) => token.split('.').slice(0, 2).join('.'),
  (token) => `${base64url('text')}.${token.split('.').slice(1).join('.')}`,
];

const errors: readonly Json[] = [
  { code: 'OK', message: 'fine' },
  'none',
  { code: 'AUTHENTICATION_FAILED', message: 'No.' },
];

const loginBreakages: readonly Breakage[] = [
  breakage(
    'token.success-has-token-and-expiry',
    'departs from the schema of a success',
    oneBody('token', (body, pick) => inTurn(departuresOf(tokenSuccess, body), pick)[0]?.value),
  ),
  breakage(
    'token.success-has-no-error',
    'carries an error',
    inLogin((body, pick) => ({ ...body, error: errors[pick(errors.length)] ?? null })),
  ),
  breakage(
    'token.is-jwt',
    'gives a token of another kind',
    inLogin((body, pick) => ({ ...body, token: opaque[pick(opaque.length)]?.(tokenIn(body)) ?? null })),
  ),
  breakage(
    'token.expiry-is-iso-utc',
    'writes the expiry in another form',
    inLogin((body, pick) => ({ ...body, expiresAt: notUtc[pick(notUtc.length)]?.(expiryMs(body)) ?? null })),
  ),
  breakage(
    'token.lifetime-is-one-day',
    'lets a token live for another time',
    inLogin((body, pick) => {
      if (claimsOf(tokenIn(body)).iat === undefined) return undefined;
      const ms = offMs[pick(offMs.length)] ?? 0;
      const token = reclaimed(tokenIn(body), (claims) => ({
        ...claims,
        ...(claims.exp !== undefined && { exp: Number(claims.exp) + ms / 1000 }),
      }));
      return { ...body, token, expiresAt: iso(expiryMs(body) + ms) };
    }),
  ),
  breakage(
    'token.expiry-agrees-with-exp-claim',
    'claims another expiry than it tells',
    inLogin((body, pick) => {
      if (claimsOf(tokenIn(body)).exp === undefined) return undefined;
      const ms = offMs[pick(offMs.length)] ?? 0;
      return {
        ...body,
        token: reclaimed(tokenIn(body), (claims) => ({ ...claims, exp: Number(claims.exp) + ms / 1000 })),
      };
    }),
  ),
  breakage(
    'token.needs-no-bearer',
    'asks a login for a bearer',
    everyAnswer('token', refused(401, 'UNAUTHORIZED'), { status: 401, body: {} }),
  ),
];

const life = fc
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
    const use = (part: string, serial = 1) => telling.ask(dictionary, { serial, part }, ok([]));
    telling.ask('token', { ...asOwn, part: 'first' }, ok(tokenOf(first, telling.now())));
    for (const part of ['before', 'between', 'after']) use(part);
    pass(dayMs - 30 * minuteMs);
    use('late');
    pass(45 * minuteMs);
    telling.ask(dictionary, { bearer: 'expired', part: 'expired' }, { status: 401, body: null });
    telling.ask('token', { ...asOwn, serial: 2, part: 'second' }, ok(tokenOf(second, telling.now())));
    use('renewed', 2);
    return telling.end();
  });

const inPart =
  (part: string): Which =>
  (step) =>
    step.part === part;

const unauthorized = [{ status: 401 }, refused(401, 'UNAUTHORIZED'), refused(401, 'TOKEN_EXPIRED')];

const firstTokenOf = ({ steps: [first] }: Telling): Json | undefined => first?.answer?.body;

const lifeBreakages: readonly Breakage[] = [
  breakage('token.works-until-expiry', 'refuses a token late in its life', oneAnswer(inPart('late'), ...unauthorized)),
  breakage('token.serves-many-requests', 'refuses a token now and then', oneAnswer(inPart('between'), ...unauthorized)),
  breakage(
    'token.renewed-after-expiry',
    'refuses a login after the expiry',
    oneAnswer(inPart('second'), refused(403, 'BLOCKED'), refused(400, 'AUTHENTICATION_FAILED')),
  ),
  breakage('token.renewed-after-expiry', 'refuses the new token', everyAnswer(inPart('renewed'), ...unauthorized)),
  breakage('token.renewed-after-expiry', 'gives the expired token again', (telling, pick) => {
    const body = firstTokenOf(telling);
    // Without iat its time is too short as well.
    if (!isJsonObject(body) || claimsOf(tokenIn(body)).iat === undefined) return undefined;
    return oneAnswer(inPart('second'), ok(body))(telling, pick);
  }),
  breakage(
    'bearer.expired-token-is-unauthorized',
    'accepts an expired token',
    oneAnswer(inPart('expired'), ok([]), refused(403, 'EXPIRED'), { status: 400 }),
  ),
];

export const tokenStories: readonly Story[] = [
  { name: 'logins', conforming: logins, breakages: loginBreakages },
  { name: 'the life of a token', conforming: life, breakages: lifeBreakages },
];
