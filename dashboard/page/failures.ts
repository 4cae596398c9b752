/** What stands behind a red square, and what one run found. */
import { html, nothing, type TemplateResult } from 'lit-html';
import type { FailureList } from '../../contracts/listed.ts';
import type { RunRecord } from '../../contracts/run-record.ts';
import type { Given } from './address.ts';
import { get } from './api.ts';
import { command, counted, moment, none, section } from './parts.ts';

export const failuresView = async (clause: string, query: Given): Promise<TemplateResult> => {
  const { failures, next } = await get<FailureList>('failures', { clause, ...query });
  return html`
    <p><a href="#/">Back to all</a></p>
    <h1>${clause}</h1>
    <p>Broken between ${moment(query.from ?? '')} and ${moment(query.until ?? '')}: ${counted(failures.length, 'finding')}${next === null ? nothing : ' and more'}.</p>
    ${
      failures.length === 0
        ? none('The runs of that time are not kept whole any more: only how often it was broken is known.')
        : html`<ul class="plain">${failures.map(
            ({ run, probe, at, incident }) =>
              html`<li>${moment(at)}, probe ${probe}: ${
                incident === null
                  ? html`<a href="#/run/${run}?clause=${clause}">the finding</a>, without an incident`
                  : html`<a href="#/incident/${incident}">the exchange that broke</a>, <a href="#/run/${run}?clause=${clause}">the run</a>`
              }</li>`,
          )}</ul>`
    }`;
};

export const runView = async (id: string, { clause }: Given): Promise<TemplateResult> => {
  const record = await get<RunRecord>(`runs/${encodeURIComponent(id)}`);
  const found = record.verdicts.filter(({ outcome }) => outcome === 'fail' || outcome === 'error');
  const first =
    clause === undefined ? found : found.toSorted((a, b) => Number(b.clause === clause) - Number(a.clause === clause));
  return html`
    <p><a href="#/">Back to all</a></p>
    <h1>Run ${record.id}: ${record.verdict}</h1>
    <dl>
      <dt>target</dt><dd>${record.target}, revision ${record.revision}</dd>
      <dt>began</dt><dd>${moment(record.startedAt)}</dd>
      <dt>sent</dt><dd>${counted(record.exchanges, 'request')}</dd>
    </dl>
    ${section('Repeat it', command(`npx --no -- preflight ${record.repeat}`))}
    ${section(
      'What it found',
      first.length === 0
        ? none('nothing is broken')
        : first.map(
            (each) =>
              html`<article class="finding"><h3>${each.clause} in ${each.flow}</h3>${
                each.reason === undefined ? nothing : html`<p>${each.reason}</p>`
              }${each.findings.map(
                ({ operation, where, expected, actual }) => html`<dl>
                <dt>at</dt><dd><code>${operation} → ${where}</code></dd>
                <dt>expected</dt><dd>${expected}</dd>
                <dt>came</dt><dd class="wrong">${actual}</dd>
              </dl>`,
              )}</article>`,
          ),
    )}`;
};
