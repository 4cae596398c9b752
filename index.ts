/** What a target file, a policy or a monitor file of another repository is written with: `import { env, target } from '@preflight-gate/preflight'`. */

/** Called from a program: `const record = await runGate({ target: './acme.ts', only: ['cities'] })`. */
export { type GateRequest, judge, type RunResult, replay, runGate } from './cli/programs.ts';

export type { Answer, Binding, Bindings, BuiltBody, ReadFacts } from './contracts/bindings.ts';
export { inBody, type Mismatch, mismatch, type Opinion, same, unshown } from './contracts/check.ts';
export type {
  BookingRef,
  BoundOperation,
  ChosenFlight,
  ChosenOffer,
  FlightSearch,
  Intents,
  PassengerIntent,
  SearchIntent,
  StayIntent,
  TicketRef,
} from './contracts/intents.ts';
export { type PolicyDefinition, policy } from './contracts/policy.ts';
export { answered } from './contracts/subjects.ts';
export type { Exchange, Trace } from './contracts/trace.ts';
export { type ClauseDefinition, clause } from './engine/own-clause.ts';
export { type MonitorDefinition, monitor, type ProbeDefinition, probe } from './monitor/config.ts';
export * from './targets/reading.ts';
export { env, type TargetDefinition, target } from './targets/target.ts';
