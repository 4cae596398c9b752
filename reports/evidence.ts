/** What a report shows of one finding beyond its verdict: the exchanges that it needs, as they may leave. */

export type EvidenceStep = {
  /** In its flow. */
  readonly index: number;
  /** `2026-08-31 08:22:51.101` in UTC. */
  readonly at: string;
  readonly operation: string;
  /** Which token it carried, where that is not the usual one. */
  readonly with: string | undefined;
  /** `GET /api/dictionary/cities?countryId=7` */
  readonly request: string;
  /** The status, or why there is none. */
  readonly answer: string;
  readonly latencyMs: number;
  /** Headers by which the service finds it in its logs: `x-request-id: 0f8fad5b`. */
  readonly log: readonly string[];
  /** Bodies, cut around what matters: `‹ ›` around what was replaced, an arrow at what broke. */
  readonly sent: string | undefined;
  readonly answered: string | undefined;
  readonly isBroken: boolean;
};

export type FoundEvidence = {
  readonly steps: readonly EvidenceStep[];
  /** The same for a page, with every exchange of the flow; what is in it from elsewhere is escaped. */
  readonly markup: string;
};

/** By fingerprint; undefined where the run keeps none. */
export type EvidenceOf = (fingerprint: string) => FoundEvidence | undefined;
