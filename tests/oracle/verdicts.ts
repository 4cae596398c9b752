/** The verdict of every clause on every deviation of the sandbox: what a change of the inside must not change. */
import { readFileSync, writeFileSync } from 'node:fs';
import { clauseIds } from '../../contracts/clauses.ts';
import { type Depth, depths } from '../../contracts/depth.ts';
import type { OperationId } from '../../contracts/operations.ts';
import type { Standing } from '../../contracts/standing.ts';
import { proveAll } from '../../prover/prove-all.ts';
import { catalogue, conditionalCatalogue, type Proof, type ProofCase } from '../../prover/prover.ts';
import { type TroubleId, troubleIds, troubles } from '../../sandbox/troubles.ts';

/** One line a case: how it is named, and a letter for each clause of the first line. */
const verdictsFile = new URL('verdicts.txt', import.meta.url);

const seed = 1;
/** Generators draw from the day. */
const startsAt = Date.parse('2026-11-02T09:00:00Z');
/** Nothing but the deadline ends these. It is short, and still long for a request that does not hang. */
const lasting: readonly TroubleId[] = ['hangs', 'drips'];
const deadlineMs = 3_000;

const letters = { pass: 'p', fail: 'F', error: 'E', needs: 'n', trouble: 't', unshown: 'u', nothing: 'o' } as const;
/** No flow that the case concerns exercises the clause. */
const unexercised = '-';

/** A trouble of all operations leaves little to judge, so each is shown with one of each area, too. */
const troubledInTurn: readonly OperationId[] = [
  'token',
  'cities',
  'hotel-search',
  'create-booking',
  'avia-search',
  'ticket-issue',
];

const troubled: readonly ProofCase[] = troubleIds.flatMap((id) => {
  const { touches, summary } = troubles[id];
  const alone = troubledInTurn.filter((operation) => !touches || touches.includes(operation));
  return [undefined, ...alone.map((operation) => [operation])].map(
    (operations): ProofCase => ({
      kind: 'trouble',
      id,
      dialect: 'nested',
      summary,
      violates: [],
      ...(lasting.includes(id) && { proving: { deadlineMs } }),
      ...(operations && { troubled: operations }),
    }),
  );
});

/** A fault that shows under a condition is walked with all flows, and some are in the catalogue, too. */
const nameOf = ({ kind, id, dialect, touches, troubled: operations = [] }: ProofCase, depth: Depth): string => {
  const isConditional = kind === 'fault' && touches === undefined;
  return [depth, dialect, isConditional ? 'conditional' : kind, id, ...operations].join(' ');
};

const letterOf = ({ outcome, decisive }: Standing): string =>
  outcome === 'inconclusive' ? letters[decisive.because ?? 'nothing'] : letters[outcome];

/** Runs of equal letters: `12p1F3n`. */
const packed = (text: string): string =>
  text.replace(/(.)\1*/g, (run) => `${run.length === 1 ? '' : run.length}${run[0]}`);

const unpacked = (text: string): string =>
  text.replace(/(\d*)(\D)/g, (_, count: string, letter: string) => letter.repeat(Number(count || 1)));

const lettersOf = ({ standings }: Proof): string => {
  const of = new Map(standings.map((standing) => [standing.clause, letterOf(standing)]));
  return clauseIds.map((clause) => of.get(clause) ?? unexercised).join('');
};

/** What each case shows now, in the order of the cases. */
async function* shownNow(
  cases: readonly ProofCase[],
  depth: Depth,
): AsyncGenerator<readonly [name: string, letters: string]> {
  for await (const proof of proveAll(cases, { seed, depth, startsAt, isBlind: true })) {
    yield [nameOf(proof, depth), lettersOf(proof)];
  }
}

const fileOf = (shown: Iterable<readonly [name: string, letters: string]>): string =>
  [`clauses ${clauseIds.join(' ')}`, ...[...shown].map(([name, of]) => `${name} ${packed(of)}`)]
    .map((line) => `${line}\n`)
    .join('');

/** What was shown when the file was written, by the name of the case: the letter of each clause. */
const shownBefore = (): ReadonlyMap<string, ReadonlyMap<string, string>> => {
  const [first = '', ...lines] = readFileSync(verdictsFile, 'utf8').trimEnd().split('\n');
  const [, ...clauses] = first.split(' ');
  return new Map(
    lines.map((line) => {
      const at = line.lastIndexOf(' ');
      const of = unpacked(line.slice(at + 1));
      return [line.slice(0, at), new Map(clauses.map((clause, i) => [clause, of[i] ?? unexercised]))];
    }),
  );
};

/**
 * Writes the verdicts of today.
 *
 * @param differs Gets a line for each verdict that is another than in the file of before, where both have it.
 */
export const writeVerdicts = async (differs: (line: string) => void): Promise<void> => {
  const before = shownBefore();
  const shown: (readonly [name: string, letters: string])[] = [];
  for (const depth of depths.filter((each) => each !== 'probe')) {
    for await (const [name, of] of shownNow([...catalogue, ...conditionalCatalogue, ...troubled], depth)) {
      shown.push([name, of]);
      for (const [i, clause] of clauseIds.entries()) {
        const was = before.get(name)?.get(clause);
        if (was !== undefined && was !== of[i]) differs(`${name}: ${clause} was ${was}, is ${of[i]}`);
      }
    }
  }
  writeFileSync(verdictsFile, fileOf(shown));
};
