/** What a person reads of a waiver that was just written: what it covers, until when, and what to do next. */
import type { Waiver } from '../contracts/waiver.ts';
import { oneLine } from './one-line.ts';

const scopeOf = ({ operation, fingerprint }: Waiver): string => {
  if (fingerprint !== undefined) return `the failure ${fingerprint} of ${operation} alone`;
  return operation === undefined ? 'every failure of this clause' : `every failure of this clause in ${operation}`;
};

/** @param next The command that shows it. */
export const waivedText = (waiver: Waiver, { file, next }: { readonly file: string; readonly next: string }): string =>
  [
    `waived   ${waiver.clause} on ${oneLine(waiver.target)}`,
    `covers   ${scopeOf(waiver)}, until ${waiver.expires}`,
    `owner    ${oneLine(waiver.owner)}`,
    `file     ${file}: commit it`,
    `next     ${next}`,
  ].join('\n');
