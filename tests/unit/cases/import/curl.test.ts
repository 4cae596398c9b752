/** Curl commands become requests without answers, as they would be sent. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { judge } from '../../../../contracts/judge.ts';
import { base, imported, reasonsOf, refusal, shortOf, token } from './files.ts';

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
  it('is a request without an answer, which blames nobody', () => {
    const result = imported(copied);
    assert.equal(result.format, 'curl');
    assert.deepEqual(shortOf(result), ['create-booking own aborted', 'cities own aborted']);
    assert.deepEqual(reasonsOf(result), [
      `POST ${base}/api/hotels/create_booking: a curl command holds no answer`,
      `GET ${base}/api/dictionary/cities: a curl command holds no answer`,
    ]);
    assert.equal(judge('cities.list-is-an-array', result.trace).because, 'trouble');
  });

  it('keeps body, query and what stands in them for whoever repeats it', () => {
    const [create, cities] = requestsOf(copied);
    assert.equal(create?.method, 'POST');
    assert.deepEqual(Object.keys(create?.body as object), ['offerId', 'guests']);
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
      `curl ${base}/api/dictionary/countries&& echo curl https://nowhere.example/`,
    ];
    for (const text of once) assert.deepEqual(readAs(text), countries, text);
    const twice = `curl ${base}/api/dictionary/countries\nA=b curl ${base}/api/dictionary/hotels/meal-types`;
    assert.deepEqual(readAs(twice), ['GET dictionary/countries ', 'GET dictionary/hotels/meal-types ']);
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
