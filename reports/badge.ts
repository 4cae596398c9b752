/** A badge of the last run: an SVG, and the JSON that badge services such as shields.io read from an address. */

import type { WaiverState } from '../contracts/policy.ts';
import type { RunRecord } from '../contracts/run-record.ts';
import { escaped } from './safe-text.ts';
import { type StateCounts, summary, verdictWords } from './summary.ts';
import { counted } from './text-layout.ts';

type Badge = { readonly message: string; readonly color: string };

const label = 'contract';

/** What a release should hear of although the verdict does not; nothing of it where all is well. */
const besides = (record: RunRecord, { warning, waived, flaky }: StateCounts): string[] => {
  const waivers = (state: WaiverState): number =>
    record.decision?.waivers.filter((each) => each.state === state).length ?? 0;
  const [expired, stale] = [waivers('expired'), waivers('stale')];
  const unjudged = record.decision?.unjudged ?? [];
  return [
    ...(warning > 0 ? [counted(warning, 'warning')] : []),
    ...(waived > 0 ? [`${waived} waived`] : []),
    ...(flaky > 0 ? [`${flaky} flaky`] : []),
    ...(expired > 0 ? [counted(expired, 'expired waiver')] : []),
    ...(stale > 0 ? [counted(stale, 'stale waiver')] : []),
    ...unjudged.map((area) => `no ${area}`),
  ];
};

const badgeOf = (record: RunRecord): Badge => {
  const { counts, judged } = summary(record);
  const message = {
    pass: `passing, ${counted(judged, 'clause')} judged`,
    fail: `failing, ${counts.broken} of ${counted(judged, 'clause')} broken`,
    inconclusive: `could not measure, ${counted(judged, 'clause')} judged`,
  }[record.verdict];
  return { message: [message, ...besides(record, counts)].join(', '), color: verdictWords[record.verdict].color };
};

/** Of the font that the badge names first, at its size. */
const characterWidth = 6.6;
const margin = 6;

const widthOf = (text: string): number => Math.round(text.length * characterWidth) + 2 * margin;

export const badgeSvg = (record: RunRecord): string => {
  const { message, color } = badgeOf(record);
  const [left, right] = [widthOf(label), widthOf(message)];
  const text = (words: string, from: number, width: number): string =>
    `<text x="${from + margin}" y="14" textLength="${width - 2 * margin}">${escaped(words)}</text>`;
  return `\
<svg xmlns="http://www.w3.org/2000/svg" width="${left + right}" height="20" role="img" aria-label="${label}: ${escaped(message)}">
<title>${label}: ${escaped(message)}</title>
<rect width="${left + right}" height="20" rx="3" fill="#3d444d"/>
<path d="M${left} 0h${right - 3}a3 3 0 0 1 3 3v14a3 3 0 0 1 -3 3h-${right - 3}z" fill="${color}"/>
<g fill="#fff" font-family="Verdana,DejaVu Sans,sans-serif" font-size="11">
${text(label, 0, left)}
${text(message, left, right)}
</g>
</svg>
`;
};

/** https://shields.io/badges/endpoint-badge */
export const badgeJson = (record: RunRecord): string => {
  const { message, color } = badgeOf(record);
  return `${JSON.stringify({ schemaVersion: 1, label, message, color, isError: record.verdict === 'inconclusive' })}\n`;
};
