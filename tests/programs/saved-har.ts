/** A file as a browser saves it: one booking that was refused, with names that must not leave it. */

export const canary = 'Petra Realperson';

const entry = (path: string, body: unknown, status: number, answer: unknown) => ({
  startedDateTime: '2026-09-01T12:00:00.000Z',
  time: 12,
  request: {
    method: 'POST',
    url: `https://service.example${path}`,
    httpVersion: 'HTTP/1.1',
    headers: [
      { name: 'content-type', value: 'application/json' },
      { name: 'authorization', value: 'Bearer a-token-of-production-1' },
    ],
    queryString: [],
    cookies: [],
    headersSize: -1,
    bodySize: -1,
    postData: { mimeType: 'application/json', text: JSON.stringify(body) },
  },
  response: {
    status,
    statusText: '',
    httpVersion: 'HTTP/1.1',
    headers: [{ name: 'content-type', value: 'application/json' }],
    cookies: [],
    redirectURL: '',
    headersSize: -1,
    bodySize: -1,
    content: { size: -1, mimeType: 'application/json', text: JSON.stringify(answer) },
  },
  cache: {},
  timings: { send: 0, wait: 12, receive: 0 },
});

/** What a browser saves of a booking that was refused; a supplier's error without a message breaks a promise. */
export const har = (message: string): string =>
  JSON.stringify({
    log: {
      version: '1.2',
      creator: { name: 'a browser', version: '1' },
      entries: [
        entry('/api/hotels/create_booking', { offerId: 'o-1', guests: [{ name: canary }] }, 409, {
          success: false,
          error: { code: 'SUPPLIER_ERROR', message },
        }),
      ],
    },
  });
