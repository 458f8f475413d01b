import { NO_REDIRECT } from '@countersign/contracts'
import { OAuthError } from '@countersign/service/errors'
import type { WithScopes } from '../../catalogue/scopes/scope-registry.ts'
import type { Client } from '../../clients/client.ts'
import type { WithSigning, WithSql } from '../../ground/parts.ts'
import { openForDevice } from '../device/device-code.ts'
import { type Poll, pollDeviceRequest, SLOWER_BY_SECONDS } from '../device/device-request.store.ts'
import { spendCode } from './exchange-code.ts'
import { findKeyedToken } from './keyed-token.ts'
import type { AskedTokens, IssuedTokens } from './new-tokens.ts'

/**
 * RFC 8628 §3.4, §3.5. Opens the sealed code and exchanges it like any other: a second time revokes the grant.
 * @throws OAuthError
 */
export async function exchangeDeviceCode(
  dependencies: WithSigning & WithSql & WithScopes,
  client: Client,
  { values: { device_code: deviceCode }, ...asked }: AskedTokens,
): Promise<IssuedTokens> {
  if (deviceCode === undefined) throw new OAuthError('invalid_request', 'device_code is missing.')
  const presented = findKeyedToken('cs_dc_', deviceCode)
  const poll = presented && (await pollDeviceRequest(dependencies.sql, presented, client.clientId))
  const code = await openForDevice(readSealedCode(poll), deviceCode)
  return spendCode(dependencies, client, { ...asked, code, redirectUri: NO_REDIRECT, codeChallenge: undefined })
}

function readSealedCode(poll: Poll | undefined): Buffer {
  if (!poll) throw unknownCode()
  const { outcome, sealedCode } = poll
  switch (outcome) {
    case 'approved':
      if (!sealedCode) throw new Error('An approved request has no code for its device.')
      return sealedCode
    case 'other_client':
      throw unknownCode()
    case 'pending':
      throw new OAuthError('authorization_pending', 'The person has not answered yet. Ask again after the interval.')
    case 'too_soon':
      throw new OAuthError('slow_down', `Wait ${SLOWER_BY_SECONDS} seconds longer between two polls from now on.`, {
        status: 400,
      })
    case 'denied':
      throw new OAuthError('access_denied', 'The person said no.', { status: 400 })
    case 'expired':
      throw new OAuthError('expired_token', 'The device code has expired. Begin anew, with a new code for the person.')
  }
}

function unknownCode(): OAuthError {
  return new OAuthError('invalid_grant', 'The device code is unknown.')
}
