/** What a monitor says at its start of what can alert: by default something pages, and what cannot fire says why. */
import { deepEqual, ok } from 'node:assert/strict';
import { describe, it } from 'node:test';
import { watchedBy } from '../../../monitor/config.ts';
import { rulesTold } from '../../../monitor/rules-told.ts';

const told = (...probes: object[]): string[] => {
  const { watched } = watchedBy({ probes }, 'm.ts', Date.parse('2026-09-01T12:00:00.000Z'));
  return rulesTold(watched);
};

describe('what can alert', () => {
  it('is by default something that pages', () => {
    const lines = told({ name: 'acme', target: 'acme' });
    deepEqual(lines, [
      'acme: 3 failures in a row open an incident, or 5 of 12; fast burn pages; slow',
      '  burn pages; steady burn is a ticket',
    ]);
  });

  it('is told of each probe, with why a rule cannot fire, and what is only slow', () => {
    deepEqual(
      told(
        { name: 'strict', target: 'a', slo: 0.999, opens: { inRow: 2 }, latency: { cities: { p95Ms: 300 } } },
        { name: 'daily', target: 'a', cron: '0 6 * * *', slo: 0.5 },
      ),
      [
        'strict: 2 failures in a row open an incident, or 5 of 12; no burn can fire: 12',
        '  runs in 1 h, 70 are needed for slo 0.999; what is slow pages nobody: cities',
        'daily: a broken promise opens an incident when a second run at once confirms',
        '  it; 3 failures in a row open an incident, or 5 of 12; fast burn cannot fire:',
        '  with slo 0.5 no runs can fail so often; slow burn cannot fire: with slo 0.5 no',
        '  runs can fail so often; steady burn is a ticket',
      ],
    );
  });

  it('says of each rule why it cannot fire where another can', () => {
    deepEqual(told({ name: 'often', target: 'a', slo: 0.998 }), [
      'often: 3 failures in a row open an incident, or 5 of 12; fast burn cannot',
      '  fire: 12 runs in 1 h, 35 are needed for slo 0.998; slow burn cannot fire: 72',
      '  runs in 6 h, 84 are needed for slo 0.998; steady burn is a ticket',
    ]);
  });

  it('fits a terminal', () => {
    const lines = told({ name: 'a'.repeat(60), target: 'a', slo: 0.9999, cron: '0 6 * * 1' });
    ok(lines.every(({ length }) => length <= 80));
  });
});
