/** A target file that throws when it has long been loaded: one line names it, and no run is ended out of order. */
import { doesNotMatch, equal, match } from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { emptyFolder, preflight } from './preflight-process.ts';

const definition = `export default {
  name: 'acme', baseUrl: 'http://127.0.0.1:9', credentials: { clientId: 'a', clientSecret: 'b' },
};`;

const cases = [
  { when: 'before anything is sent', code: 2, text: `setTimeout(() => { throw new Error('late') }, 0);` },
  {
    when: 'while a run is under way',
    code: 3,
    text: `import { globSync } from 'node:fs';
      let looks = 0;
      const look = () => {
        if (globSync('results/*/plan.json').length > 0) looks += 1;
        if (looks === 3) throw new Error('late');
      };
      setInterval(look, 50);`,
  },
] as const;

for (const { when, code, text } of cases) {
  test(`a target file that throws ${when}`, async () => {
    const folder = emptyFolder();
    writeFileSync(join(folder, 'acme.ts'), `${text}\n${definition}`);
    const ended = await preflight(['gate', '--only', 'countries', '--target', './acme.ts'], { folder });
    equal(ended.code, code, ended.stdout + ended.stderr);
    match(ended.stderr, /^preflight: target file \.\/acme\.ts threw when nobody was there to catch it: late$/m);
    doesNotMatch(ended.stderr, /our own error|\n {4}at /);
    if (code === 3) match(ended.stdout, /^COULD NOT MEASURE/m);
  });
}
