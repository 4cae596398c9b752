/** Circumstances of what was done before, to whatever it was. */
import type { OperationId } from '../../contracts/operations.ts';
import { conditionsOf, type Meeting } from '../condition.ts';
import { aviaIds, dictionaryIds, hotelIds } from '../operations.ts';

const answered =
  (...operations: readonly OperationId[]) =>
  ({ world }: Meeting): boolean =>
    operations.some((operation) => world.counted(`${operation} answered`) > 0);

const refused =
  (...operations: readonly OperationId[]) =>
  ({ world }: Meeting): boolean =>
    operations.some((operation) => world.counted(`${operation} refused`) > 0);

export const beforeConditions = [
  ...conditionsOf([...dictionaryIds, ...hotelIds, ...aviaIds], {
    'after-a-wrong-login': { summary: 'A login was refused before.', holds: refused('token') },
  }),
  ...conditionsOf(hotelIds, {
    'after-a-cancellation': { summary: 'A booking was cancelled before.', holds: answered('cancel-booking') },
    'after-a-refused-booking': { summary: 'A booking was refused before.', holds: refused('create-booking') },
  }),
  ...conditionsOf(aviaIds, {
    'after-a-refused-void': { summary: 'A void was refused before.', holds: refused('ticket-cancel') },
    'after-a-void': { summary: 'A ticket was voided before.', holds: answered('ticket-cancel') },
    'after-a-reprice': { summary: 'A booking was repriced before.', holds: answered('pnr-reprice') },
    'after-a-calculation': {
      summary: 'An exchange or a refund was calculated before.',
      holds: answered('ticket-exchange-calculation', 'ticket-refund-calculation'),
    },
  }),
];
