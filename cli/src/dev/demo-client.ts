import { readFileSync } from 'node:fs'
import { isDeepStrictEqual } from 'node:util'
import { type ClaimsKey, claimsKeyThumbprint } from '@countersign/data-token'
import { findClient, type RegisteredClient, type Registrar } from '@countersign/provider'
import type { Sql } from '@countersign/service/sql'

const LOGO = new URL('../../../examples/relying-app/logo.png', import.meta.url)

/** What the demo app says of itself: where it is, and the key that it has. */
type DemoApp = { readonly redirectUri: string; readonly claimsKey: ClaimsKey; readonly university: string }

/** The client of the demo app: the known one if the database has it for this address, or a new one. */
export async function provideDemoClient(
  { sql, registrar }: { readonly sql: Sql; readonly registrar: Registrar },
  known: RegisteredClient | undefined,
  { redirectUri, claimsKey: claimsEncryptionKey, university }: DemoApp,
): Promise<RegisteredClient> {
  const credentialsRequested = [
    {
      vct: `${university}/degree`,
      issuers: [university],
      claims: ['degree', 'family_name'],
      reason: 'To show what it looks like when somebody else vouches for you.',
    },
  ]
  const registered = known && (await findClient(sql, known.clientId))
  if (known && registered?.redirectUris.includes(redirectUri)) {
    const key = registered.claimsEncryptionKey
    const isSame = key && claimsKeyThumbprint(key) === claimsKeyThumbprint(claimsEncryptionKey)
    const asksTheSame = isDeepStrictEqual(registered.credentialsRequested, credentialsRequested)
    if (!isSame || !asksTheSame) {
      await registrar.updateClient(known.clientId, { claimsEncryptionKey, credentialsRequested })
    }
    return known
  }
  return registrar.registerClient({
    name: 'Demo App',
    description: 'Shows how signing in with Countersign feels, and what an app receives.',
    redirectUris: [redirectUri],
    logo: readFileSync(LOGO),
    claimsEncryptionKey,
    credentialsRequested,
    scopes: [
      { name: 'openid', required: true, reason: 'To know that it is you again.' },
      { name: 'email', required: false, reason: 'To send you a receipt, if there were anything to buy.' },
      { name: 'profile', required: false, reason: 'To greet you by your name.' },
      { name: 'phone', required: false, reason: 'It does not need it, and shows that you can say no.' },
    ],
  })
}
