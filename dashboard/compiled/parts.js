/** Small pieces that all views are made of. Whatever comes from elsewhere is shown as text. */
import { html, nothing,                     } from '/assets/lit-html.js';
                                                                     
import { choose,            } from './address.js';

/** Seen without colour, too. */
const signs                                         = {
  broken: '✕',
  trouble: '~',
  unknown: '?',
  slow: '!',
  holds: '✓',
};

export const stateNames                                         = {
  broken: 'broken',
  trouble: 'in trouble',
  unknown: 'no data',
  slow: 'slow',
  holds: 'holds',
};

export const sign = (state              )                 =>
  html`<span class="sign ${state}" aria-hidden="true">${signs[state]}</span>`;

export const state = (of              )                 =>
  html`${sign(of)} <span class="word ${of}">${stateNames[of]}</span>`;

const utc = (iso        )         => `${iso.slice(0, 16).replace('T', ' ')} UTC`;

const ofReader = new Intl.DateTimeFormat('en-GB', {
  year: 'numeric',
  month: 'short',
  day: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
  timeZoneName: 'short',
});

/** In UTC; where the reader is, on hover. */
export const moment = (iso        )                 =>
  html`<time datetime=${iso} title=${ofReader.format(new Date(iso))}>${utc(iso)}</time>`;

const minuteMs = 60_000;

/** `7 min`, `3 h`, `12 days` */
export const spanText = (ms        )         => {
  const minutes = Math.max(1, Math.round(ms / minuteMs));
  if (minutes < 120) return `${minutes} min`;
  const hours = Math.round(minutes / 60);
  return hours < 72 ? `${hours} h` : `${Math.round(hours / 24)} days`;
};

export const ago = (iso        )                 =>
  html`<time datetime=${iso} title=${utc(iso)}>${spanText(Date.now() - Date.parse(iso))} ago</time>`;

/** To be taken with one click. */
export const command = (text        )                 => html`<code class="command">${text}</code>`;

export const counted = (count        , word        )         => `${count} ${word}${count === 1 ? '' : 's'}`;

export const section = (title        , content         , more          = nothing)                 =>
  html`<section><h2>${title} ${more}</h2>${content}</section>`;

export const none = (text        )                 => html`<p class="none">${text}</p>`;

/** Something to be chosen; what was is part of the address. */
export const picker = (
  label        ,
  options                                                     ,
  { given, what }                                                  ,
)                 =>
  html`<label>${label} <select @change=${(event       ) => choose(what, (event.target                     ).value)}>${options.map(
    ([value, text]) => html`<option value=${value} ?selected=${value === (given[what] ?? '')}>${text}</option>`,
  )}</select></label>`;

/** As it stands behind a name; one that nobody has named is not told. */
export const where = (location        )         => (location === 'here' ? '' : ` at ${location}`);
