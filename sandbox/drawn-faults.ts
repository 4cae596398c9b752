/**
 * Faults drawn by chance, as a measurement of the checks: what goes wrong, where, and under which circumstance are
 * drawn apart, and nothing in them is chosen for what a check looks at.
 */
import type { OperationId } from '../contracts/operations.ts';
import { type ConditionId, conditionIds, conditions } from './conditions.ts';
import type { Deviation, Meeting } from './deviation.ts';
import { drawnAnswer } from './deviations/drawn/answers.ts';
import { drawnKey } from './deviations/drawn/keys.ts';
import { drawnState } from './deviations/drawn/states.ts';
import {
  areaIds,
  areaOf,
  type DrawnPart,
  type FaultDraw,
  fieldsAsked,
  heldAsked,
  heldIn,
  isKin,
  perWorld,
  things,
} from './drawn-fault.ts';
import type { SandboxRequest } from './reply.ts';
import { digestOf } from './world-parts.ts';

export type DrawnFaultId = `drawn:${number}`;

export const isDrawnFaultId = (id: string): id is DrawnFaultId => /^drawn:\d{1,9}$/.test(id);

type DrawnCondition = { readonly name: string; readonly holds: (meeting: Meeting) => boolean };

/** That are there of it already, each with its id as its name. */
const known = (isMeant: (id: ConditionId) => boolean, operation: OperationId): DrawnCondition[] =>
  conditionIds
    .filter((id) => isMeant(id) && conditions[id].operations.includes(operation))
    .map((id) => ({ name: id.replaceAll('-', ' '), holds: conditions[id].holds }));

const isOfTurn = (id: ConditionId): boolean => id.startsWith('from-the-third');
const isOfCaller = (id: ConditionId): boolean => id.startsWith('asked-');
const isOfThing = (id: ConditionId): boolean => !isOfTurn(id) && !isOfCaller(id) && !id.startsWith('after-');

const isOfSecondThing = (): DrawnCondition['holds'] => {
  const firstIn = perWorld((): { key?: string } => ({}));
  return (meeting) => {
    const { bookingId, ticketNumber } = fieldsAsked(meeting);
    const { path, query, body } = meeting.request;
    const key = bookingId === undefined ? `${path} ${query} ${body}` : `${bookingId} ${ticketNumber}`;
    const memory = firstIn(meeting.world);
    memory.key ??= key;
    return memory.key !== key;
  };
};

const hasKin: DrawnCondition['holds'] = (meeting) =>
  things.some((kind) => {
    const held = heldAsked(kind, meeting);
    return held !== undefined && heldIn(kind, meeting.world).some((other) => isKin(held, other));
  });

const hasBooking = (operation: OperationId): boolean =>
  !/^(search|create)|-create$/.test(operation) && /booking|^pnr|^ticket/.test(operation);

/** By kind: `always`; `turn`, `before` and `caller`, which come and go for the same question; `thing`. */
const circumstancesOf = (operation: OperationId) =>
  ({
    always: [{ name: 'always', holds: () => true }],
    turn: [
      { name: 'every second time', holds: ({ world }) => world.count(`${operation} met by a drawn fault`) % 2 === 0 },
      ...known(isOfTurn, operation),
    ],
    before: [
      ...areaIds(areaOf(operation))
        .filter((id) => id !== operation)
        .map((id) => ({ name: `after ${id}`, holds: ({ world }: Meeting) => world.counted(`${id} answered`) > 0 })),
      { name: 'after a refusal of it', holds: ({ world }) => world.counted(`${operation} refused`) > 0 },
    ],
    caller: known(isOfCaller, operation),
    thing: [
      ...known(isOfThing, operation),
      { name: 'of the second thing of its kind', holds: isOfSecondThing() },
      ...(hasBooking(operation) ? [{ name: 'of a thing that has kin', holds: hasKin }] : []),
      ...(operation === 'search-bookings'
        ? [{ name: 'from the second page on', holds: (meeting: Meeting) => fieldsAsked(meeting).page !== undefined }]
        : []),
    ],
  }) satisfies Readonly<Record<string, readonly DrawnCondition[]>>;

const kindsFor = {
  any: ['always', 'turn', 'before', 'caller', 'thing'],
  asked: ['always', 'turn', 'before', 'caller'],
  changing: ['turn', 'before', 'caller'],
} as const;

const circumstanceFor = ({ operation, needs }: DrawnPart, draw: FaultDraw): DrawnCondition => {
  const all: Readonly<Record<string, readonly DrawnCondition[]>> = circumstancesOf(operation);
  return draw(draw(kindsFor[needs].map((kind) => all[kind] ?? []).filter((some) => some.length > 0)));
};

const drawing = (seed: number): FaultDraw => {
  let drawn = 0;
  return (items) => {
    drawn += 1;
    const item = items[digestOf(['drawn fault', seed, drawn]).readUInt32BE(0) % items.length];
    if (item === undefined) throw new RangeError('there is nothing to draw from');
    return item;
  };
};

/** `drawn` is the kind of what goes wrong. */
type DrawnDeviation = Deviation<DrawnFaultId> & { readonly drawn: DrawnPart['kind'] };

/** The fault that a seed decides. */
export const drawnFault = (seed: number): DrawnDeviation => {
  const draw = drawing(seed);
  const part = draw([drawnState, drawnAnswer, drawnKey])(draw);
  const { holds, name } = circumstanceFor(part, draw);
  const met = new WeakMap<SandboxRequest, boolean>();
  return {
    id: `drawn:${seed}`,
    kind: 'fault',
    drawn: part.kind,
    summary: `${part.name} (${name})`,
    violates: [],
    touches: [part.operation],
    when: (meeting) => {
      if (meeting.operation !== part.operation) return false;
      met.set(meeting.request, holds(meeting));
      // What is not met is still remembered: the next answer may show it in another's place.
      return part.kind === 'answer' || met.get(meeting.request) === true;
    },
    apply: part.apply((request) => met.get(request) === true),
  };
};
