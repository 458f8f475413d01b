/** A scheme as the URL parser writes it (RFC 3986 §3.1), without the dot that RFC 8252 §7.1 recommends. */
const SCHEME = /^[a-z][a-z0-9+-]{1,31}$/

/** Schemes that run script, read files or start other programs: never an app's own. */
const TAKEN = new Set(
  (
    'about acct admin blob chrome chrome-extension content cid data devtools dns edge facetime feed file filesystem ftp ftps ' +
    'geo git gopher http https im imap intent irc jar javascript ldap ldaps livescript mailto market mid mms mocha moz-extension ' +
    'nfs news nntp opera pop pop3 resource rdp rtsp safari search search-ms sftp sip sips skype smb sms ssh steam tel telnet tftp ' +
    'urn vbscript view-source vnc webcal ws wss wyciwyg x-apple'
  ).split(' '),
)
const TAKEN_PREFIXES = ['ms-', 'web+', 'chrome-', 'x-apple-', 'moz-', 'android-']

/** Describes the problem with a scheme that an operator allows for native apps; undefined if valid. */
export function problemOfPrivateUseScheme(scheme: string): string | undefined {
  if (!SCHEME.test(scheme))
    return 'must have 2 to 32 lower-case letters, digits, + or -; one with a dot needs no permission'
  if (TAKEN.has(scheme) || TAKEN_PREFIXES.some((prefix) => scheme.startsWith(prefix))) {
    return "belongs to browsers or to the system, and so is no app's own"
  }
  return undefined
}
