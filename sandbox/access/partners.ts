/** The partners every world knows, as plain data: whoever points a target at the sandbox logs in with these. */

export type Partner = {
  readonly clientId: string;
  readonly clientSecret: string;
};

export const preflightPartner: Partner = {
  clientId: 'preflight-partner',
  clientSecret: 'Kd7-sandbox-Vq2mXw94-secret',
};

export const otherPartner: Partner = {
  clientId: 'other-partner',
  clientSecret: 'Zt5-sandbox-Hn8cRb61-secret',
};

export const partners: readonly Partner[] = [preflightPartner, otherPartner];
