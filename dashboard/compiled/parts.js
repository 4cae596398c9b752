/** Pieces that all views are made of: addresses, requests, and markup in which foreign text stays text. */
import { html, nothing,                     } from '/assets/lit-html.js';
                                                                     
                                                                

/** What was chosen: nothing of it is known to be right. */
                                                                     

export const address = (view        , given            = {})         => {
  const chosen = Object.entries(given).filter(
    (each)                           => each[1] !== undefined && each[1] !== '',
  );
  const query = new URLSearchParams(chosen).toString();
  return `#/${view}${query === '' ? '' : `?${query}`}`;
};

                                                                                             

export const placeAt = (hash        )              => {
  const [path = '', query = ''] = hash.replace(/^#\/?/, '').split('?');
  const [view = '', id = ''] = path.split('/').map(decodeURIComponent);
  return { view, id, given: Object.fromEntries(new URLSearchParams(query)) };
};

/** Chooses something else in the view that is open, from its beginning. */
const choose = (what        , value        )       => {
  const { view, given } = placeAt(location.hash);
  location.hash = address(view, { ...given, after: undefined, [what]: value });
};

/** The dashboard has a token, and this browser has not shown it yet. */
export class TokenNeeded extends Error {}

/** @throws Where nothing answers: what is shown would be of before. */
const answered = (address        , asked              )                    =>
  fetch(address, asked).catch(() => {
    throw new Error('NO DATA: the dashboard does not answer. This page goes on asking; look whether it still runs.');
  });

const answerOf = async    (response          )             => {
  if (response.status === 401) throw new TokenNeeded();
  const body = (await response.json())                          ;
  if (!response.ok) throw new Error(body.error ?? `HTTP ${response.status}`);
  return body;
};

export const get = async    (path        , query                                     = {})             => {
  const given = Object.entries(query).filter((each)                           => each[1] !== undefined);
  const text = new URLSearchParams(given).toString();
  return answerOf   (await answered(`/api/${path}${text === '' ? '' : `?${text}`}`));
};

const sent = (address        , body        )                    =>
  answered(address, { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) });

export const post = async    (path        , body        )             => answerOf   (await sent(`/api/${path}`, body));

/** @throws TokenNeeded where it is another. */
export const logIn = async (token        )                => {
  await answerOf(await sent('/login', { token }));
};

/** Above every view, also while the store cannot be read. */
export const unsavedView = async ()                                           => {
  const { inMemory, onDisk, since, dropped } = await get               ('unsaved');
  const lost =
    dropped === 0 ? nothing : html`<p class="warning">${counted(dropped, 'result')} dropped: memory was full</p>`;
  if (since === null) return lost;
  return html`<p class="warning">${counted(inMemory + onDisk, 'result')} not saved since ${moment(since)}: ${inMemory} in memory, ${onDisk} in files beside the store</p>${lost}`;
};

/** Seen without colour, too. */
const signs                                         = {
  down: '▼',
  broken: '✕',
  trouble: '~',
  unknown: '?',
  slow: '!',
  holds: '✓',
};

export const stateNames                                         = {
  down: 'down',
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

/** `02:14`; of another day with its date. In UTC. */
export const clock = (iso        , besides = new Date().toISOString())                 =>
  html`<time datetime=${iso} title=${ofReader.format(new Date(iso))}>${
    iso.slice(0, 10) === besides.slice(0, 10) ? iso.slice(11, 16) : utc(iso).replace(' UTC', '')
  }</time>`;

/** When something began or ended that only two runs on either side have seen. */
export const between = (from        , until        )                 =>
  html`between ${moment(from)} and ${clock(until, from)}`;

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

/** @param columns A column of numbers begins with `#`. @param rows Markup of rows. */
export const table = (label        , columns                   , rows                           )                 => {
  const head = (name        )                 =>
    name.startsWith('#')
      ? html`<th scope="col" class="number">${name.slice(1)}</th>`
      : html`<th scope="col">${name}</th>`;
  return html`<div class="wide" role="region" tabindex="0" aria-label=${label}><table>
    <thead><tr>${columns.map(head)}</tr></thead>
    <tbody>${rows}</tbody></table></div>`;
};

/** Something to be chosen; what was is part of the address. */
export const picker = (
  label        ,
  options                                                     ,
  { given, what }                                                      ,
)                 =>
  html`<label>${label} <select @change=${(event       ) => choose(what, (event.target                     ).value)}>${options.map(
    ([value, text]) => html`<option value=${value} ?selected=${value === (given[what] ?? '')}>${text}</option>`,
  )}</select></label>`;

/** Shown behind a name; empty for a location without a name. */
export const where = (location        )         => (location === 'here' ? '' : ` at ${location}`);
