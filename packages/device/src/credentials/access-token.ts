import { ClientError } from '../failure.ts'
import { fieldsOf, listOf, readText, texts } from '../read.ts'
import type { IssuerLine } from './issuer-line.ts'

export type AccessToken = {
  readonly value: string
  /** By configuration: the data sets that the issuer has of this user (OpenID4VCI 1.0 §6.2). */
  readonly identifiers: ReadonlyMap<string, readonly string[]>
}

const readToken = fieldsOf(texts('access_token', 'token_type'), {
  authorization_details: listOf(
    fieldsOf(texts('type'), { credential_configuration_id: readText, credential_identifiers: listOf(readText) }),
  ),
})

/** @throws ClientError `issuer_refused`, `issuer_unsupported`, and those of `IssuerLine` */
export async function requestToken(endpoint: string, form: URLSearchParams, line: IssuerLine): Promise<AccessToken> {
  const answer = await line.post(endpoint, { body: form })
  try {
    const { access_token: value, token_type: type, authorization_details: details = [] } = readToken(answer)
    // Bound ones (DPoP) are unsupported.
    if (type.toLowerCase() !== 'bearer') throw new ClientError({ code: 'issuer_unsupported' })
    const ours = details.filter((each) => each.type === 'openid_credential')
    const identifiers = ours.map(
      ({ credential_configuration_id: id = '', credential_identifiers: found = [] }) => [id, found] as const,
    )
    return { value, identifiers: new Map(identifiers) }
  } catch (error) {
    if (error instanceof ClientError) throw error
    throw new ClientError({ code: 'issuer_refused' }, { cause: error })
  }
}
