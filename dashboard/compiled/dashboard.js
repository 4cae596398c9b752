/** The dashboard: looks at the address, asks the API, shows what comes, and looks again when something has changed. */
import { html, nothing, render,                     } from '/assets/lit-html.js';
import { failuresView, runView } from './heat-map.js';
import { incidentView } from './incidents.js';
import { forgetLatency } from './latency.js';
import { incidentsView, resultsView } from './lists.js';
import { overview,               } from './overview.js';
import { logIn, placeAt, TokenNeeded, unsavedView } from './parts.js';

const main = document.querySelector('main')               ;
const status = document.querySelector('.live')               ;

const login = ()                 => html`
  <h1>This dashboard needs its token</h1>
  <form @submit=${async (event             ) => {
    event.preventDefault();
    const at = event.currentTarget                   ;
    try {
      await logIn(String(new FormData(at).get('token') ?? ''));
      await show();
      listen();
    } catch {
      const output = at.querySelector('output');
      if (output) output.value = 'this is not the token';
    }
  }}><label>Token <input name="token" type="password" required autocomplete="current-password"></label> <button>Log in</button> <output></output></form>`;

const viewAt = async (hash        )                    => {
  const { view, id, given } = placeAt(hash);
  switch (view) {
    case 'incident':
      return { shown: await incidentView(id, () => void show()) };
    case 'incidents':
      return { shown: await incidentsView(given) };
    case 'results':
      return { shown: await resultsView(given) };
    case 'failures':
      return { shown: await failuresView(id, given) };
    case 'run':
      return { shown: await runView(id, given) };
    default:
      return overview(given);
  }
};

// What the page says without its script, and until it has begun.
main.replaceChildren();

let shown = 0;

/** What came too late for the address is not shown. */
const show = async ()                => {
  shown += 1;
  const mine = shown;
  try {
    const view = await viewAt(location.hash);
    const unsaved = await unsavedView();
    if (mine !== shown) return;
    document.title = `${view.sign ?? ''} Preflight`.trim();
    render(html`${unsaved}${view.shown}`, main);
    view.afterwards?.();
  } catch (thrown) {
    if (mine !== shown) return;
    // A hidden tab must not go on saying that all is well.
    document.title = '? Preflight';
    if (thrown instanceof TokenNeeded) {
      render(login(), main);
      return;
    }
    const unsaved = await unsavedView().catch(() => nothing);
    if (mine === shown)
      render(
        html`${unsaved}<p class="warning">${thrown instanceof Error ? thrown.message : String(thrown)}</p><p><a href="#/">Back to all</a></p>`,
        main,
      );
  }
};

const quietMs = 20_000;
const pollMs = 10_000;
const lookMs = 60_000;
let heardAt = 0;
let events                         ;
let isChanged = false;

const listen = ()       => {
  events?.close();
  events = new EventSource('/api/events');
  let isNew = true;
  const heard = ()       => {
    heardAt = Date.now();
    status.textContent = 'live';
    // Something may have been written since the page has asked, or while the page did not listen.
    if (isNew) isChanged = true;
    isNew = false;
  };
  events.addEventListener('open', () => {
    isNew = true;
  });
  events.addEventListener('alive', heard);
  events.addEventListener('changed', () => {
    heard();
    isChanged = true;
  });
};

// Many changes in a moment are one look; where no news comes, as behind some proxies, it looks now and then by itself.
let lookedAt = Date.now();
setInterval(() => {
  const isQuiet = Date.now() - heardAt > quietMs;
  if (isQuiet) status.textContent = 'looks every 10 s';
  const sinceMs = Date.now() - lookedAt;
  // Its tab has a sign also while another is open.
  const isDue = document.hidden ? sinceMs > lookMs : isChanged || sinceMs > (isQuiet ? pollMs : lookMs);
  // A person who reads, writes or chooses is not interrupted.
  const isBusy = document.activeElement?.matches('input, select') === true && location.hash.startsWith('#/incident');
  if (!isDue || isBusy) return;
  isChanged = false;
  lookedAt = Date.now();
  // A browser gives up for good where a proxy has answered in the place of a dashboard that was away.
  if (!document.hidden && events?.readyState === EventSource.CLOSED) listen();
  void show();
}, 1_000);

addEventListener('hashchange', () => {
  void show().then(() => main.focus());
});
document.querySelector('.skip')?.addEventListener('click', (event) => {
  event.preventDefault();
  main.focus();
});
// A browser allows few open connections to one server: a hidden tab closes its own.
document.addEventListener('visibilitychange', () => {
  if (document.hidden) events?.close();
  else {
    listen();
    void show();
  }
});
matchMedia('(prefers-color-scheme: dark)').addEventListener('change', () => {
  forgetLatency();
  void show();
});
void show();
listen();
