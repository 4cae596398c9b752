import { gatesWithClocksApart } from './disagreeing-clocks.ts';

// With the other levers and oddities of tokens: tests/long/disagreeing-clocks.test.ts.
gatesWithClocksApart({ levers: ['one clock'], alone: true });
