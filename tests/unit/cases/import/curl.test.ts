/** Files of curl commands are imported, and what was exported is read back. */
import assert from 'node:assert/strict';
import { after, describe, it } from 'node:test';
import fc from 'fast-check';
import { readImported } from '../../../../cases/import/read-imported.ts';
import { clauseIds } from '../../../../contracts/clauses.ts';
import { importedFlow } from '../../../../contracts/imported-trace.ts';
import { judge } from '../../../../contracts/judge.ts';
import type { Trace } from '../../../../contracts/trace.ts';
import { run } from '../../../../engine/run.ts';
import { flows } from '../../../../flows/flows.ts';
import { simulatedTime, targetReading } from '../../../../prover/walked-world.ts';
import { dialectIds } from '../../../../sandbox/dialects.ts';
import { faults, plainFaultIds } from '../../../../sandbox/faults.ts';
import { startSandbox } from '../../../../sandbox/server.ts';
import { base, imported, reasonsOf, refusal, shortOf, token } from './files.ts';
import { listened } from './listened.ts';

/** As "Copy as cURL (bash)" of a browser writes it. */
const copied = `curl '${base}/api/hotels/create_booking' \\
  -H 'accept: application/json' \\
  -H 'Authorization: Bearer ${token}' \\
  -b 'session=0123456789abcdef' \\
  -H 'content-type: application/json' \\
  --data-raw $'{"offerId":"o-1","guests":[[{"lastName":"O\\'Hara\\u0021"}]]}' \\
  --compressed ;
curl "${base}/api/dictionary/cities?countryId=7" -H 'authorization: Bearer ${token}' | jq .
`;

const requestsOf = (text: string) => imported(text).trace.exchanges.map(({ request }) => request);

describe('a curl command', () => {
  it('is a request without an answer, which fails nothing', () => {
    const result = imported(copied);
    assert.equal(result.format, 'curl');
    assert.deepEqual(shortOf(result), ['create-booking own aborted', 'cities own aborted']);
    assert.deepEqual(reasonsOf(result), [
      `POST ${base}/api/hotels/create_booking: a curl command holds no answer`,
      `GET ${base}/api/dictionary/cities: a curl command holds no answer`,
    ]);
    assert.equal(judge('cities.list-is-an-array', result.trace).because, 'trouble');
    // Body and query are kept for a replay.
    const [create, cities] = result.trace.exchanges.map(({ request }) => request);
    assert.deepEqual([create?.method, Object.keys(create?.body as object)], ['POST', ['offerId', 'guests']]);
    assert.deepEqual(cities?.query, [['countryId', '7']]);
  });

  it('may be written by a person in other ways', () => {
    const ways = [
      `curl -sS -XPOST ${base}/api/hotels/search -H 'Content-Type: application/json' -d '{"region":1}'`,
      `curl --json '{"region":1}' --url ${base}/api/hotels/search --oauth2-bearer ${token} -o out.json`,
      `# how to see it\n$\n  curl -k -d '{"region":' -d '1}' "${base}/api/hotels/search" 2>/dev/null\n`,
      `curl ${base}/api/hotels/search --data-binary '{"region":1}';`,
    ];
    const [first, second, third, fourth] = ways.map((each) => requestsOf(each)[0]);
    for (const each of [first, second, fourth])
      assert.deepEqual([each?.method, each?.path], ['POST', '/api/hotels/search']);
    // Two parts are joined by an ampersand, as curl does: that is no JSON.
    assert.equal(third, undefined);
  });
});

describe('a file of curl commands', () => {
  const search = `${base}/api/hotels/search`;
  const readAs = (text: string) =>
    requestsOf(text).map(({ method, path, body }) =>
      [method, path.replace('/api/', ''), JSON.stringify(body)].join(' '),
    );

  it('is read as the shell reads it: line ends, variables before a command, comments, redirections', () => {
    const countries = ['GET dictionary/countries '];
    const once = [
      `curl '${base}/api/dictionary/countries' \\\r\n  -H 'authorization: Bearer ${token}' \\\r\n  --compressed\r\n`,
      `https_proxy=http://proxy:3128 A='b c' curl ${base}/api/dictionary/countries -H 'authorization: Bearer ${token}'`,
      `env NO_PROXY=x /usr/bin/curl ${base}/api/dictionary/countries # as seen\n# curl ${base}/api/dictionary/amenities\n`,
      `ANSWER=$(curl -s ${base}/api/dictionary/countries)`,
      `if true\nthen curl ${base}/api/dictionary/countries>countries.json 2>&1; fi`,
      `if true; then curl ${base}/api/dictionary/countries; fi`,
      `if ! curl -sf ${base}/api/dictionary/countries; then exit 1; fi`,
      `ANSWER=\`curl -s ${base}/api/dictionary/countries\``,
      `PS C:\\Users\\me> curl.exe "${base}/api/dictionary/countries" \`\n  -H "authorization: Bearer ${token}"`,
      `me@host:~$ curl ${base}/api/dictionary/countries`,
      `curl --fail-with-body --tlsv1.2 -w '%{http_code} $(x)' -4 --retry-delay 2 --create-dirs \\\n --dns-servers 1.1.1.1 ${base}/api/dictionary/countries`,
      `curl --next ${base}/api/dictionary/countries`,
      `curl ${base}/api/dictionary/countries&& echo curl https://nowhere.example/`,
    ];
    for (const text of once) assert.deepEqual(readAs(text), countries, text);
    const twice = `curl ${base}/api/dictionary/countries\nA=b curl ${base}/api/dictionary/hotels/meal-types`;
    assert.deepEqual(readAs(twice), ['GET dictionary/countries ', 'GET dictionary/hotels/meal-types ']);
    const next = `curl ${base}/api/dictionary/countries --next -H 'a: b' ${base}/api/dictionary/hotels/meal-types`;
    assert.deepEqual(readAs(next), readAs(twice));
    // Unquoted, the ampersand ends the command.
    assert.deepEqual(requestsOf(`curl ${base}/api/dictionary/cities?countryId=7&x=1`)[0]?.query, [['countryId', '7']]);
  });

  it('is sent what stands in a here-document or a here-string', () => {
    const body = `{"place":"<<EOF's","note":"$5 \\\\ EOF"}`;
    const posted = [`POST hotels/search ${JSON.stringify(JSON.parse(body))}`];
    const ways = [
      `curl ${search} -d @- <<'EOF'\n${body}\nEOF\n`,
      `curl ${search} --data-binary @- << "END OF" | jq .\n${body}\nEND OF\ncurl -I ${base}/`,
      `curl --json @- ${search} <<-EOF\r\n\t${body.replace('\\\\', '\\\\\\\\')}\r\n\tEOF\r\n`,
      `curl ${search} --data @- <<< '${body.replace("'", "'\\''")}'`,
    ];
    for (const text of ways) assert.deepEqual(readAs(text), posted, text);
  });
});

it('a variable of the shell stands for the host, and for no body', () => {
  const result = imported(`curl "$BASE/api/dictionary/countries"\ncurl "\${BASE}/api/hotels/search" -d "$BODY"`);
  assert.equal(result.service, '{{BASE}}');
  assert.match(reasonsOf(result).join(), /search: its body has a variable of the shell: write its value/);
});

describe('a curl command that cannot be read', () => {
  it('is refused in one line, with a way out', () => {
    const url = `${base}/api/hotels/search`;
    const wrong: readonly (readonly [text: string, says: RegExp])[] = [
      [`curl -u name:word ${url}`, /command 1: --user is not imported: take -u out/],
      [`curl ${url} && curl -F a=b ${url}`, /command 2: --form is not imported: .*--data-raw/],
      [`curl -d @body.json ${url}`, /its body is in another file: put it into the command/],
      [`curl -d @- ${url}`, /its body is in another file/],
      [`curl -d @- ${url} <<EOF\n{}`, /has a here-document that nothing closes: copy the whole/],
      [`curl --unheard-of 1 ${url}`, /command 1: --unheard-of cannot be read: take it out/],
      [`curl ${url} -H 'a: b`, /a quote or a backslash that nothing closes: copy the whole command again/],
      [`curl -H 'a: b' -s`, /it has no address: write/],
      [`curl ${url} -H "authorization: Bearer $(cat token)"`, /\$\(…\) is not run: write its output into the command/],
      [`curl -d $(cat body) ${url}`, /\$\(…\) is not run/],
      [`curl ${url} -d "\`cat body\`"`, /\$\(…\) is not run/],
      [`curl ${url} ${url}`, /it has two addresses: write two commands/],
      [`curl ^"${url}^" ^\n -H ^"a: b^"`, /Windows: copy the request "as cURL \(bash\)"/],
    ];
    for (const [text, says] of wrong) {
      const message = refusal(text);
      assert.match(message, says);
      assert.ok(!message.includes('\n') && message.startsWith('saved.file'), message);
      assert.ok(!message.includes('name:word'));
    }
  });
});

const sandbox = await startSandbox({ world: { scale: 'small' } });
after(() => sandbox.close());

/** Stories in which nothing but the partner's own token is sent. */
const chosen = flows.filter(({ id }) =>
  ['reuse-token', 'list-cities', 'list-amenities', 'search-hotels', 'list-bookings', 'ask-cities-badly'].includes(id),
);
const areas = new Set(chosen.flatMap(({ operations }) => operations));

/** Those that show in these stories. */
const faultIds = plainFaultIds.filter((id) => faults[id].touches.some((operation) => areas.has(operation)));

/** That a hotel does not exist, and whose the second token is: without that the two are not the same trace. */
const onlyRunsKnow = /hotel may not exist|another, unknown partner/;

const verdictsOf = (trace: Trace) =>
  clauseIds.map((clause) => {
    const { outcome, findings } = judge(clause, trace);
    return [
      clause,
      outcome,
      findings.map(({ fingerprint, exchange, count }) => [fingerprint, exchange, count]),
    ] as const;
  });

it('gives each clause without an intent the verdict of the run', async () => {
  let compared = 0;
  const failed = new Set<string>();
  await fc.assert(
    fc.asyncProperty(
      fc.record({
        fault: fc.constantFrom(undefined, ...faultIds),
        dialect: fc.constantFrom(...dialectIds),
        seed: fc.nat(99),
      }),
      async ({ fault, dialect, seed }) => {
        const { now, delay } = simulatedTime(Date.now);
        const world = { scale: 'small', seed, now, dialect, ...(fault && { faults: [fault] }) } as const;
        const { baseUrl } = sandbox.openWorld(world);
        const { origin, pathname } = new URL(baseUrl);
        const ear = await listened(origin, now);
        after(ear.close);
        const target = targetReading(dialect, `${ear.url}${pathname}`);
        const transport = { proxy: 'none', now, delay } as const;
        for await (const trace of run(chosen, { target, seed, depth: 'standard', transport })) {
          const imported = readImported(ear.har(), {
            target: targetReading(dialect, baseUrl),
            fileName: 'listened.har',
            now,
          });
          const reasons = imported.notJudged.map(({ why }) => why);
          const others = reasons.filter((why) => !onlyRunsKnow.test(why));
          assert.deepEqual(others, []);
          if (reasons.length > 0) continue;
          // The same, as if its intents had been read back.
          const exchanges = trace.exchanges.map((each) => ({ ...each, isReadBack: true as const }));
          const plain = verdictsOf({ ...trace, exchanges, flow: importedFlow, input: null });
          assert.deepEqual(verdictsOf(imported.trace), plain, `${fault ?? 'healthy'} ${trace.flow}`);
          const kept = verdictsOf(trace).filter(
            ([, outcome], i) => outcome !== 'inconclusive' && plain[i]?.[1] === outcome,
          );
          compared += kept.length;
          for (const [clause, outcome] of kept) if (outcome === 'fail') failed.add(clause);
        }
      },
    ),
    { seed: 16, numRuns: 5, endOnFailure: true },
  );
  assert.ok(compared > 200, `${compared} verdicts were compared`);
  assert.ok(failed.size >= 1, `broken clauses that were found again: ${[...failed].join(', ')}`);
});
