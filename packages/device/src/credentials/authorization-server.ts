import { ClientError } from '../failure.ts'
import { fieldsOf, listOf, readFlag, readText, texts } from '../read.ts'
import { type IssuerLine, metadataUrl } from './issuer-line.ts'

const readServer = fieldsOf(texts('issuer', 'token_endpoint'), {
  authorization_endpoint: readText,
  pushed_authorization_request_endpoint: readText,
  authorization_response_iss_parameter_supported: readFlag,
  code_challenge_methods_supported: listOf(readText),
  token_endpoint_auth_methods_supported: listOf(readText),
  authorization_details_types_supported: listOf(readText),
})

/** RFC 8414. @throws ClientError `issuer_refused`, and those of `IssuerLine` */
export async function readAuthorizationServer(issuer: string, { getJson }: IssuerLine) {
  const metadata = await getJson(metadataUrl('oauth-authorization-server', issuer))
  const server = tryRead(metadata)
  // RFC 8414 §3.3.
  if (server?.issuer !== issuer) throw new ClientError({ code: 'issuer_refused' })
  return {
    issuer,
    tokenEndpoint: server.token_endpoint,
    authorizationEndpoint: server.authorization_endpoint,
    pushEndpoint: server.pushed_authorization_request_endpoint,
    namesItself: server.authorization_response_iss_parameter_supported === true,
    takesDetails: server.authorization_details_types_supported?.includes('openid_credential') === true,
    /** A public client that proves its request by PKCE (RFC 7636), as this one. */
    takesPublicClients:
      server.code_challenge_methods_supported?.includes('S256') !== false &&
      server.token_endpoint_auth_methods_supported?.includes('none') !== false,
  }
}

function tryRead(metadata: unknown) {
  try {
    return readServer(metadata)
  } catch {
    return undefined
  }
}
