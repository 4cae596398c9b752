/** `preflight sandbox`: serves the reference sandbox for use by hand. */
import { Command, InvalidArgumentError, Option } from 'commander';
import { type OperationId, operationIds, operations } from '../contracts/operations.ts';
import { UsageError, unknownName } from '../contracts/usage-error.ts';
import { preflightPartner } from '../sandbox/access/tokens.ts';
import { type AnyDialectId, dialectIds, isAnyDialectId } from '../sandbox/dialects.ts';
import { type FaultId, faultIds, faults, isFaultId } from '../sandbox/faults.ts';
import { isOddityId, type OddityId, oddities, oddityIds } from '../sandbox/oddities.ts';
import { startSandbox } from '../sandbox/server.ts';
import { isTroubleId, type PlannedTrouble, troubleIds } from '../sandbox/troubles.ts';
import { sandboxUrlVariable } from '../targets/sandbox.ts';
import type { CommandParts } from './command-parts.ts';
import { faultOption, needsClone, oddityOption, portOption, seedOption, troubleOption } from './options.ts';

/** @throws UsageError when a fault is unknown. */
export const knownFaults = (ids: readonly string[] = []): FaultId[] =>
  ids.map((id) => {
    // The sandbox of the package has none.
    if (faultIds.length === 0) throw needsClone(`--fault ${id}`);
    if (!isFaultId(id)) throw unknownName('fault', id, faultIds, 'list them with npx --no -- preflight prove --list');
    return id;
  });

const isOperationId = (id: string): id is OperationId => Object.hasOwn(operations, id);

/** @throws UsageError when a trouble or its operation is unknown. */
export const knownTroubles = (given: readonly string[] = []): PlannedTrouble[] =>
  given.map((text) => {
    const [id = '', operation] = text.split(':');
    if (!isTroubleId(id))
      throw unknownName('trouble', id, troubleIds, 'list them with npx --no -- preflight prove --list-troubles');
    if (operation === undefined) return { id };
    if (!isOperationId(operation))
      throw unknownName('operation', operation, operationIds, 'see contracts/operations.ts');
    return { id, operations: [operation] };
  });

/** @throws UsageError when an oddity is unknown. */
export const knownOddities = (ids: readonly string[] = []): OddityId[] =>
  ids.map((id) => {
    if (!isOddityId(id))
      throw unknownName('oddity', id, oddityIds, 'list them with npx --no -- preflight prove --list-oddities');
    return id;
  });

const dialect = (id: string): AnyDialectId => {
  if (isAnyDialectId(id)) return id;
  throw new InvalidArgumentError(`it is one of ${dialectIds.join(', ')}, or a number such as 7.`);
};

/** The target that reads a dialect. */
const targetOf = (id: AnyDialectId): string => {
  if (id === 'nested') return 'sandbox';
  return `sandbox-${id}`;
};

type ServeOptions = {
  port: number;
  dialect: AnyDialectId;
  fault?: string[];
  oddity?: string[];
  trouble?: string[];
  seed?: number;
  openapi?: true;
};

/** What is unusual about it, a line each. */
const unusual = (deviations: readonly { readonly id: string; readonly summary: string }[]): string =>
  deviations.length === 0 ? '' : `\nUnusual\n${deviations.map(({ id, summary }) => `  ${id}: ${summary}\n`).join('')}`;

const guide = (
  url: string,
  dialect: AnyDialectId,
  deviations: string,
): string => `Sandbox at ${url}  (end it with Ctrl-C)
${deviations}
Try it
  TOKEN=$(curl -s ${url}/auth/token -H 'Content-Type: application/json' \\
    -d '{"clientId":"${preflightPartner.clientId}","clientSecret":"${preflightPartner.clientSecret}"}' | sed 's/.*"token":"\\([^"]*\\)".*/\\1/')
  curl -s '${url}/api/dictionary/cities?countryId=0' -H "Authorization: Bearer $TOKEN"

Gate it
  ${sandboxUrlVariable}=${url} npx --no -- preflight gate --target ${targetOf(dialect)}`;

export const sandboxCommand = ({ print, interrupted }: CommandParts): Command =>
  new Command('sandbox')
    .addOption(portOption('--port <n>', 'where to listen; 0 takes a free one').default(4010))
    .addOption(
      new Option(
        '--dialect <id>',
        `how it spells what the interface does not show: ${dialectIds.join(', ')} or a number`,
      )
        .argParser(dialect)
        .default('nested' satisfies AnyDialectId),
    )
    .addOption(faultOption())
    .addOption(oddityOption())
    .addOption(troubleOption())
    .addOption(seedOption('1 by default'))
    .addOption(
      new Option(
        '--openapi',
        'print the interface with what this dialect adds, as an OpenAPI document, and serve nothing',
      ).conflicts(['fault', 'oddity', 'trouble', 'seed']),
    )
    .action(async ({ port, dialect, fault, oddity, trouble, seed, openapi }: ServeOptions) => {
      if (openapi) {
        const { openApiOf } = await import('../prover/dialect-openapi.ts');
        return print(JSON.stringify(await openApiOf(dialect), null, 2));
      }
      const world = {
        dialect,
        faults: knownFaults(fault),
        oddities: knownOddities(oddity),
        troubles: knownTroubles(trouble),
        ...(seed !== undefined && { seed }),
      };
      const sandbox = await startSandbox({ port, world }).catch((thrown: NodeJS.ErrnoException) => {
        if (thrown.code === 'EADDRINUSE')
          throw new UsageError(`port ${port} is taken: name another with --port, or 0 for any`);
        if (thrown.code === 'EACCES')
          throw new UsageError(`port ${port} is not allowed for this user: name one above 1023`);
        throw thrown;
      });
      const deviations = [...world.oddities.map((id) => oddities[id]), ...world.faults.map((id) => faults[id])];
      // The sandbox may be ended as soon as its address is printed.
      const ended = interrupted();
      print(guide(sandbox.url, dialect, unusual(deviations)));
      await ended;
      await sandbox.close();
    });
