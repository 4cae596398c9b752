/** Reads the address of a mail server: the same when it is looked for and when a letter is sent. */

/** As nodemailer names its settings. */
export type MailServer = {
  readonly host: string;
  readonly port: number;
  /** Encrypted from the first byte. */
  readonly secure: boolean;
  readonly auth?: { readonly user: string; readonly pass: string };
  readonly requireTLS: boolean;
  readonly ignoreTLS: boolean;
};

/** Of submission (RFC 8314), without TLS at its beginning and with it. */
const ports = { 'smtp:': 587, 'smtps:': 465 } as const;

const thisMachine = /^(localhost|127(\.\d{1,3}){3}|::1)$/i;

/**
 * A password goes out encrypted only. A server on this machine is taken as it is: nobody is in between, and its
 * certificate is seldom one that somebody has signed.
 *
 * @throws URIError when the name or the password is not percent-encoded.
 */
export const mailServerOf = (smtp: string): MailServer => {
  const { protocol, hostname, port, username, password } = new URL(smtp);
  const host = hostname.replace(/^\[(.+)\]$/, '$1');
  const secure = protocol === 'smtps:';
  const isHere = thisMachine.test(host);
  return {
    host,
    port: port === '' ? ports[secure ? 'smtps:' : 'smtp:'] : Number(port),
    secure,
    ...(username !== '' && { auth: { user: decodeURIComponent(username), pass: decodeURIComponent(password) } }),
    requireTLS: username !== '' && !secure && !isHere,
    ignoreTLS: !secure && isHere,
  };
};

/** Whether it names a server, perhaps a login, and nothing that would be left out in silence. */
export const isMailServer = (smtp: string): boolean => {
  if (!URL.canParse(smtp)) return false;
  const { hostname, port, pathname, search, hash, username, password } = new URL(smtp);
  const isWhole =
    hostname !== '' && port !== '0' && (pathname === '' || pathname === '/') && search === '' && hash === '';
  if (!isWhole || (username === '' && password !== '')) return false;
  try {
    mailServerOf(smtp);
    return true;
  } catch {
    return false;
  }
};
