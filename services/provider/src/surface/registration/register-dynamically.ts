import type { ClientInformation, ClientMetadata } from '@countersign/contracts'
import { findCredentials } from '@countersign/service/http'
import { newSecret, sha256 } from '@countersign/service/secrets'
import type { Sql } from '@countersign/service/sql'
import { checkClient } from '../../clients/check-client.ts'
import { checkUnvouchedName } from '../../clients/check-text.ts'
import { findClient } from '../../clients/client.store.ts'
import { readMetadata } from '../../clients/read-metadata.ts'
import { type RegisteredClient, registerClient } from '../../clients/register-client.ts'
import type { ProviderDependencies } from '../dependencies.ts'
import { describeInformation } from './describe-information.ts'
import { fetchDocuments } from './fetch-documents.ts'
import {
  consumeInitialAccessToken,
  isInitialAccessToken,
  setRegistrationAccessToken,
} from './registration-token.store.ts'
import { readBearer, refuseBearer } from './registration-token.ts'

/**
 * Checks the token first: a stranger makes us fetch nothing; spends it last: a mistake costs no use.
 * @throws OAuthError and ClientRegistrationError
 */
export async function registerDynamically(
  dependencies: ProviderDependencies,
  metadata: ClientMetadata,
  authorization: string | undefined,
): Promise<ClientInformation> {
  const { sql, scopes, config, outbound } = dependencies
  const tokenHash = await readInitialAccessToken(dependencies, authorization)
  const known = await scopes.all()
  const registration = readMetadata(metadata, known)
  // Before anything is fetched for it.
  checkUnvouchedName(registration.name, config.brand)
  checkClient(registration, known)
  const documents = await fetchDocuments(metadata, outbound)
  const registrationAccessToken = newSecret('cs_ra_')
  const { clientId, clientSecret } = await sql.transaction(async (transaction): Promise<RegisteredClient> => {
    if (tokenHash && !(await consumeInitialAccessToken(transaction, tokenHash))) throw refuseBearer()
    const registered = await registerClient(transaction, { ...registration, ...documents })
    await setRegistrationAccessToken(transaction, registered.clientId, sha256(registrationAccessToken))
    return registered
  })
  const client = await readRegistered(sql, clientId)
  return describeInformation(client, { issuer: config.issuer, registrationAccessToken, clientSecret })
}

/** Hash of the initial access token; undefined if none is required and none was sent. */
async function readInitialAccessToken(
  { sql, config }: ProviderDependencies,
  authorization: string | undefined,
): Promise<Buffer | undefined> {
  if (config.dynamicRegistration === 'open' && !findCredentials(authorization, 'bearer')) return undefined
  const tokenHash = sha256(readBearer(authorization, 'cs_ia_'))
  if (await isInitialAccessToken(sql, tokenHash)) return tokenHash
  throw refuseBearer()
}

async function readRegistered(sql: Sql, clientId: string) {
  const client = await findClient(sql, clientId)
  if (!client) throw new Error('A client that was just registered is gone.')
  return client
}
