/** What a page asks the API: JSON, or why there is none. */

/** The dashboard has a token, and this browser has not shown it yet. */
export class TokenNeeded extends Error {}

const answerOf = async    (response          )             => {
  if (response.status === 401) throw new TokenNeeded();
  const body = (await response.json())                          ;
  if (!response.ok) throw new Error(body.error ?? `HTTP ${response.status}`);
  return body;
};

export const get = async    (path        , query                                     = {})             => {
  const given = Object.entries(query).filter((each)                           => each[1] !== undefined);
  const text = new URLSearchParams(given).toString();
  return answerOf   (await fetch(`/api/${path}${text === '' ? '' : `?${text}`}`));
};

const sent = (address        , body        )                    =>
  fetch(address, { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) });

export const post = async    (path        , body        )             => answerOf   (await sent(`/api/${path}`, body));

/** @throws TokenNeeded where it is another. */
export const logIn = async (token        )                => {
  await answerOf(await sent('/login', { token }));
};
