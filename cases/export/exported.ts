/** The forms in which a case can be exported. */
import { UsageError } from '../../contracts/usage-error.ts';
import { oneLine } from '../../reports/safe-text.ts';
import type { Case } from '../case.ts';
import { curlScript } from './curl.ts';
import { har } from './har.ts';
import { httpFile } from './http-file.ts';
import { letterMarkdown, letterPage } from './letter.ts';
import { playwrightTest } from './playwright-test.ts';
import { type Script, scriptOf } from './script.ts';

const forms = {
  curl: curlScript,
  har,
  http: httpFile,
  playwright: playwrightTest,
  letter: (script, { isPage }) => (isPage ? letterPage(script) : letterMarkdown(script)),
} satisfies Record<string, (script: Script, how: { readonly isPage: boolean }) => string>;

export type ExportForm = keyof typeof forms;

export const exportForms = Object.keys(forms) as ExportForm[];

/**
 * @param opened Without exact evidence, because an export leaves this machine.
 * @param how A letter can be a page.
 * @throws UsageError where nothing was sent.
 */
export const exported = (opened: Case, form: ExportForm, how: { readonly isPage: boolean }): string => {
  const script = scriptOf(opened);
  if (!script) throw new UsageError(`${oneLine(opened.file)} holds no exchange: there is nothing to export`);
  const write: (script: Script, how: { readonly isPage: boolean }) => string = forms[form];
  return write(script, how);
};
