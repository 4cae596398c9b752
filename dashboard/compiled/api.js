/** What a page asks the API: JSON, or why there is none. */

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
