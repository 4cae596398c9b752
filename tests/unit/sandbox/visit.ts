/** One long visit to a world that asks everything a fault could change, and notes every answer. */
import assert from 'node:assert/strict';
import { preflightPartner } from '../../../sandbox/partners.ts';
import { type Answer, call, hourMs, login, read } from './caller.ts';

export type Seen = Record<'token' | 'countries' | 'cities', Answer[]>;

const encoded = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64url');

const lenient = (text: string): { token?: string } => {
  try {
    return JSON.parse(text) ?? {};
  } catch {
    return {};
  }
};

const { clientId, clientSecret } = preflightPartner;

const logins: readonly unknown[] = [
  { clientId: 'nobody', clientSecret },
  { clientId, clientSecret: 'wrong' },
  { clientId, clientSecret: clientSecret.toUpperCase() },
  { clientId },
  { clientSecret },
  {},
];

const countryIds = [
  '0',
  '-4',
  '5',
  '99999999',
  '4.5',
  'abc',
  '12abc',
  'null',
  '',
  '4',
  '8',
  '10',
  '74',
  '643',
  '1840',
  '156',
  '380',
];

/** Wrong tokens of every kind, made of a right one where it is a JWT. */
const wrongTokens = (token: string): readonly (string | undefined)[] => {
  const [header = '', payload = '', signature = ''] = token.split('.');
  const middle = signature[21] === 'A' ? 'B' : 'A';
  return [
    undefined,
    'not-a-token',
    `${header}.${payload}.${signature.slice(0, 21)}${middle}${signature.slice(22)}`,
    `${header}.${encoded({ sub: 'other', exp: 4102444800 })}.${signature}`,
    `${encoded({ alg: 'none' })}.${payload}.`,
  ];
};

export type Visited = {
  readonly baseUrl: string;
  /** Used where a fault of the login gives none: one that an equal world without faults has issued. */
  readonly spareToken: string;
  readonly advance: (byMs: number) => void;
};

export const visit = async ({ baseUrl, spareToken, advance }: Visited): Promise<Seen> => {
  const seen: Seen = { token: [], countries: [], cities: [] };
  const note = async (operation: keyof Seen, asked: Promise<Answer>): Promise<Answer> => {
    const answer = await asked;
    // Trouble is never a fault: a 5xx would be a mistake of ours.
    assert.ok(answer.status < 500, `${operation} answered ${answer.status}: ${answer.text}`);
    seen[operation].push(answer);
    return answer;
  };
  const readAll = async (token: string | undefined) => {
    await note('countries', read(baseUrl, 'countries', token));
    await note('cities', read(baseUrl, 'cities?countryId=4', token));
  };

  const { text } = await note('token', login(baseUrl));
  const token = lenient(text).token ?? spareToken;
  await note('token', login(baseUrl));
  for (const one of logins) await note('token', login(baseUrl, one));
  await readAll(token);
  await note('token', call(`${baseUrl}/auth/token`, { method: 'POST', body: '{' }));
  for (let uses = 0; uses < 12; uses += 1) await readAll(token);
  advance(6 * 60_000);
  for (const wrong of wrongTokens(token)) await readAll(wrong);
  await note('cities', read(baseUrl, 'cities', token));
  for (const id of countryIds) {
    await note('cities', read(baseUrl, `cities?countryId=${id}`, token));
    await note('cities', read(baseUrl, `cities?countryId=${id}`, token));
  }
  advance(24 * hourMs - 11 * 60_000);
  await readAll(token);
  advance(16 * 60_000);
  await readAll(token);
  return seen;
};
