/** Every flow, in the order in which a run walks them. */
import { askCitiesBadly } from './ask-cities-badly.ts';
import { askUnknownCountries } from './ask-unknown-countries.ts';
import { type Flow, phases } from './flow.ts';
import { issueTokens } from './issue-tokens.ts';
import { listCities } from './list-cities.ts';
import { listCountries } from './list-countries.ts';
import { outliveToken } from './outlive-token.ts';
import { refuseLogins } from './refuse-logins.ts';
import { reuseToken } from './reuse-token.ts';
import { sendBadTokens } from './send-bad-tokens.ts';

const all: readonly Flow[] = [
  issueTokens,
  reuseToken,
  listCountries,
  listCities,
  askUnknownCountries,
  askCitiesBadly,
  sendBadTokens,
  outliveToken,
  refuseLogins,
];

export const flows: readonly Flow[] = [...all].sort((a, b) => phases.indexOf(a.phase) - phases.indexOf(b.phase));

export const flowOf = (id: string): Flow | undefined => flows.find((flow) => flow.id === id);
