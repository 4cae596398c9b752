/** The status page as HTML, without any script: the same text is served and written as a file. */
import type { StatusArea, StatusPage, StatusService, StatusSpell, StatusWord } from '../../contracts/status-page.ts';
import { escaped } from '../../reports/safe-text.ts';
import { daysOf } from './days-markup.ts';
import { document } from './document.ts';
import { dateText, momentText, timeText } from './moments.ts';
import { wordText } from './words.ts';

/** Seen without colour, too. */
const signs: Readonly<Record<StatusWord, string>> = {
  major_outage: '✕',
  partial_outage: '✕',
  degraded_performance: '!',
  under_maintenance: '…',
  unknown: '?',
  operational: '✓',
};

const capital = (text: string): string => `${text.slice(0, 1).toUpperCase()}${text.slice(1)}`;

const sign = (word: StatusWord): string => `<span class="sign ${word}" aria-hidden="true">${signs[word]}</span>`;

const moment = (iso: string): string => `<time datetime="${iso}">${momentText(iso)}</time>`;

/** It began within an hour: more than that was not kept. */
const since = ({ since: from }: StatusArea, at: string): string => {
  if (from === null) return '';
  const hourEnd = new Date(Date.parse(from) + 3_600_000).toISOString();
  const until = hourEnd < at ? hourEnd : at;
  return `<p class="since">Began on ${dateText(from)} between <time datetime="${from}">${timeText(from)}</time> and <time datetime="${until}">${timeText(until)}</time> UTC</p>\n`;
};

const part =
  (level: 2 | 3, at: string) =>
  (area: StatusArea): string =>
    `\
<section class="part">
<div class="line"><h${level}>${capital(area.name)}</h${level}><p class="word ${area.state}">${sign(area.state)} ${capital(wordText[area.state])}</p></div>
${since(area, at)}${daysOf(area, capital(area.name))}</section>`;

const service =
  (isAlone: boolean, at: string) =>
  ({ name, maintenanceUntil, areas }: StatusService): string =>
    `\
<section class="service">
${isAlone ? '' : `<h2 class="heading">${escaped(name)}</h2>\n`}${
  maintenanceUntil === null
    ? ''
    : `<p class="notice">Maintenance is under way, until ${moment(maintenanceUntil)} at the latest.</p>\n`
}${areas.map(part(isAlone ? 2 : 3, at)).join('\n')}
</section>`;

const span = ({ from, until }: StatusSpell): string => {
  if (until === null) return `since ${moment(from)}`;
  const isOneDay = dateText(from) === dateText(until);
  return `${moment(from).replace(' UTC', '')} – ${isOneDay ? `<time datetime="${until}">${timeText(until)} UTC</time>` : moment(until)}`;
};

const spell =
  (isAlone: boolean) =>
  (each: StatusSpell): string => {
    const of = [isAlone ? [] : each.service, each.area === null ? [] : capital(each.area)].flat().join(', ');
    return `<li>${sign(each.state)} <span><strong>${of === '' ? capital(wordText[each.state]) : `${escaped(of)}: ${wordText[each.state]}`}</strong> <span class="dim">${span(each)}</span></span></li>`;
  };

const lately = ({ lately: all, services }: StatusPage): string => {
  if (services.length === 0) return '';
  const list =
    all.length === 0
      ? '<p class="dim">Nothing in the last seven days.</p>'
      : `<ul class="spells">\n${all.map(spell(services.length === 1)).join('\n')}\n</ul>`;
  return `<section>\n<h2 class="heading">Lately</h2>\n${list}\n</section>`;
};

const legend = `\
<details class="legend"><summary>How to read this page</summary>
<p>Checks ask the service again and again, as its users do, and judge its answers. An area is degraded when some of them fail, partly out when in one of its topics
none holds, and out when in no topic of it any holds. What nobody has measured lately is unknown, and is never shown as good.</p>
<p>Each bar is a day, and a higher one is worse. A day is shown as a whole: what was out for an hour, and answered in the others, is degraded on that day. All times are in UTC.</p></details>`;

const measured = ({ services, lookedAt, at }: StatusPage): string => {
  if (lookedAt !== at)
    return `The measurements cannot be read now${lookedAt === null ? '' : `; the last look was at ${moment(lookedAt)}`}.`;
  const last = services
    .flatMap(({ measuredAt }) => measuredAt ?? [])
    .sort()
    .at(-1);
  return last === undefined ? 'Nothing was measured so far.' : `Last measured ${moment(last)}.`;
};

const reloading = {
  still: '<a href="live.html">Reload every minute</a>',
  live: 'This page reloads every minute. <a href="index.html">Stop that</a>',
} as const;

/** @param form `live` reloads itself: nobody is made to, because that takes away what somebody reads. */
export const pageOf = (status: StatusPage, form: keyof typeof reloading): string =>
  document({
    title: `${status.sentence} – ${status.title}`,
    head: form === 'live' ? '<meta http-equiv="refresh" content="60">\n' : '',
    body: `\
<header><h1>${escaped(status.title)}</h1></header>
<main>
<p class="now ${status.state}">${sign(status.state)} <strong>${status.sentence}</strong></p>
<p class="dim">As of ${moment(status.at)}. ${measured(status)} ${reloading[form]}</p>
${[...status.services.map(service(status.services.length === 1, status.at)), lately(status)].join('\n')}
${legend}
</main>`,
  });
