/** The files that `init` writes: each says what it is for, and what a person may change in it. */
import type { Around } from './around.ts';

export type Written = { readonly file: string; readonly text: string };

/** Of environment variables: `acme-staging` is `ACME_STAGING`. */
export const prefixOf = (name: string): string => {
  const words = name.toUpperCase().replace(/[^A-Z0-9]+/g, '_');
  return /^\d/.test(words) ? `_${words}` : words;
};

export const policyFile = 'preflight.policy.mts';

/** As npm calls this package. */
type Named = { readonly name: string; readonly package: string; readonly revision: string };

export const targetText = ({ name, package: from, revision }: Named): string => {
  const prefix = prefixOf(name);
  return `/** One environment of the Travel Booking Service: where it is, what Preflight may do there, and how it spells what its documents leave open. */
import { env, target } from '${from}';

export default target({
  name: '${name}',
  // Secrets stay in the environment: see ${name}.env.example.
  baseUrl: env('${prefix}_URL'),
  credentials: { clientId: env('${prefix}_CLIENT_ID'), clientSecret: env('${prefix}_CLIENT_SECRET') },

  // A second partner shows that nobody sees what is somebody else's.
  // otherPartner: { clientId: env('${prefix}_OTHER_ID'), clientSecret: env('${prefix}_OTHER_SECRET') },

  // The change log that this environment has reached: what came later is not asked of it.
  revision: '${revision}',

  limits: { requestsPerSecond: 5, concurrency: 2 },

  // Without it Preflight only reads. Bookings are cancelled again, and tickets voided.
  // may: { books: { perRun: 12, perDay: 40 }, tickets: { perRun: 16, perDay: 60 } },

  // What only a person can know. Regions and routes are handed to your bindings as they stand here.
  // known: { hotels: [1, 2, 3], region: 17, presets: ['ranked'], route: { from: 'AAA', to: 'BBB' } },

  // How this service spells what the interface leaves open: first the request, then what the answer says.
  // npx --no -- preflight check-target ${name} --connect shows one answer beside what is read of it.
  // bindings: {
  //   'hotel-search': {
  //     request: ({ region, stay, preset }) => ({ region, from: stay.checkIn, to: stay.checkOut, preset }),
  //     response: (body) => ({
  //       hotels: each(body, 'hotels[]', (hotel) => ({ minPrice: money(hotel.price, hotel.currency) })),
  //     }),
  //   },
  // },
});
`;
};

export const environmentText = (name: string): string => {
  const prefix = prefixOf(name);
  return `# What ${name}.target.mts takes from the environment. Copy it to ${name}.env, fill it in, and keep that file out of git:
#   cp ${name}.env.example ${name}.env
#   set -a; . ./${name}.env; set +a
# In a pipeline these are its secrets.
${prefix}_URL=https://
${prefix}_CLIENT_ID=
${prefix}_CLIENT_SECRET=
`;
};

export const policyText = (from: string): string => `/** What a release of ours asks of a gate. */
import { policy } from '${from}';

export default policy({
  // Areas that must be judged. Each area with a binding belongs here.
  requires: ['token', 'dictionaries', 'general'],
  // Areas without a binding so far. Once one of them has its first, move it up: else a pipeline would pass without it.
  allowUnjudged: ['hotels', 'flights'],
  // Kinds of clauses that end a gate with 1; a broken clause of another kind is a warning.
  gates: ['documented', 'reading'],
});
`;

const intoPipeline = (pipeline: string | undefined, file: string): string =>
  pipeline ? `A step of ${pipeline} runs it: sh ${file}` : `A step of the pipeline runs it: sh ${file}`;

export const stepsText = (
  { name, package: from }: Omit<Named, 'revision'>,
  { install, run, pipeline }: Around,
): string => {
  const prefix = prefixOf(name);
  return `#!/bin/sh
# Gates ${name} before a release. ${intoPipeline(pipeline, `${name}.gate.sh`)}
# Whole pipelines for GitHub, GitLab and a shell: docs/use/pipelines.md in the package.
# It needs Node 24.15 or newer, and ${prefix}_URL, ${prefix}_CLIENT_ID and ${prefix}_CLIENT_SECRET as secrets of the pipeline.
# Ends with 0 to release; 1: a promise is broken; 2: wrong settings; 3: could not measure.
set -eu
cd "$(dirname "$0")" || exit 2
# What is only needed for development is installed, too. An install that fails breaks no promise of the service.
NODE_ENV=development ${install} || { echo 'the packages could not be installed: see above' >&2; exit 3; }
version=$(${run} --version 2>/dev/null) || { echo 'preflight is not installed, or does not start (${run} --version says why): put ${from} into package.json and the lock file' >&2; exit 3; }
echo "preflight $version" >&2
# results/latest keeps the run: JUnit in junit.xml, and a file for each finding.
${run} gate --target ${name}
`;
};
