/** Any environment, described by environment variables alone: the quickest way to gate one of your own. */
import { env, target } from './target.ts';

export default target({
  name: 'live',
  baseUrl: env('PREFLIGHT_URL'),
  credentials: { clientId: env('PREFLIGHT_CLIENT_ID'), clientSecret: env('PREFLIGHT_CLIENT_SECRET') },
  limits: { requestsPerSecond: env('PREFLIGHT_REQUESTS_PER_SECOND', 10), concurrency: 2 },
});
