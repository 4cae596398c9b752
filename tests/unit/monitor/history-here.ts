/** A store in a folder of its own for each test of a `describe`, opened before it and gone after it. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach } from 'node:test';
import { type History, openHistory } from '../../../history/open.ts';

/** Called inside a `describe`: a hook outside would act on every file of the room. */
export const historyHere = (): { readonly history: History } => {
  let folder = '';
  let history: History | undefined;
  beforeEach(async () => {
    folder = mkdtempSync(join(tmpdir(), 'preflight-'));
    history = await openHistory(join(folder, 'history.db'));
  });
  afterEach(async () => {
    await history?.close();
    rmSync(folder, { recursive: true });
  });
  return {
    get history() {
      if (!history) throw new TypeError('no test is running');
      return history;
    },
  };
};
