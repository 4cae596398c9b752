/** Asks a server of ours as no browser would: with whatever headers, which `fetch` would not send. */
import { request } from 'node:http';

type Asked = { readonly method?: string; readonly headers?: Record<string, string>; readonly body?: string };

export const ask = (url: string, { method = 'GET', headers = {}, body }: Asked = {}) =>
  new Promise<{ status: number; headers: NodeJS.Dict<string | string[]>; text: string }>((resolve, reject) => {
    const asked = request(url, { method, headers }, (response) => {
      let text = '';
      response.setEncoding('utf8').on('data', (part: string) => {
        text += part;
      });
      response.on('end', () => resolve({ status: response.statusCode ?? 0, headers: response.headers, text }));
    });
    asked.on('error', reject);
    asked.end(body);
  });
