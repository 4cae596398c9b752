/** Dialects are drawn from numbers: each spells all that is not shown in its own way, and keeps every promise. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { Validator } from '@seriousme/openapi-schema-validator';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { operationIds } from '../../../contracts/operations.ts';
import type { Standing } from '../../../contracts/standing.ts';
import { planOf } from '../../../flows/plan.ts';
import { openApiOf } from '../../../prover/dialect-openapi.ts';
import { proveAll } from '../../../prover/prove-all.ts';
import { type Proof, type ProofCase, unconditionalCatalogue } from '../../../prover/prover.ts';
import { simulatedTime, targetReading, walkedWorld } from '../../../prover/walked-world.ts';
import { bindingsOf } from '../../../sandbox/dialects/binding.ts';
import { type DrawnDialect, drawnDialect } from '../../../sandbox/dialects/draw.ts';
import { dialectOf } from '../../../sandbox/dialects/drawn.ts';
import { kinds } from '../../../sandbox/dialects/forms.ts';
import { documentedNames } from '../../../sandbox/dialects/words.ts';
import type { AnyDialectId } from '../../../sandbox/dialects.ts';
import { startSandbox } from '../../../sandbox/server.ts';
import { digestOf } from '../../../sandbox/world-parts.ts';
import { none } from '../asserted.ts';

const range = (length: number): number[] => Array.from({ length }, (_, at) => at + 1);

describe('a draw', () => {
  const draws = range(200).map(drawnDialect);

  test('is the same for the same number, and plain JSON', () => {
    for (const [at, draw] of draws.slice(0, 20).entries()) {
      assert.deepEqual(drawnDialect(at + 1), draw);
      assert.deepEqual(JSON.parse(JSON.stringify(draw)), draw);
    }
    assert.equal(new Set(draws.map((draw) => JSON.stringify(draw))).size, draws.length);
  });

  test('is the same in every run and on every machine of one version', () => {
    const ofPage = drawnDialect(644);
    const digest = digestOf([...draws.slice(0, 20), ofPage])
      .toString('hex')
      .slice(0, 16);
    const wayOut =
      'numbers draw other dialects now: if that is meant, put the new digest here, walk docs/use/your-environment.md ' +
      'with the names that its dialect has now, and say so in docs/decisions/0063';
    assert.equal(digest, '48618a2298f32872', wayOut);
  });

  test('names no two fields alike, and none as the interface names another', () => {
    const documented = documentedNames.filter((name) => name !== 'timeout').map((name) => name.toLowerCase());
    for (const [at, { names }] of draws.entries()) {
      const small = Object.values(names).map((name) => name.toLowerCase());
      assert.equal(new Set(small).size, small.length, `dialect ${at + 1}`);
      none(
        small.filter((name) => documented.includes(name)),
        `dialect ${at + 1}`,
      );
    }
  });

  test('leaves no form and no layout undrawn', () => {
    for (const [kind, { forms }] of Object.entries(kinds)) {
      const drawn = new Set(draws.map((draw) => draw.forms[kind as keyof typeof kinds]));
      assert.deepEqual([...drawn].sort(), Object.keys(forms).sort(), kind);
    }
    for (const layout of Object.keys(draws[0]?.layouts ?? {}))
      assert.ok(new Set(draws.map(({ layouts }) => layouts[layout])).size > 1, layout);
  });
});

type Content = Readonly<Record<string, { readonly schema: object; readonly example?: unknown }>>;
type Operation = {
  readonly operationId: string;
  readonly requestBody?: { readonly content: Content };
  readonly responses: Readonly<Record<string, { readonly content?: Content }>>;
};
type Document = {
  readonly components: object;
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
};

test('what a dialect adds is a valid OpenAPI document, whose schemas take their examples', async () => {
  const document = (await openApiOf('7')) as unknown as Document;
  assert.deepEqual(await openApiOf('7'), document, 'it is the same in every walk');
  const validator = new Validator();
  assert.deepEqual(await validator.validate(structuredClone(document)), { valid: true });
  assert.equal(validator.version, '3.1');
  const ajv = new Ajv2020({ strict: false, validateFormats: false });
  const isTaken = ({ schema, example }: Content[string]): boolean =>
    ajv.validate({ ...schema, components: document.components }, example);
  const shown = Object.values(document.paths)
    .flatMap((methods) => Object.values(methods))
    .filter(({ operationId }) => operationId !== 'token');
  assert.equal(shown.length, operationIds.length - 1);
  for (const { operationId, requestBody, responses } of shown) {
    const [success] = Object.values(responses);
    const contents = [success?.content, ...(requestBody ? [requestBody.content] : [])];
    for (const { 'application/json': content } of contents.map((one) => one ?? {})) {
      assert.ok(content && 'example' in content, `${operationId} has no example`);
      assert.ok(isTaken(content), `${operationId}: ${ajv.errorsText()}`);
    }
  }
});

const dialects = range(8).map((number): AnyDialectId => `${number}`);

/** Of a list, some that lie far apart. */
const some = <Item>(items: readonly Item[], count: number, from: number): Item[] =>
  range(count).flatMap((at) => items[(from * 97 + at * 53) % items.length] ?? []);

const faults = unconditionalCatalogue.filter(
  ({ kind, dialect, touches }) => kind === 'fault' && dialect === 'nested' && touches,
);

const healthy = dialects.map(
  (dialect): ProofCase => ({ kind: 'healthy', id: 'healthy', dialect, summary: '', violates: [] }),
);
const broken = dialects.flatMap((dialect, at) =>
  some(faults, 5, at).map((fault): ProofCase => ({ ...fault, dialect })),
);

/** What is wrong with a proof, a line each. */
const wrongIn = ({ id, dialect, missed, blamed, broken: errors }: Proof): string[] =>
  [...missed.map((clause) => `misses ${clause}`), ...blamed.map((clause) => `blames ${clause}`), ...errors].map(
    (part) => `dialect ${dialect}, ${id}: ${part}`,
  );

const proving = { seed: 1, isBlind: true, threads: 1 } as const;

let walked: Promise<Proof[]> | undefined;
const walkedHealthy = (): Promise<Proof[]> => {
  walked ??= Array.fromAsync(proveAll(healthy, { ...proving, depth: 'standard' }));
  return walked;
};

test('in eight dialects all is kept and nearly all is judged', async () => {
  for (const proof of await walkedHealthy()) {
    assert.deepEqual(wrongIn(proof), []);
    const judged = proof.standings.filter(({ outcome }) => outcome === 'pass');
    assert.ok(judged.length >= 0.95 * proof.standings.length, `dialect ${proof.dialect}: ${judged.length} judged`);
  }
});

/** The same draw, of which no undocumented name is a word. */
const ofLetters = (draw: DrawnDialect): DrawnDialect => {
  const lettersFor = (field: string): string => digestOf(['other name', field]).toString('hex').replace(/^./, 'q');
  const names = Object.keys(draw.names).map((field) => [field, lettersFor(field).slice(0, 9)]);
  return { ...draw, names: { ...Object.fromEntries(names), timeoutMs: 'timeout' } };
};

/** Its flow asks the lever for a world of its own, which spells as a number says. */
const ofOwnWorld = 'ticket-cancel.late-void-is-expired';

const outcomesOf = (all: readonly Standing[]): string[] =>
  all.filter(({ clause }) => clause !== ofOwnWorld).map(({ clause, outcome }) => `${clause} ${outcome}`);

/** How each clause stands after a walk through a world that spells as the draw says. */
const standingsIn = async (draw: DrawnDialect): Promise<string[]> => {
  const time = simulatedTime(Date.now);
  const sandbox = await startSandbox();
  const { id, baseUrl } = sandbox.openWorld({ scale: 'small', now: time.now });
  Object.assign(Object(sandbox.world(id)), { dialect: dialectOf(draw) });
  const target = { ...targetReading('7', baseUrl), bindings: bindingsOf(draw) };
  const plan = planOf({ revision: target.revision, depth: 'standard' });
  const all = await walkedWorld(plan, { target, seed: 1, depth: 'standard', time }).finally(sandbox.close);
  return outcomesOf(all);
};

test('names mean nothing: with letters in their place, every clause stands as before', async () => {
  const before = (await walkedHealthy()).find(({ dialect }) => dialect === '7')?.standings ?? [];
  assert.ok(before.length > 250, `${before.length} clauses stand`);
  assert.deepEqual(await standingsIn(ofLetters(drawnDialect(7))), outcomesOf(before));
});

test('in eight dialects forty faults are found for what they are', async () => {
  const wrong: string[] = [];
  for await (const proof of proveAll(broken, proving)) wrong.push(...wrongIn(proof));
  assert.deepEqual(wrong, []);
});
