/** Makes a case of a file that was saved in a browser, a terminal or Postman, and judges it. */
import { readFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { readImported } from '../cases/import/read-imported.ts';
import { importedBundles } from '../cases/imported-bundle.ts';
import { evidenceOf } from '../client/ledgers/user-ledgers.ts';
import { exitCodes } from '../contracts/exit-codes.ts';
import { UsageError } from '../contracts/usage-error.ts';
import { judgeTraces } from '../engine/judge-flow.ts';
import { writeJson } from '../engine/run-folder.ts';
import { oneLine } from '../reports/safe-text.ts';
import { terminalReport } from '../reports/terminal.ts';
import { counted, wrapped } from '../reports/text-layout.ts';
import { ensureFolder } from '../stores/private-files.ts';
import { loadTarget } from '../targets/load.ts';
import type { Caller } from './caller.ts';
import { newRunFolder, notWritable, pathForPerson } from './results.ts';

const bytesMax = 64 * 1024 * 1024;
/** A file of a browser may hold hundreds of requests to others. */
const shownMax = 12;

const textOf = async (file: string): Promise<string> => {
  const bytes = await readFile(file).catch((thrown: NodeJS.ErrnoException) => {
    const why = thrown.code === 'ENOENT' ? 'does not exist' : `cannot be read (${thrown.code})`;
    throw new UsageError(`${file} ${why}: name a HAR, a file of curl commands, or a run that newman has exported`);
  });
  if (bytes.length > bytesMax)
    throw new UsageError(`${file} is larger than ${bytesMax / 1024 / 1024} MB: save fewer requests into one file`);
  // Windows writes what a command prints in this charset, with a mark before it.
  return new TextDecoder(bytes[0] === 0xff && bytes[1] === 0xfe ? 'utf-16le' : 'utf-8').decode(bytes);
};

/** @returns The exit code: of what was judged; 3 where nothing could be. */
export const importFile = async (
  file: string,
  { target: source }: { readonly target: string },
  { environment, print, result, notice, color, now }: Caller,
): Promise<number> => {
  const target = await loadTarget(source, environment);
  const imported = readImported(await textOf(file), { target, fileName: file, now });
  const { exchanges } = imported.trace;
  const { id, folder, startedAt } = newRunFolder(new Date(now()));
  const run = { id, target: target.name, revision: target.revision, seed: 0, startedAt, repeat: 'gate' };
  const bundles = importedBundles(imported, { run, target, file: basename(file), at: startedAt });

  const left = imported.notJudged.map(({ what, why }) => `  ${oneLine(what)}: ${wrapped(oneLine(why), { hang: 4 })}`);
  const more = left.length > shownMax ? [`  and ${left.length - shownMax} more`] : [];
  if (left.length > 0) print(['not judged', ...left.slice(0, shownMax), ...more, ''].join('\n'));
  if (exchanges.length === 0)
    throw new UsageError(`${file} holds no request of the service that can be read: save one to /auth/token or /api/…`);

  await ensureFolder(folder).catch(notWritable(folder));
  await evidenceOf(target, environment, now)
    ?.keep(id, imported.trace)
    .catch((thrown: Error) => notice(`exact evidence is not kept: ${oneLine(thrown.message)}`));
  const whole = join(folder, 'imported.bundle.json');
  const written = [
    { file: whole, bundle: bundles.whole },
    ...bundles.found.map((each) => ({ file: join(folder, `${each.fingerprint}.bundle.json`), bundle: each })),
  ];
  for (const { file: path, bundle } of written) await writeJson(path, bundle);

  const pairs = bundles.verdicts.map(({ clause, flow }) => ({ clause, flow }));
  const record = judgeTraces({ run, pairs }, [bundles.trace], startedAt);
  const path = pathForPerson(whole);
  result({ written: written.map((each) => pathForPerson(each.file)), notJudged: imported.notJudged, run: record });
  print(
    `read ${counted(exchanges.length, 'request')} to ${oneLine(imported.service ?? 'the service')} (${imported.format})\n`,
  );
  print(terminalReport(record, { color, path, judged: 'bundle' }));
  const first = bundles.found[0];
  const shown = first ? pathForPerson(join(folder, `${first.fingerprint}.bundle.json`)) : path;
  print(`\nlook at it with  npx --no -- preflight show ${shown}`);
  return bundles.verdicts.length === 0
    ? exitCodes.unmeasured
    : record.verdict === 'fail'
      ? exitCodes.fail
      : exitCodes.pass;
};
