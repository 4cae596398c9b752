/** Numbers the tokens of a client as it meets them, and has each known as a secret. */
import type { Redactor } from '../redaction/credentials.ts';

/** The same number for the same token, counting from 1. */
export type SerialOf = (token: string) => number;

export const tokenSerials = (redactor: Redactor): SerialOf => {
  const serials = new Map<string, number>();
  return (token) => {
    const serial = serials.get(token) ?? serials.size + 1;
    serials.set(token, serial);
    redactor.remember(token);
    return serial;
  };
};
