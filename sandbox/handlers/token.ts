/** POST /auth/token: exchanges the credentials of a partner for an access token. */
import { issue } from '../access/issue.ts';
import { fieldsIn } from '../fields.ts';
import { answer, type Reply, refusal, type SandboxRequest } from '../reply.ts';
import type { World } from '../world.ts';

export const token = async (request: SandboxRequest, world: World): Promise<Reply> => {
  const { rules } = world;
  const login = fieldsIn(request);
  if (!login) return refusal(400, { code: 'INVALID_REQUEST', message: 'The body must be a JSON object.' });
  if (!rules.isComplete(login)) {
    const message = 'clientId and clientSecret are required and must be non-empty strings.';
    return refusal(400, { code: 'INVALID_REQUEST', message });
  }
  const partner = rules.findsPartner(login, world);
  if (!partner || !rules.matchesSecret(login, partner)) {
    return refusal(401, { code: 'AUTHENTICATION_FAILED', message: 'clientId or clientSecret is wrong.' });
  }
  const { presented, expiresAtMs } = await issue(partner, world);
  return answer(200, { token: presented, expiresAt: rules.writesExpiry(expiresAtMs) });
};
