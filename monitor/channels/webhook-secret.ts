/** The secret of a webhook, in the form of Standard Webhooks or as any text. */

const prefix = 'whsec_';
const base64 = /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}(?:==)?|[A-Za-z0-9+/]{3}=?)?$/;

/** The key that a body is signed with: what stands in base64 behind `whsec_`, or the bytes of any other text. */
export const webhookKey = (secret: string): Buffer =>
  secret.startsWith(prefix) ? Buffer.from(secret.slice(prefix.length), 'base64') : Buffer.from(secret);

/** Whether receivers take it: behind `whsec_` they expect base64 of 24 to 64 bytes. */
export const isWebhookSecret = (secret: string): boolean => {
  if (!secret.startsWith(prefix)) return true;
  const { length } = webhookKey(secret);
  return base64.test(secret.slice(prefix.length)) && length >= 24 && length <= 64;
};
