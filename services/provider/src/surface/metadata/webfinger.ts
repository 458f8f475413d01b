import { ISSUER_RELATION, type ResourceDescriptor } from '@countersign/contracts'
import { ServiceError } from '@countersign/service/errors'

/** RFC 7565 §7. */
const ACCOUNT = /^acct:[\w.~!$&'()*+,;=%-]+@(?<host>[\w.-]+|\[[\da-f:]+\])$/i
const LONGEST = 512

type Query = { readonly resource: string; readonly relations: readonly string[] }

/**
 * Where people of this host sign in (RFC 7033, OpenID Connect Discovery 1.0 §2). Every resource of this host has the same
 * answer: no account is looked up, so no answer tells of one.
 * @throws ServiceError if the resource is malformed, or of another host
 */
export function describeResource(issuer: string, { resource, relations }: Query): ResourceDescriptor {
  if (!isOfHost(resource, new URL(issuer))) {
    throw new ServiceError('not_found', 'This server knows only resources of its own host.')
  }
  const isAsked = relations.length === 0 || relations.includes(ISSUER_RELATION)
  return { subject: resource, links: isAsked ? [{ rel: ISSUER_RELATION, href: issuer }] : [] }
}

/** An `acct:` URI has no port. */
function isOfHost(resource: string, { host, hostname }: URL): boolean {
  if (resource.length > LONGEST || !URL.canParse(resource)) {
    throw new ServiceError('invalid_request', 'resource must be a URI, such as acct:name@host.')
  }
  const { protocol, host: own } = new URL(resource)
  if (protocol === 'https:' || protocol === 'http:') return own === host
  return ACCOUNT.exec(resource)?.groups?.['host']?.toLowerCase() === hostname
}
