/** A dialect: how a world spells what the interface leaves unsaid. */
import type { OperationId } from '../contracts/operations.ts';
import type { AviaOperation } from './avia/canonical.ts';
import type { HotelOperation, Id } from './hotels/canonical.ts';
import { type Fields, hasError, isOfToken, isSuccess, type Reply, withBody } from './reply.ts';

export type Dialect = {
  readonly searchIdOf: (digest: Buffer) => string;
  readonly offerIdOf: (digest: Buffer) => string;
  readonly bookingIdOf: (number: number, digest: Buffer) => Id;
  readonly exchangeIdOf: (digest: Buffer) => string;
  /** One of the two documented forms: `accountingCode` has three digits, `number` ten. */
  readonly ticketNumberOf: (ticket: { accountingCode: string; carrier: string; number: string }) => string;
  /** Whether ticket_cancel answers with nothing but its status, or reports success and failure. */
  readonly voids: 'silently' | 'reporting';
  /** Whether refusals of what it spells say success false beside their error. */
  readonly saysFailure: boolean;
  /** The status of refusals, which is not shown for operations that sell; without it each has its own. */
  readonly refusalStatus?: number | undefined;
  /** Takes the canonical request out of a body, as far as it is there; what is in its place may be anything. */
  readonly reads: Readonly<Record<HotelOperation | AviaOperation, (body: Fields) => unknown>>;
  /** Spells the canonical body of a success; what has no entry is documented in full. */
  readonly spells: Readonly<Partial<Record<OperationId, (body: unknown) => unknown>>>;
};

/** The reply as the partner sees it; refusals are documented, except for what stands beside the error. */
export const spelledReply = (operation: OperationId, reply: Reply, dialect: Dialect): Reply => {
  const { spells, saysFailure, refusalStatus } = dialect;
  const spell = spells[operation];
  if (!spell) return reply;
  if (hasError(reply)) {
    const refused = refusalStatus === undefined || isOfToken(reply) ? reply : { ...reply, status: refusalStatus };
    return saysFailure ? withBody(refused, { success: false, ...Object(reply.body) }) : refused;
  }
  return isSuccess(reply) ? withBody(reply, spell(reply.body)) : reply;
};
