import { ACR_OF_METHOD } from '@countersign/contracts'
import { OAuthError } from '@countersign/service/errors'
import type { Client } from '../../clients/client.ts'
import type { ClaimsParameter } from './claims-parameter.ts'

export const ACR_VALUES: readonly string[] = Object.values(ACR_OF_METHOD)

type Asked = { readonly acrValues: string | undefined; readonly acr: ClaimsParameter['acr'] }

/**
 * The sign-ins that the app takes; undefined: any. Values that are unknown here are only wishes, so they are ignored beside
 * others (OpenID Connect Core §3.1.2.1, RFC 9470 §5); an essential `acr` with no known value cannot be met (Core §5.5.1.1).
 * @throws `unmet_authentication_requirements`
 */
export function readAcceptedAcr(
  { defaultAcrValues }: Pick<Client, 'defaultAcrValues'>,
  { acrValues, acr }: Asked,
): readonly string[] | undefined {
  if (acr?.isEssential === true) return readEssential(acr.values)
  const single = acr?.values ?? []
  const wished = single.length > 0 ? single : (acrValues?.split(' ') ?? defaultAcrValues)
  const understood = ACR_VALUES.filter((value) => wished.includes(value))
  // A passkey is as good as a password for an app that would take a password.
  const isMetByAny = understood.length === 0 || understood.includes(ACR_OF_METHOD.password)
  return isMetByAny ? undefined : understood
}

/** One that leaves out the passkey is refused: people may have nothing else. */
function readEssential(values: readonly string[]): readonly string[] {
  const understood = values.length === 0 ? ACR_VALUES : ACR_VALUES.filter((value) => values.includes(value))
  if (understood.includes(ACR_OF_METHOD.passkey)) return understood
  throw new OAuthError(
    'unmet_authentication_requirements',
    `The essential acr of claims must allow ${ACR_OF_METHOD.passkey}, a sign-in by passkey.`,
  )
}
