import { CLIENT_ATTRIBUTE_ROWS, type ClientAttribute, type ClientInformation } from '@countersign/contracts'
import type { Client } from '../../clients/client.ts'
import { logoUrl } from '../../clients/client-logo.ts'
import { claimsNoticeOf } from '../../clients/describe-client.ts'

type Credentials = {
  readonly issuer: string
  readonly registrationAccessToken: string
  readonly clientSecret?: string | undefined
}

/** A registration as it stands (RFC 7591 §3.2.1), without the attributes that a client cannot set. */
export function describeInformation(client: Client, credentials: Credentials): ClientInformation {
  const { issuer, registrationAccessToken, clientSecret } = credentials
  const rows = CLIENT_ATTRIBUTE_ROWS.filter(([name, row]) => row.metadata && !isOmitted(client[name], row))
  const values: [string, unknown][] = rows.map(([name, { wire }]) => [wire, client[name]])
  const attributes = Object.fromEntries(values) as ClientInformation
  return {
    ...attributes,
    client_id: client.clientId,
    client_id_issued_at: Math.floor(client.createdAt.getTime() / 1000),
    ...(clientSecret !== undefined && { client_secret: clientSecret, client_secret_expires_at: 0 }),
    registration_access_token: registrationAccessToken,
    registration_client_uri: `${issuer}/oauth/register/${encodeURIComponent(client.clientId)}`,
    client_name: client.name,
    response_types: client.grantTypes.includes('authorization_code') ? ['code'] : [],
    scope: client.scopes.map(({ name }) => name).join(' '),
    ...claimsNoticeOf(client),
    logo_uri: logoUrl(issuer, client.clientId),
  }
}

function isOmitted(value: unknown, row: ClientAttribute): boolean {
  return value === undefined || (row.isOmittedEmpty === true && JSON.stringify(value) === JSON.stringify(row.default))
}
