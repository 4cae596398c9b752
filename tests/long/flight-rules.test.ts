/** Every rule of flights is asked: replaced alone, it shows in what a caller sees. */
import { testFlightRules } from '../unit/sandbox/flight-rule-visits.ts';

testFlightRules(() => true);
