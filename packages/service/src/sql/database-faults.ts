import { DatabaseError } from 'pg'

const RESTARTS = 'starts, stops or recovers. Try again shortly.'
const IS_FULL = 'has no room left. Make room on its disk.'
const SLOW = 'did not answer in time. Check that host and port are right, that no firewall is between, and its load.'
const NO_HOST = 'has a host name without an address. Check the host in DATABASE_URL.'
const NO_ROUTE = 'is not reached over the network. Check the host in DATABASE_URL, and the route to it.'
const NO_SOCKET =
  'has no socket there that this user may use. Check the path in DATABASE_URL, and that the server runs.'
const ENDED = 'ended the connection. Check that it runs, and its log.'
const UNTRUSTED =
  'shows a TLS certificate that is not trusted. Name its authority by sslrootcert=FILE in DATABASE_URL, and the host as the certificate does.'
const ENCODE = 'In a URL the characters @ : / ? # % of a password are written %40 %3A %2F %3F %23 %25.'
const OVERLOADED = 'has no memory or connection left for this. End other clients, or raise max_connections.'

/** By SQLSTATE (PostgreSQL, Appendix A), by error number of the system, by code of Node's TLS. */
const SENTENCES: Readonly<Record<string, string>> = {
  '08P01': 'refused how the connection was begun. A pooler takes no options: leave them out of DATABASE_URL.',
  '25006': 'only reads: it is a standby, or was made read-only. Lead DATABASE_URL to the primary.',
  '28000':
    'does not let this role in: it is missing or may not log in, or pg_hba.conf has no line for it from this machine, or only for another sslmode.',
  '28P01': `refused the password in DATABASE_URL. ${ENCODE}`,
  '3D000': 'is not there. Check the name at the end of DATABASE_URL, or make it: create database.',
  '40001': 'changed the same rows for others too. Try again.',
  '40P01': 'changed the same rows for others too. Try again.',
  '42501':
    'refused a right to the role of DATABASE_URL. With the role that owns the tables, or as a superuser, run: countersign migrate --grant-to with the name of that role.',
  '53100': IS_FULL,
  '53200': OVERLOADED,
  '53300': OVERLOADED,
  '57014': 'ended a statement that took too long. Look at its load and at locks.',
  '57P01': RESTARTS,
  '57P02': RESTARTS,
  '57P03': RESTARTS,
  '57P04': 'was dropped. Check DATABASE_URL.',
  '58030': 'cannot read or write its files. Look at its disk, and its log.',
  EACCES: NO_SOCKET,
  ENOENT: NO_SOCKET,
  EAI_AGAIN: NO_HOST,
  ENOTFOUND: NO_HOST,
  ECONNREFUSED: 'is not there: nothing listens at this host and port. Check DATABASE_URL, and that the server runs.',
  ECONNRESET: ENDED,
  EPIPE: ENDED,
  EHOSTUNREACH: NO_ROUTE,
  ENETUNREACH: NO_ROUTE,
  ETIMEDOUT: SLOW,
  CERT_HAS_EXPIRED: 'shows a TLS certificate that has expired. Renew it.',
  DEPTH_ZERO_SELF_SIGNED_CERT: UNTRUSTED,
  ERR_TLS_CERT_ALTNAME_INVALID: UNTRUSTED,
  SELF_SIGNED_CERT_IN_CHAIN: UNTRUSTED,
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: UNTRUSTED,
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: UNTRUSTED,
}

/** `pg` sets no codes for these. */
const WITHOUT_CODE: readonly (readonly [RegExp, string])[] = [
  [/does not support SSL/, 'has no TLS. Leave sslmode out of DATABASE_URL, or turn TLS on at the server.'],
  [/password must be a/, `asks for a password, and DATABASE_URL has none. ${ENCODE}`],
  [/Query read timeout|[Tt]imeout|^Out of time/, SLOW],
  [/Connection terminated|not queryable/, ENDED],
]

/** The database is one that cannot be used. The message continues a sentence that begins with its name. */
export class DatabaseUnfit extends Error {
  override readonly name = 'DatabaseUnfit'
}

/** The fault and its remedy, with the server's own words: they name objects and roles, never a password. */
export function describeFault(error: unknown, name = 'The database'): string {
  const text = error instanceof Error ? error.message : ''
  if (error instanceof DatabaseUnfit) return `${name} ${text}`
  const code = error instanceof Error ? codeOf(error) : ''
  const sentence = SENTENCES[code] ?? WITHOUT_CODE.find(([message]) => message.test(text))?.[1]
  if (error instanceof DatabaseError) return `${name} ${sentence ?? 'refused.'} It says: ${text}.`
  return `${name} ${sentence ?? 'cannot be reached. Check DATABASE_URL, and that the server runs.'}`
}

export function codeOf(error: Error): string {
  return 'code' in error && typeof error.code === 'string' ? error.code : ''
}
