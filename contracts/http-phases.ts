/** Where the time of requests goes, in the words in which monitors of web services count it. */

/** `resolve`, `connect` and `tls` of new connections; `processing` until the headers of an answer are there, then `transfer`. */
export const httpPhases = ['resolve', 'connect', 'tls', 'processing', 'transfer'] as const;
export type HttpPhase = (typeof httpPhases)[number];
