// Shipped with an exported Playwright test: sends with a token for each partner, and fills in earlier values.
import { bearerOf, credentialsOf, filled, isSeen, variable } from './seen.mjs';

/** @returns The answers by step, and a function that sends a step. */
export const createSession = (request, { given, books }) => {
  if (books && process.env.PREFLIGHT_MAY_BOOK !== 'yes') {
    throw new Error('this books for real: set PREFLIGHT_MAY_BOOK=yes if it may');
  }
  const answers = {};
  const baseUrl = variable('PREFLIGHT_URL').replace(/\/$/, '');

  const fetched = async (step, { method, path, headers, body }) => {
    const response = await request.fetch(`${baseUrl}${path}`, {
      method,
      headers,
      maxRedirects: 0,
      ...(body !== undefined && { data: JSON.stringify(body) }),
    });
    const text = await response.text();
    answers[step] = { status: response.status(), headers: response.headers(), text };
    try {
      answers[step].body = JSON.parse(text);
    } catch {
      // No JSON: that may be the error itself.
    }
  };

  const tokenFor = async (whose, kind) => {
    if (kind === 'garbage') return '';
    if (kind === 'expired') return variable('PREFLIGHT_EXPIRED_TOKEN');
    if (!answers[whose]) {
      const headers = { 'content-type': 'application/json' };
      await fetched(whose, { method: 'POST', path: '/auth/token', headers, body: credentialsOf(whose) });
    }
    const token = answers[whose].body?.token;
    if (typeof token !== 'string') throw new Error(`the login gave no token, it answered ${answers[whose].status}`);
    return token;
  };

  const send = async (step, { kind, whose, headers, body, ...rest }) => {
    const carried =
      kind === 'missing' ? {} : { authorization: `Bearer ${bearerOf(kind, await tokenFor(whose, kind))}` };
    await fetched(step, {
      ...rest,
      headers: { ...headers, ...carried },
      ...(body !== undefined && { body: filled(body, { whose, given, answers }) }),
    });
  };
  return { answers, send };
};

/** @returns Whether the error is still there, undefined where a person must decide, and the place to look at. */
export const lookAt = (plan, answers) => {
  const { seen, value } = plan.test ? isSeen(plan.test, answers) : {};
  const answer = answers[plan.step];
  const now =
    seen === undefined
      ? `${JSON.stringify(answer?.body ?? answer?.text ?? null)}`.slice(0, 4000)
      : JSON.stringify(value);
  const who = seen === undefined ? 'a person must decide; ' : '';
  return {
    seen,
    look: `${who}step ${plan.step}, ${plan.where}: expected ${plan.expected}, recorded ${plan.actual}, now ${now}`,
  };
};
