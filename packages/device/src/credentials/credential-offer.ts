import { ClientError } from '../failure.ts'
import { fieldOf, listOf, readObject, readText } from '../read.ts'
import type { IssuerLine } from './issuer.ts'

export type CredentialOffer = Readonly<ReturnType<typeof toOffer>>
export type AskedCode = Readonly<ReturnType<typeof toAskedCode>>

export const PRE_AUTHORIZED_GRANT = 'urn:ietf:params:oauth:grant-type:pre-authorized_code'
const MAXIMUM_CREDENTIALS = 4

/** Accepts any link prefix: `openid-credential-offer:` or a wallet's address. @throws ClientError */
export async function readOffer(link: string, { getJson }: IssuerLine): Promise<CredentialOffer> {
  const { inline, uri } = readLink(link.trim())
  const fetched = inline === undefined ? await getJson(uri ?? '') : undefined
  try {
    return toOffer(inline === undefined ? fetched : JSON.parse(inline))
  } catch (error) {
    throw new ClientError({ code: 'bad_offer' }, { cause: error })
  }
}

function readLink(link: string): { readonly inline?: string; readonly uri?: string } {
  // After `#`, no server sees it.
  const parameters = new URLSearchParams(link.slice(link.search(/[?#]/) + 1))
  const inline = parameters.get('credential_offer')
  const uri = parameters.get('credential_offer_uri')
  if (inline !== null) return { inline }
  if (uri !== null) return { uri }
  throw new ClientError({ code: 'bad_offer' })
}

/** With a pre-authorized code (OpenID4VCI 1.0 §4.1.1). */
function toOffer(offer: unknown) {
  const { credential_issuer: issuer, credential_configuration_ids: ids, grants } = readObject(offer)
  const grant = fieldOf(PRE_AUTHORIZED_GRANT, readObject)(grants)
  const configurationIds = Array.isArray(ids) ? listOf(readText)(ids).slice(0, MAXIMUM_CREDENTIALS) : []
  const { tx_code: asked, 'pre-authorized_code': code } = grant
  return {
    issuer: readText(issuer),
    configurationIds,
    preAuthorizedCode: readText(code),
    /** Transaction code, which the issuer sent another way. */
    codeAsked: asked === undefined ? undefined : toAskedCode(readObject(asked)),
  }
}

function toAskedCode({ input_mode: mode, length }: Readonly<Record<string, unknown>>) {
  return { isNumeric: mode !== 'text', length: typeof length === 'number' ? length : undefined }
}
