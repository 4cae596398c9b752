/** Whether our own network is broken: asked of an independent host, when the service cannot be reached at all. */
import { request } from 'undici';

const deadlineMs = 5_000;

const isHere = (hostname: string): boolean =>
  hostname === 'localhost' ||
  hostname === '[::1]' ||
  /^127\.|^10\.|^192\.168\.|^172\.(1[6-9]|2\d|3[01])\./.test(hostname);

/** Any answer shows that there is a way out. */
export type AskHost = (url: string) => Promise<void>;

const ask: AskHost = async (url) => {
  const { body } = await request(url, {
    method: 'HEAD',
    signal: AbortSignal.timeout(deadlineMs),
    headersTimeout: deadlineMs,
  });
  await body.dump();
};

/**
 * @param baseUrl Of the service: what is on this machine or in its own network says nothing about the way out of it.
 * @param otherHost Of somebody else.
 */
export const isNetworkBroken = async (
  { baseUrl, otherHost }: { readonly baseUrl: string; readonly otherHost: string },
  askHost: AskHost = ask,
): Promise<boolean> => {
  if (isHere(new URL(baseUrl).hostname)) return false;
  try {
    await askHost(otherHost);
    return false;
  } catch {
    return true;
  }
};
