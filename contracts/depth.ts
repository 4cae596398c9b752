/** How much a run sends: `generators/sample.ts` draws it, and docs/use/depth.md explains it. */

/**
 * `probe`: a few requests that only read, for every few minutes. `standard`: every clause, on some of its subjects.
 * `full`: every clause on every subject, for the night and for proofs.
 */
export const depths = ['probe', 'standard', 'full'] as const;
export type Depth = (typeof depths)[number];
