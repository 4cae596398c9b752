/** Some of the rules of flights are replaced and seen: tests/long replaces every one. */
import { testFlightRules } from './flight-rule-visits.ts';

testFlightRules((at) => at % 6 === 0);
