/** Faults that only an unusual login shows: how careless programs compare a secret, or look a client up. */
import type { Partner } from '../access/partners.ts';
import { exploredFaultsOf } from '../deviation.ts';
import type { Rules } from '../rules.ts';

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
  ...exploredFaultsOf('token.wrong-secret-is-refused', {
    'stops-reading-a-secret-at-a-nul': comparesOnly((secret) => secret.replace(/\0.*/s, '')),
    'compares-only-the-low-bytes-of-a-secret': {
      summary: 'Of every character of a secret only the lowest eight bits count.',
      ...comparesOnly((secret) => Buffer.from(secret, 'latin1').toString('latin1')),
    },
    'compares-only-both-ends-of-a-secret': comparesOnly(
      (secret) => `${secret.slice(0, 8)}${secret.length}${secret.slice(-8)}`,
    ),
    'takes-what-anybody-guesses-for-a-secret': {
      summary: 'A secret that is the clientId, or what a careless client writes for none, is let in.',
      ...alsoTakes(
        (secret, { clientId }) =>
          secret === clientId || /^(null|undefined|true|false|NaN|\[object Object\]|0)$/.test(secret),
      ),
    },
    'takes-anything-but-text-for-a-secret': {
      touches: ['token'],
      rules: ({ isComplete, matchesSecret }) => {
        const isNoText = (secret: unknown): boolean => typeof (secret ?? '') !== 'string';
        return {
          isComplete: (login) => isComplete(isNoText(login.clientSecret) ? { ...login, clientSecret: '-' } : login),
          matchesSecret: (login, partner) => isNoText(login.clientSecret) || matchesSecret(login, partner),
        };
      },
    },
  }),
  ...exploredFaultsOf('token.wrong-client-id-is-refused', {
    'looks-clients-up-by-pattern': {
      touches: ['token'],
      rules: ({ findsPartner }) => ({
        findsPartner: (login, world) =>
          findsPartner({ ...login, clientId: String(login.clientId).replace(/[%*]$/, '') }, world),
      }),
    },
  }),
];
