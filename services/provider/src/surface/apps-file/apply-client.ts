import { isDeepStrictEqual } from 'node:util'
import { CLIENT_ATTRIBUTE_ROWS, type ClientOfFile } from '@countersign/contracts'
import { sha256 } from '@countersign/service/secrets'
import type { Transaction } from '@countersign/service/sql'
import type { KnownScopes } from '../../catalogue/scopes/known-scopes.ts'
import { checkClient } from '../../clients/check-client.ts'
import { findLogo, insertClient, setDisabled, updateClientRow, updateLogo } from '../../clients/client.store.ts'
import { type Client, type ClientDescription, hasSecret } from '../../clients/client.ts'
import { ClientRegistrationError } from '../../clients/client-errors.ts'
import { checkLogo } from '../../clients/client-logo.ts'
import { deleteSecrets, putSecret } from '../../clients/client-secret.store.ts'
import { readCreation } from '../../clients/describe-client.ts'

/** An app of the file, with the content of its other files. */
export type ClientInFile = {
  readonly client: ClientOfFile
  readonly secret: string | undefined
  readonly logo: Buffer | undefined
}

/** As `countersign clients rotate-secret` has it. */
const OVERLAP_SECONDS = 86_400

/**
 * Makes an app equal to its entry, with defaults where that is silent. Answers the members that change.
 * @throws ClientRegistrationError
 */
export async function applyClient(
  sql: Transaction,
  { client, secret, logo: bytes }: ClientInFile,
  { current, known }: { readonly current: Client | undefined; readonly known: KnownScopes },
): Promise<string[]> {
  const description = checkClient(readCreation(client), known)
  const { client_id: clientId, disabled = false } = client
  const logo = bytes && checkLogo(bytes)
  if (secret !== undefined && !hasSecret(description)) {
    throw new ClientRegistrationError('It proves itself without a secret: leave out client_secret_file.')
  }
  if (current && !current.isVouchedFor) {
    throw new ClientRegistrationError('A developer, or the app itself, registered this client_id: choose another one.')
  }
  if (!current) await insertClient(sql, { ...description, clientId, logo, secretHash: undefined })
  const changed = current ? attributesThatDiffer(current, description) : []
  if (changed.length > 0) await updateClientRow(sql, { ...description, clientId })
  if (await settleSecret(sql, { clientId, current, description, secret })) changed.push('client_secret')
  if (await settleLogo(sql, clientId, logo)) changed.push('logo')
  if ((await setDisabled(sql, clientId, disabled)) === 'changed') changed.push('disabled')
  return changed
}

function attributesThatDiffer(current: Client, description: ClientDescription): string[] {
  return CLIENT_ATTRIBUTE_ROWS.filter(([name]) => !isDeepStrictEqual(current[name], description[name])).map(
    ([, { wire }]) => wire,
  )
}

type Secret = {
  readonly clientId: string
  readonly current: Client | undefined
  readonly description: ClientDescription
  readonly secret: string | undefined
}

/** Without a file the secrets stay that the app has from before. */
async function settleSecret(sql: Transaction, { clientId, current, description, secret }: Secret): Promise<boolean> {
  const had = current !== undefined && hasSecret(current)
  if (!hasSecret(description)) {
    if (had) await deleteSecrets(sql, clientId)
    return had
  }
  if (secret !== undefined) {
    return putSecret(sql, { clientId, secretHash: sha256(secret), overlapSeconds: OVERLAP_SECONDS })
  }
  if (had) return false
  throw new ClientRegistrationError('It has no secret yet: name a file that holds one, as client_secret_file.')
}

async function settleLogo(sql: Transaction, clientId: string, logo: Parameters<typeof updateLogo>[2]) {
  const present = (await findLogo(sql, clientId))?.logo
  if (present && logo ? present.bytes.equals(logo.bytes) : present === logo) return false
  return updateLogo(sql, clientId, logo)
}
