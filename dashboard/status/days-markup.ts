/** Ninety days as bars, each with its text, and a table of those that were not wholly good. */
import type { StatusArea, StatusDay } from '../../contracts/status-page.ts';
import { counted } from '../../reports/text-layout.ts';
import { dateText } from './moments.ts';
import { isBad, wordText } from './words.ts';

const percent = ({ heldPercent }: StatusDay): string => `${heldPercent?.toFixed(1)} %`;

/** What a day was, in words: the share says how much of it was bad. */
const said = (day: StatusDay): string => {
  const word = day.state === 'unknown' ? 'not measured' : wordText[day.state];
  const share = isBad(day.state) ? `, ${percent(day)} of the checks held` : '';
  const maintenance = day.hasMaintenance && day.state !== 'under_maintenance' ? ', partly under maintenance' : '';
  return `${word}${share}${maintenance}`;
};

const bar = (day: StatusDay): string => {
  const text = `${dateText(day.day)}: ${said(day)}`;
  return `<li class="${day.state}" title="${text}"><span>${text}</span></li>`;
};

const row = (day: StatusDay): string => `<tr><th scope="row">${dateText(day.day)}</th><td>${said(day)}</td></tr>`;

const isNotable = (day: StatusDay): boolean => isBad(day.state) || day.hasMaintenance;

/** Nothing where the history cannot be read. */
export const daysOf = ({ days }: StatusArea, name: string): string => {
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
