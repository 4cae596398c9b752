/** The sandbox behind a proxy that plants in every answer what must not leave: foreign data, and credentials. */
import { randomBytes, randomInt } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { gunzipSync } from 'node:zlib';
import type { PendingId } from '../../contracts/pending.ts';
import { preflightPartner } from '../../sandbox/access/tokens.ts';
import { type Sandbox, startSandbox } from '../../sandbox/server.ts';
import type { World } from '../../sandbox/world.ts';
import type { WorldOptions } from '../../sandbox/worlds.ts';
import { listening } from './preflight-process.ts';

/** The sandbox as a live service would be: its clock is not moved from here, so what takes a day takes two runs. */
const moduleOf = (name: string): string => JSON.stringify(new URL(`../../targets/${name}`, import.meta.url).href);

/** Writes a target file into the folder. */
export const writeTargetWithoutLevers = (folder: string, obligations: readonly PendingId[], file = 'acme.ts'): void =>
  writeFileSync(
    join(folder, file),
    `import sandbox from ${moduleOf('sandbox.ts')};
import { target } from ${moduleOf('target.ts')};
const { levers, ...rest } = sandbox;
export default target({ ...rest, name: 'acme', may: { ...rest.may, obligations: ${JSON.stringify(obligations)} } });
`,
  );

/** A world of a sandbox, as a test looks at it, and its address. */
export const openedWorld = (
  sandbox: Sandbox,
  options: Partial<WorldOptions> = {},
): { readonly world: World; readonly baseUrl: string } => {
  const { id, baseUrl } = sandbox.openWorld(options);
  const world = sandbox.world(id);
  if (!world) throw new Error('the world is not there');
  return { world, baseUrl };
};

const drawn = (alphabet: string, length: number): string =>
  Array.from({ length }, () => alphabet[randomInt(alphabet.length)]).join('');

/** Drawn anew each time, so that nothing can be made to fit them. */
export const canaries = () => {
  const name = `${drawn('BDFGKLMNPRTV', 1)}${drawn('aeiou', 1)}q${drawn('bdfgklmnprtv', 2)}ux${drawn('bdfgklmnprtv', 3)}`;
  return {
    name,
    passport: `${drawn('ABCEHKMPTX', 2)}${drawn('123456789', 7)}`,
    card: `4${drawn('123456789', 15)}`,
    email: `${name.toLowerCase()}@${drawn('bcdfghjklmnpqrstvwxz', 9)}.example`,
    phone: `+79${drawn('123456789', 9)}`,
  };
};
type Canaries = ReturnType<typeof canaries>;

const lines = (whole: string): string => (whole.match(/.{1,11}/g) ?? []).join('\n');

/** A secret in its usual forms. */
export const formsOf = (secret: string): string[] => [
  secret,
  encodeURIComponent(secret),
  JSON.stringify(secret).slice(1, -1),
  Buffer.from(secret).toString('hex'),
  Buffer.from(secret).toString('base64'),
  Buffer.from(secret).toString('base64url'),
  Buffer.from(`${preflightPartner.clientId}:${secret}`).toString('base64'),
];

const spread = (secrets: readonly string[]) =>
  secrets.flatMap(formsOf).map((form) => ({ [`of ${form}`]: form, pem: lines(form), list: lines(form).split('\n') }));

type Planted = { readonly url: string; readonly clientSecret: string; tokens(): string[]; close(): Promise<void> };

/** Takes its own secret, and plants each credential that it was sent, too. */
export const plantedService = async (others: Canaries): Promise<Planted> => {
  const sandbox = await startSandbox();
  const clientSecret = `s3-${randomBytes(18).toString('base64url')}+/é`;
  const tokens = new Set<string>();
  const { name, passport, card, email, phone } = others;

  const plantedIn = (body: unknown, credentials: readonly string[]): unknown => {
    const planted = {
      guest: { name, passport, card: Number(card), note: `${name}\n${lines(passport)}`, email, phone },
      [`of ${name}`]: [passport, card, { url: `https://crm.example/${name}?mail=${email}&tel=${phone}` }],
      sent: spread(credentials),
    };
    if (Array.isArray(body)) return body;
    const whole = Object(body) as { error?: { message?: string }; bookings?: object[] };
    const error = whole.error && {
      ...whole.error,
      message: `${whole.error.message} ${name}, ${passport}, ${card}, ${phone}, ${email} ${credentials.join(' ')}`,
    };
    return { ...whole, ...(error && { error }), planted };
  };

  const forwarded = (headers: IncomingHttpHeaders): Record<string, string> =>
    Object.fromEntries(
      ['authorization', 'content-type', 'accept-language'].flatMap((key) => {
        const value = headers[key];
        return typeof value === 'string' ? [[key, value]] : [];
      }),
    );

  const server = createServer(async (request, response) => {
    const sent = await text(request);
    const isLogin = request.url?.endsWith('/auth/token') === true;
    const body = isLogin
      ? sent.replace(JSON.stringify(clientSecret), JSON.stringify(preflightPartner.clientSecret))
      : sent;
    const answer = await fetch(`${sandbox.url}${request.url}`, {
      method: request.method ?? 'GET',
      headers: forwarded(request.headers),
      ...(request.method === 'POST' && { body }),
    });
    const bytes = Buffer.from(await answer.arrayBuffer());
    const answered = JSON.parse((bytes[0] === 0x1f ? gunzipSync(bytes) : bytes).toString() || 'null') as {
      token?: string;
    };
    if (isLogin && answered?.token) tokens.add(answered.token);
    const bearer = request.headers.authorization?.replace(/^Bearer /, '');
    const credentials = [clientSecret, ...(bearer && bearer.length > 20 ? [bearer] : [])];
    response.writeHead(answer.status, {
      'content-type': `application/json; charset=utf-8; by=${name}`,
      date: new Date().toUTCString(),
      'x-request-id': passport,
      'x-guest': `${name} ${card}`,
      'x-secret': Buffer.from(clientSecret).toString('base64'),
      'set-cookie': `session=${bearer ?? clientSecret.slice(0, 20)}`,
    });
    response.end(JSON.stringify(plantedIn(answered, credentials)));
  });
  const { url, close } = await listening(server);
  return {
    url,
    clientSecret,
    tokens: () => [...tokens],
    close: async () => {
      close();
      await sandbox.close();
    },
  };
};
