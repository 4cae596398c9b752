/**
 * Another implementation of the interface, written from its text and unlike the sandbox in all that is left open:
 * tokens signed with RSA that show no iat, refusals by 403 with more fields, plain bodies on 401, a base path.
 */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import { generateKeyPair, jwtVerify, SignJWT } from 'jose';
import { listening } from './preflight-process.ts';

/** A certificate for 127.0.0.1 that only its own key has signed, and that key: it protects nothing. */
export const key = `-----BEGIN PRIVATE KEY-----
MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgUKPkwglx03ZLAJQj
vm/bSktbag62kPJHxqoR+4MgTymhRANCAAQ31RyUv67LKcyZ09m0Mz5dJeaOsRws
96DkwU7DkVVxZCC0angmW5S733yJ2KdEhQNeKbCVMOsJcerJnFYnDDwO
-----END PRIVATE KEY-----`;

export const cert = `-----BEGIN CERTIFICATE-----
MIIBjzCCATagAwIBAgIUAdM4cqh1RPjShCkcCOhc7m4aSeUwCgYIKoZIzj0EAwIw
FDESMBAGA1UEAwwJbG9jYWxob3N0MCAXDTI2MTEyMzA5MTUwNloYDzIxMjYxMDMw
MDkxNTA2WjAUMRIwEAYDVQQDDAlsb2NhbGhvc3QwWTATBgcqhkjOPQIBBggqhkjO
PQMBBwNCAAQ31RyUv67LKcyZ09m0Mz5dJeaOsRws96DkwU7DkVVxZCC0angmW5S7
33yJ2KdEhQNeKbCVMOsJcerJnFYnDDwOo2QwYjAdBgNVHQ4EFgQUfvJkJXUKsjGK
vqji0c5FTISpNvQwHwYDVR0jBBgwFoAUfvJkJXUKsjGKvqji0c5FTISpNvQwDwYD
VR0TAQH/BAUwAwEB/zAPBgNVHREECDAGhwR/AAABMAoGCCqGSM49BAMCA0cAMEQC
IC/nxuFb+RuiMFN7EZuV3bCrwLhAbZuwHROO5AGUzM1jAiAOeHeLCjHVOTQSyHh8
sSjz+aZWmB5ZMijZyN10gnyGpw==
-----END CERTIFICATE-----`;

export const clientId = 'ACME/42';
/** The canary: no file that a run writes may hold it. */
export const clientSecret = 'canary-Q7hV2xkP9sWd4T';

type Misbehaviour = {
  /** Answers every request with this instead. */
  readonly everything?: (request: IncomingMessage, response: ServerResponse) => void;
  /** A secret that this service does not take for the right one. */
  readonly secret?: string;
};

export type AnotherService = {
  readonly url: string;
  /** In which the target `live` is this service. */
  readonly live: NodeJS.ProcessEnv;
  readonly requests: string[];
  close(): void;
};

const dayS = 24 * 3600;

const countries = [
  { codeA3: 'prt', codeA2: 'pt', nameEn: 'Portugal', nameRu: 'Португалия', id: 7, iso: { numeric: 620 } },
  { codeA3: 'nzl', codeA2: 'nz', nameEn: 'New Zealand', nameRu: 'Новая Зеландия', id: 1_000_000_007, iso: null },
];

const city = (id: number, name: string, [latitude, longitude]: [number, number]) => {
  const { id: countryId, nameRu, nameEn } = countries[0] ?? { id: 0, nameRu: '', nameEn: '' };
  return {
    id,
    nameEn: name,
    nameRu: name,
    latitude,
    longitude,
    population: 1e5,
    country: { id: countryId, nameRu, nameEn, code: 'pt' },
  };
};

const named = (id: number, nameEn: string) => ({ id, nameEn, nameRu: nameEn });

const lists: Readonly<Record<string, unknown>> = {
  'accommodation-types': [named(2, 'Inn'), named(3, 'Houseboat')],
  amenities: [
    { ...named(1, 'Pool'), group: named(5, 'Leisure'), level: 'Hotel' },
    { ...named(2, 'Bath'), group: null, level: null },
    named(30, 'Stove'),
  ],
  'bed-types': [{ id: 9, label: 'King' }],
  'meal-types': [],
};

const card = (id: number) => ({
  hotel: {
    id,
    isDeleted: true,
    name: { ru: 'Дом', en: 'House' },
    stars: 0,
    phones: ['+351 canary 1'],
    amenities: [{ id: 1 }, 'Pool'],
    photos: [],
    category: { id: 3, name: 'Houseboat' },
    owner: { phone: 'canary' },
  },
});

const cities = [city(1, 'Lisboa', [39, -9]), city(12, 'Porto', [41.15, -8.61]), city(103, 'Faro', [37, -8])];

export const anotherService = async ({
  everything,
  secret = clientSecret,
}: Misbehaviour = {}): Promise<AnotherService> => {
  const { privateKey, publicKey } = await generateKeyPair('RS256');
  const requests: string[] = [];

  const json = (response: ServerResponse, status: number, body: unknown) => {
    response.writeHead(status, { 'content-type': 'application/json' });
    response.end(JSON.stringify(body));
  };

  const login = async (request: IncomingMessage, response: ServerResponse) => {
    const body = JSON.parse(await text(request)) as Record<string, unknown>;
    if (body.clientId !== clientId || body.clientSecret !== secret) {
      const message = `No partner ${body.clientId} with secret ${body.clientSecret}`;
      return json(response, 403, {
        token: null,
        error: { code: 'AUTHENTICATION_FAILED', message, traceId: 'canary-trace' },
        hint: body,
      });
    }
    const expiresAtS = Math.floor(Date.now() / 1000) + dayS;
    const token = await new SignJWT({ partner: clientSecret })
      .setProtectedHeader({ alg: 'RS256' })
      .setExpirationTime(expiresAtS)
      .sign(privateKey);
    const expiresAt = new Date(expiresAtS * 1000).toISOString().replace('.000Z', '.0000000+00:00');
    return json(response, 200, { error: null, token, expiresAt, owner: { mail: 'canary@acme.example' } });
  };

  const isKnown = (header: string | undefined): Promise<boolean> =>
    jwtVerify(/^Bearer (.+)$/.exec(header ?? '')?.[1] ?? '', publicKey, { algorithms: ['RS256'] }).then(
      () => true,
      () => false,
    );

  const answer = async (request: IncomingMessage, response: ServerResponse) => {
    const { pathname, searchParams } = new URL(request.url ?? '', 'http://x');
    requests.push(`${request.method} ${pathname}`);
    if (everything) return everything(request, response);
    if (pathname === '/partners/v3/auth/token') return login(request, response);
    if (!(await isKnown(request.headers.authorization))) return response.writeHead(401).end('Who are you?');
    if (pathname === '/partners/v3/api/dictionary/countries') return json(response, 200, countries);
    const [, list = ''] = /^\/partners\/v3\/api\/dictionary\/hotels\/([a-z-]+)$/.exec(pathname) ?? [];
    if (Object.hasOwn(lists, list)) return json(response, 200, lists[list]);
    const [, hotel] = /^\/partners\/v3\/api\/dictionary\/hotels\/(\d+)\/static$/.exec(pathname) ?? [];
    if (hotel === '77') return json(response, 200, card(77));
    if (hotel) return json(response, 200, { result: { code: 'HOTEL_NOT_FOUND', text: 'canary' } });
    if (pathname !== '/partners/v3/api/dictionary/cities') return response.writeHead(404).end('Not here.');
    const countryId = searchParams.get('countryId') ?? '';
    if (!/^-?\d+$/.test(countryId)) return response.writeHead(400).end();
    return json(response, 200, Number(countryId) === 7 ? cities : []);
  };

  const { url, close } = await listening(
    createServer((request, response) => {
      answer(request, response).catch(() => response.destroy());
    }),
  );
  const live = {
    PREFLIGHT_URL: `${url}/partners/v3`,
    PREFLIGHT_CLIENT_ID: clientId,
    PREFLIGHT_CLIENT_SECRET: clientSecret,
  };
  return { url: live.PREFLIGHT_URL, live, requests, close };
};
