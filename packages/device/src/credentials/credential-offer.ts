import { ClientError } from '../failure.ts'
import { listOf, readObject, readText } from '../read.ts'
import type { IssuerLine } from './issuer-line.ts'

export type CredentialOffer = Readonly<ReturnType<typeof toOffer>>
export type AskedCode = Readonly<ReturnType<typeof toAskedCode>>

export const PRE_AUTHORIZED_GRANT = 'urn:ietf:params:oauth:grant-type:pre-authorized_code'
const MAXIMUM_CREDENTIALS = 4

/**
 * Accepts any link prefix: `openid-credential-offer:` or a wallet's address; or an issuer's address, which offers all that it
 * has. @throws ClientError
 */
export async function readOffer(link: string, { getJson }: IssuerLine): Promise<CredentialOffer> {
  const { inline, uri, issuer } = readLink(link.trim())
  if (issuer !== undefined) return toOffer({ credential_issuer: issuer })
  const fetched = inline === undefined ? await getJson(uri ?? '') : undefined
  try {
    return toOffer(inline === undefined ? fetched : JSON.parse(inline))
  } catch (error) {
    throw new ClientError({ code: 'bad_offer' }, { cause: error })
  }
}

function readLink(link: string): { readonly inline?: string; readonly uri?: string; readonly issuer?: string } {
  // After `#`, no server sees it.
  const parameters = new URLSearchParams(link.slice(link.search(/[?#]/) + 1))
  const inline = parameters.get('credential_offer')
  const uri = parameters.get('credential_offer_uri')
  if (inline !== null) return { inline }
  if (uri !== null) return { uri }
  // OpenID4VCI 1.0 §12.2.1.
  if (/^https?:\/\/[^?#]+$/.test(link)) return { issuer: link.replace(/^(https?:\/\/[^/]+)\/$/, '$1') }
  throw new ClientError({ code: 'bad_offer' })
}

/** OpenID4VCI 1.0 §4.1.1. Without a pre-authorized code, the user signs in at the issuer. */
function toOffer(offer: unknown) {
  const { credential_issuer: issuer, credential_configuration_ids: ids, grants = {} } = readObject(offer)
  const { [PRE_AUTHORIZED_GRANT]: coded, authorization_code: signedIn, ...others } = readObject(grants)
  // Without any, the issuer's metadata decides.
  const known = coded ?? signedIn ?? (Object.keys(others).length === 0 ? {} : undefined)
  const { issuer_state: issuerState, authorization_server: server } = readObject(known)
  return {
    issuer: readText(issuer),
    /** Undefined where the user chooses from all. */
    configurationIds: ids === undefined ? undefined : listOf(readText)(ids).slice(0, MAXIMUM_CREDENTIALS),
    server: server === undefined ? undefined : readText(server),
    issuerState: issuerState === undefined ? undefined : readText(issuerState),
    preAuthorized: coded === undefined ? undefined : toPreAuthorized(readObject(coded)),
  }
}

function toPreAuthorized({ tx_code: asked, 'pre-authorized_code': code }: Readonly<Record<string, unknown>>) {
  return {
    code: readText(code),
    /** Transaction code, which the issuer sent another way. */
    codeAsked: asked === undefined ? undefined : toAskedCode(readObject(asked)),
  }
}

function toAskedCode({ input_mode: mode, length }: Readonly<Record<string, unknown>>) {
  return { isNumeric: mode !== 'text', length: typeof length === 'number' ? length : undefined }
}
