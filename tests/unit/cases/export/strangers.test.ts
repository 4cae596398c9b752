/** What is exported of the file of a foreign service runs there, and says whether the fault is still there. */
import { after, test } from 'node:test';
import { startSandbox } from '../../../../sandbox/server.ts';
import { assertExported } from './strangers-exported.ts';

const sandbox = await startSandbox();
after(() => sandbox.close());

test('where all names are random letters, each form of an export sees the fault, and that it is gone', () =>
  // Dialect 25; more are exported in tests/long.
  assertExported(sandbox, { dialect: '25', fault: 'lists-cancelled-without-a-status', flow: 'book-then-cancel' }));
