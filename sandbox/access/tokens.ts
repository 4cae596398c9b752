/** The tokens a world has issued, as it remembers them. */

export type IssuedToken = {
  readonly presented: string;
  readonly jwt: string;
  readonly clientId: string;
  readonly issuedAtMs: number;
  readonly expiresAtMs: number;
  isRevoked: boolean;
};

export type TokenStore = {
  readonly find: (presented: string) => IssuedToken | undefined;
  readonly issuedTo: (clientId: string) => readonly IssuedToken[];
  readonly all: () => readonly IssuedToken[];
  readonly add: (token: IssuedToken) => void;
};

// Beyond this the oldest are forgotten; a healthy world needs no memory to accept them.
const tokensRememberedMax = 10_000;

export const tokenStore = (): TokenStore => {
  const tokens = new Map<string, IssuedToken>();
  return {
    find: (presented) => tokens.get(presented),
    issuedTo: (clientId) => [...tokens.values()].filter((token) => token.clientId === clientId),
    all: () => [...tokens.values()],
    add: (token) => {
      tokens.set(token.presented, token);
      const [oldest] = tokens.keys();
      if (tokens.size > tokensRememberedMax && oldest !== undefined) tokens.delete(oldest);
    },
  };
};
