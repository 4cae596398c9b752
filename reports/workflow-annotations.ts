/** The findings of a run as GitHub's workflow commands, which show them beside a pull request. */
import { clause as clauseOf } from '../contracts/clauses.ts';
import type { RunRecord } from '../contracts/run-record.ts';
import { counted } from './counted.ts';
import { besideClauses } from './decision-lines.ts';
import { keptIn, repeatOf } from './failure-message.ts';
import { oneLine } from './one-line.ts';
import { type Failure, summary } from './summary.ts';

/** GitHub shows ten of a kind for one step, and the count is one of them. */
const shownMax = 9;

/** In what comes after the second pair of colons. */
const data = (text: string): string => text.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A');

/** In a property, which a comma or a colon would end. */
const property = (text: string): string => data(text).replaceAll(':', '%3A').replaceAll(',', '%2C');

type Options = {
  /** From the top of the repository. */
  readonly targetFile: string;
  /** Where the rest is. */
  readonly path: string;
};

const annotation = (failure: Failure, record: RunRecord, targetFile: string): string => {
  const { clause, finding } = failure;
  const kind = failure.isGating ? 'error' : 'warning';
  const said = [
    clauseOf(clause).text,
    `${finding.operation}, ${oneLine(finding.where)}`,
    `expected ${oneLine(finding.expected)}`,
    `actual ${oneLine(finding.actual)}`,
    `repeat ${repeatOf(failure, record, keptIn(record))}`,
  ].join('\n');
  return `::${kind} title=${property(clause)},file=${property(targetFile)}::${data(said)}`;
};

/** A line each, and one for all that is no failure: what was left over, waived, flaky or not judged. */
export const workflowAnnotations = (record: RunRecord, { targetFile, path }: Options): string[] => {
  const failures = summary(record)
    .failures.filter(({ waiver }) => !waiver)
    .toSorted((one, other) => Number(other.isGating) - Number(one.isGating));
  const more = failures.length - shownMax;
  const said = [
    ...(more > 0 ? [`and ${counted(more, 'more finding')}, in ${oneLine(path)}`] : []),
    ...besideClauses(record).map(({ name, text }) => `${name}: ${text}`),
  ].join('\n');
  return [
    ...failures.slice(0, shownMax).map((each) => annotation(each, record, targetFile)),
    ...(said === '' ? [] : [`::notice title=preflight::${data(said)}`]),
  ];
};
