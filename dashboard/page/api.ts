/** What a page asks the API: JSON, or why there is none. */

/** The dashboard has a token, and this browser has not shown it yet. */
export class TokenNeeded extends Error {}

/** @throws Where nothing answers: what is shown would be of before. */
const answered = (address: string, asked?: RequestInit): Promise<Response> =>
  fetch(address, asked).catch(() => {
    throw new Error('NO DATA: the dashboard does not answer. This page goes on asking; look whether it still runs.');
  });

const answerOf = async <T>(response: Response): Promise<T> => {
  if (response.status === 401) throw new TokenNeeded();
  const body = (await response.json()) as T & { error?: string };
  if (!response.ok) throw new Error(body.error ?? `HTTP ${response.status}`);
  return body;
};

export const get = async <T>(path: string, query: Record<string, string | undefined> = {}): Promise<T> => {
  const given = Object.entries(query).filter((each): each is [string, string] => each[1] !== undefined);
  const text = new URLSearchParams(given).toString();
  return answerOf<T>(await answered(`/api/${path}${text === '' ? '' : `?${text}`}`));
};

const sent = (address: string, body: object): Promise<Response> =>
  answered(address, { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) });

export const post = async <T>(path: string, body: object): Promise<T> => answerOf<T>(await sent(`/api/${path}`, body));

/** @throws TokenNeeded where it is another. */
export const logIn = async (token: string): Promise<void> => {
  await answerOf(await sent('/login', { token }));
};
