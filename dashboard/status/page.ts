/** The status page as HTML, without any script: the same text is served and written as a file. */

import type {
  StatusArea,
  StatusDay,
  StatusPage,
  StatusService,
  StatusSpell,
  StatusWord,
} from '../../contracts/status-page.ts';
import { escaped } from '../../reports/safe-text.ts';
import { counted } from '../../reports/text-layout.ts';
import { isBad, wordText } from './service-now.ts';

/** Also where another server serves it as a file. */
const policy = "default-src 'none'; style-src 'self'; img-src 'self'; base-uri 'none'; form-action 'self'";

const document = ({ title, head = '', body }: { title: string; head?: string; body: string }): string => `\
<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="${policy}">
${head}<title>${escaped(title)}</title>
<link rel="icon" href="icon.svg">
<link rel="stylesheet" href="status.css">
</head>
<body>
${body}
</body>
</html>
`;

/** Sends the token without a script. */
export const loginPage = (isWrong: boolean): string =>
  document({
    title: 'Status: a token is needed',
    body: `\
<main>
<h1>Status</h1>
<form method="post" action="login">
<label for="token">Token</label>
<input id="token" name="token" type="password" autocomplete="current-password" required${isWrong ? ' aria-describedby="wrong" aria-invalid="true"' : ''}>
<button>Show the status</button>
${isWrong ? '<p id="wrong" class="notice" role="alert">This is not the token.</p>\n' : ''}</form>
</main>`,
  });

/** Moments as people of any country read them, in UTC and not in the zone of this machine. */
const date = new Intl.DateTimeFormat('en-US', { timeZone: 'UTC', month: 'short', day: 'numeric', year: 'numeric' });

/** `20 Nov 2026` */
const dateText = (iso: string): string => {
  const parts = Object.fromEntries(date.formatToParts(new Date(iso)).map(({ type, value }) => [type, value]));
  return `${parts.day} ${parts.month} ${parts.year}`;
};

/** `12:30` */
const timeText = (iso: string): string => iso.slice(11, 16);

/** `20 Nov 2026, 12:30 UTC` */
const momentText = (iso: string): string => `${dateText(iso)}, ${timeText(iso)} UTC`;

const percent = ({ heldPercent }: StatusDay): string => `${heldPercent?.toFixed(1)} %`;

/** Never none, and never all that is not all. */
const shareText = (share: number): string =>
  `${share >= 1 ? 100 : Math.min(99, Math.max(1, Math.round(share * 100)))} %`;

/** What a day was, in words: the share says how much of it was bad. */
const dayText = (day: StatusDay): string => {
  const word = day.state === 'unknown' ? 'not measured' : wordText(day.state);
  const held = isBad(day.state) && day.heldPercent !== null ? `, ${percent(day)} of the checks held` : '';
  const share = day.downShare > 0 ? `, out for ${shareText(day.downShare)} of the day${held}` : held;
  const maintenance = day.hasMaintenance && day.state !== 'under_maintenance' ? ', partly under maintenance' : '';
  return `${word}${share}${maintenance}`;
};

const bar = (day: StatusDay): string => {
  const text = `${dateText(day.day)}: ${dayText(day)}`;
  return `<li class="${day.state}" title="${text}"><span>${text}</span></li>`;
};

const row = (day: StatusDay): string => `<tr><th scope="row">${dateText(day.day)}</th><td>${dayText(day)}</td></tr>`;

const isNotable = (day: StatusDay): boolean => isBad(day.state) || day.hasMaintenance;

/** Nothing where the history cannot be read. */
const daysOf = ({ days }: StatusArea, name: string): string => {
  if (days.length === 0) return '';
  const notable = days.filter(isNotable).reverse();
  const measured = days.filter(({ state }) => state !== 'unknown').length;
  const table =
    notable.length === 0
      ? ''
      : `<details><summary>${counted(notable.length, 'day')} with trouble or maintenance</summary>
<table><caption>${name}</caption><thead><tr><th scope="col">Day</th><th scope="col">What it was</th></tr></thead><tbody>
${notable.map(row).join('\n')}
</tbody></table></details>\n`;
  return `\
<ol class="days" aria-label="${name}, the last ${days.length} days">
${days.map(bar).join('\n')}
</ol>
<p class="scale"><span>${days.length} days ago</span><span>${measured} of ${days.length} measured</span><span>today</span></p>
${table}`;
};

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

/** `between 02:13 and 02:14` */
const between = (from: string, until: string): string => {
  const [first, last] = [from, until].map(
    (each) =>
      `<time datetime="${each}">${dateText(from) === dateText(until) ? timeText(each) : momentText(each).replace(' UTC', '')}</time>`,
  );
  return `between ${first} and ${last}`;
};

/** Between the last good answer and the first look without one. */
const outage = ({ outage: now }: StatusService): string => {
  if (now === null) return '';
  const { goodAt, brokeAt, lastAt } = now;
  const began =
    goodAt === null ? `before ${moment(brokeAt)}` : `on ${dateText(brokeAt)} ${between(goodAt, brokeAt)} UTC`;
  return `<p class="notice out"><strong>No request is answered.</strong> It began ${began}. Last asked ${moment(lastAt)}.</p>\n`;
};

/** It began within an hour: more than that was not kept. */
const since = ({ since: from }: StatusArea, at: string): string => {
  if (from === null) return '';
  const hourEnd = new Date(Date.parse(from) + 3_600_000).toISOString();
  const until = hourEnd < at ? hourEnd : at;
  return `<p class="since">Began on ${dateText(from)} between <time datetime="${from}">${timeText(from)}</time> and <time datetime="${until}">${timeText(until)}</time> UTC</p>\n`;
};

const part =
  (level: 2 | 3, at: string, isOut: boolean) =>
  (area: StatusArea): string =>
    `\
<section class="part">
<div class="line"><h${level}>${capital(area.name)}</h${level}><p class="word ${area.state}">${sign(area.state)} ${capital(wordText(area.state))}</p></div>
${isOut ? '' : since(area, at)}${daysOf(area, capital(area.name))}</section>`;

const service =
  (isAlone: boolean, at: string) =>
  (one: StatusService): string => {
    const { name, maintenanceUntil, areas } = one;
    return `\
<section class="service">
${isAlone ? '' : `<h2 class="heading">${escaped(name)}</h2>\n`}${outage(one)}${
  maintenanceUntil === null
    ? ''
    : `<p class="notice">Maintenance is under way, until ${moment(maintenanceUntil)} at the latest.</p>\n`
}${areas.map(part(isAlone ? 2 : 3, at, one.outage !== null)).join('\n')}
</section>`;
  };

const span = ({ from, until, goodAt, lastAt }: StatusSpell): string => {
  if (lastAt !== null) {
    const began =
      goodAt === null ? `began before ${moment(from)}` : `${dateText(from)}, began ${between(goodAt, from)}`;
    if (until === null) return `${began}${goodAt === null ? '' : ' UTC'}, and goes on`;
    return `${began}, over ${between(lastAt, until)} UTC`;
  }
  if (until === null) return `since ${moment(from)}`;
  const isOneDay = dateText(from) === dateText(until);
  return `${moment(from).replace(' UTC', '')} – ${isOneDay ? `<time datetime="${until}">${timeText(until)} UTC</time>` : moment(until)}`;
};

const spell =
  (isAlone: boolean) =>
  (each: StatusSpell): string => {
    const of = [isAlone ? [] : each.service, each.area === null ? [] : capital(each.area)].flat().join(', ');
    return `<li>${sign(each.state)} <span><strong>${of === '' ? capital(wordText(each.state)) : `${escaped(of)}: ${wordText(each.state)}`}</strong> <span class="dim">${span(each)}</span></span></li>`;
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
none holds, and out when in no topic of it any holds. All areas are out when no request is answered, twice in a row.
What was not measured lately is unknown, and is never shown as good.</p>
<p>Each bar is a day, and a higher one is worse. A day with an outage of all areas is shown as out, with its share of the day. Otherwise a day is shown as a whole:
an area that was out for an hour, and answered in the others, is degraded. All times are in UTC.</p></details>`;

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

/** @param form `live` reloads itself, which a reader chooses: a reload takes away the place that is read. */
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
