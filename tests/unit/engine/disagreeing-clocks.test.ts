/** Services whose clocks disagree: one gate of each, on one clock; the rest is in tests/long/whole-tables.test.ts. */
import { gatesWithClocksApart } from './disagreeing-clocks.ts';

gatesWithClocksApart({ levers: ['one clock'], alone: true });
