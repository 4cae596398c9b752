/** The option that names the forms of a report, with its refusal of others. */
import { Option } from 'commander';
import { unknownName } from '../contracts/usage-error.ts';
import { type ReportForm, reportForms } from '../gate/report-names.ts';

/** @throws UsageError */
export const formsIn = (text: string): ReportForm[] =>
  [...new Set(text.split(',').map((each) => each.trim()))].map((name) => {
    const form = reportForms.find((each) => each === name);
    if (!form) throw unknownName('form', name, reportForms, 'see npx --no -- preflight report --help');
    return form;
  });

export const reportOption = (flags: string, description: string): Option =>
  new Option(`${flags} <forms>`, `${description}: ${reportForms.join(', ')}; separated by commas`);
