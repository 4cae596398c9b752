/** Faults that only an unusual login shows: how careless programs compare a secret, or look a client up. */
import type { Partner } from '../access/partners.ts';
import { fault } from '../deviation.ts';
import type { Rules } from '../rules.ts';

const onlyExplored = true;
const violates = ['token.wrong-secret-is-refused'] as const;

/** Lets in with such a secret, too. */
const alsoTakes = (isMeant: (secret: string, partner: Partner) => boolean) => ({
  touches: ['token'] as const,
  rules: ({ matchesSecret }: Rules): Pick<Rules, 'matchesSecret'> => ({
    matchesSecret: (login, partner) => {
      const { clientSecret: secret } = login;
      return matchesSecret(login, partner) || (typeof secret === 'string' && isMeant(secret, partner));
    },
  }),
});

/** Compares what is left of a secret. */
const comparesOnly = (part: (secret: string) => string) =>
  alsoTakes((secret, { clientSecret }) => part(secret) === part(clientSecret));

export const unusualLoginFaults = [
  fault('stops-reading-a-secret-at-a-nul', {
    ...{ onlyExplored, violates },
    summary: 'What follows a NUL in a secret is overlooked.',
    ...comparesOnly((secret) => secret.replace(/\0.*/s, '')),
  }),
  fault('compares-only-the-low-bytes-of-a-secret', {
    ...{ onlyExplored, violates },
    summary: 'Of every character of a secret only the lowest eight bits count.',
    ...comparesOnly((secret) => Buffer.from(secret, 'latin1').toString('latin1')),
  }),
  fault('compares-only-both-ends-of-a-secret', {
    ...{ onlyExplored, violates },
    summary: 'Of a secret the first and the last eight characters count, and how many there are.',
    ...comparesOnly((secret) => `${secret.slice(0, 8)}${secret.length}${secret.slice(-8)}`),
  }),
  fault('takes-what-anybody-guesses-for-a-secret', {
    ...{ onlyExplored, violates },
    summary: 'A secret that is the clientId, or what a careless client writes for none, is let in.',
    ...alsoTakes(
      (secret, { clientId }) =>
        secret === clientId || /^(null|undefined|true|false|NaN|\[object Object\]|0)$/.test(secret),
    ),
  }),
  fault('takes-anything-but-text-for-a-secret', {
    ...{ onlyExplored, violates },
    summary: 'A secret that is a number, true, false or an object is not compared.',
    touches: ['token'],
    rules: ({ isComplete, matchesSecret }) => {
      const isNoText = (secret: unknown): boolean => typeof (secret ?? '') !== 'string';
      return {
        isComplete: (login) => isComplete(isNoText(login.clientSecret) ? { ...login, clientSecret: '-' } : login),
        matchesSecret: (login, partner) => isNoText(login.clientSecret) || matchesSecret(login, partner),
      };
    },
  }),
  fault('looks-clients-up-by-pattern', {
    onlyExplored,
    violates: ['token.wrong-client-id-is-refused'],
    summary: 'A % or a * at the end of a clientId stands for anything.',
    touches: ['token'],
    rules: ({ findsPartner }) => ({
      findsPartner: (login, world) =>
        findsPartner({ ...login, clientId: String(login.clientId).replace(/[%*]$/, '') }, world),
    }),
  }),
];
