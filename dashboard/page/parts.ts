/** Small pieces that all views are made of. Whatever comes from elsewhere is shown as text. */
import { html, nothing, type TemplateResult } from 'lit-html';
import type { ServiceState } from '../../contracts/service-state.ts';
import { choose, type Given } from './address.ts';

/** Seen without colour, too. */
const signs: Readonly<Record<ServiceState, string>> = {
  broken: '✕',
  trouble: '~',
  unknown: '?',
  slow: '!',
  holds: '✓',
};

export const stateNames: Readonly<Record<ServiceState, string>> = {
  broken: 'broken',
  trouble: 'in trouble',
  unknown: 'no data',
  slow: 'slow',
  holds: 'holds',
};

export const sign = (state: ServiceState): TemplateResult =>
  html`<span class="sign ${state}" aria-hidden="true">${signs[state]}</span>`;

export const state = (of: ServiceState): TemplateResult =>
  html`${sign(of)} <span class="word ${of}">${stateNames[of]}</span>`;

const utc = (iso: string): string => `${iso.slice(0, 16).replace('T', ' ')} UTC`;

const ofReader = new Intl.DateTimeFormat('en-GB', {
  year: 'numeric',
  month: 'short',
  day: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
  timeZoneName: 'short',
});

/** In UTC; where the reader is, on hover. */
export const moment = (iso: string): TemplateResult =>
  html`<time datetime=${iso} title=${ofReader.format(new Date(iso))}>${utc(iso)}</time>`;

const minuteMs = 60_000;

/** `7 min`, `3 h`, `12 days` */
export const spanText = (ms: number): string => {
  const minutes = Math.max(1, Math.round(ms / minuteMs));
  if (minutes < 120) return `${minutes} min`;
  const hours = Math.round(minutes / 60);
  return hours < 72 ? `${hours} h` : `${Math.round(hours / 24)} days`;
};

export const ago = (iso: string): TemplateResult =>
  html`<time datetime=${iso} title=${utc(iso)}>${spanText(Date.now() - Date.parse(iso))} ago</time>`;

/** To be taken with one click. */
export const command = (text: string): TemplateResult => html`<code class="command">${text}</code>`;

export const counted = (count: number, word: string): string => `${count} ${word}${count === 1 ? '' : 's'}`;

export const section = (title: string, content: unknown, more: unknown = nothing): TemplateResult =>
  html`<section><h2>${title} ${more}</h2>${content}</section>`;

export const none = (text: string): TemplateResult => html`<p class="none">${text}</p>`;

/** Something to be chosen; what was is part of the address. */
export const picker = (
  label: string,
  options: readonly (readonly [value: string, text: string])[],
  { given, what }: { readonly given: Given; readonly what: string },
): TemplateResult =>
  html`<label>${label} <select @change=${(event: Event) => choose(what, (event.target as HTMLSelectElement).value)}>${options.map(
    ([value, text]) => html`<option value=${value} ?selected=${value === (given[what] ?? '')}>${text}</option>`,
  )}</select></label>`;

/** As it stands behind a name; one that nobody has named is not told. */
export const where = (location: string): string => (location === 'here' ? '' : ` at ${location}`);
