import {
  CLIENT_ATTRIBUTE_ROWS,
  type ClientResource,
  type ClientUpdate,
  DEVICE_CODE_GRANT,
  type GrantType,
} from '@countersign/contracts'
import { ServiceError } from '@countersign/service/errors'

/** For apps that call for themselves, or that people know by their name alone, without a redirect URI (RFC 8628 §5.4). */
const OPERATORS_GRANTS: readonly GrantType[] = ['client_credentials', DEVICE_CODE_GRANT]

/**
 * Refuses a developer the changes that only an operator may make. Without a `current` client it is a new one.
 * @throws `not_allowed`
 */
export function checkDeveloperMay(body: ClientUpdate, current?: ClientResource): void {
  const after: Readonly<Record<string, unknown>> = body
  const before: Readonly<Record<string, unknown>> = current ?? {}
  const isAllowed =
    CLIENT_ATTRIBUTE_ROWS.every(([, { wire, isForOperators, default: initial }]) => {
      if (!isForOperators || after[wire] === undefined) return true
      return JSON.stringify(after[wire]) === JSON.stringify(before[wire] ?? initial)
    }) &&
    !body.grant_types?.some((each) => OPERATORS_GRANTS.includes(each) && !current?.grant_types.includes(each)) &&
    // Only an operator may name an address of our own machine.
    (body.backchannel_logout_uri === current?.backchannel_logout_uri ||
      body.backchannel_logout_uri?.startsWith('http:') !== true)
  if (isAllowed) return
  throw new ServiceError(
    'not_allowed',
    'Schemes without a dot, claims in id_tokens, requests without PKCE, client_credentials, device_code and logout tokens in clear are for an administrator to allow.',
  )
}
