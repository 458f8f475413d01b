import {
  CLIENT_ATTRIBUTE_ROWS,
  type ClientCreation,
  type ClientResource,
  type ClientUpdate,
} from '@countersign/contracts'
import type { Client, ClientChanges, ClientRegistration } from './client.ts'
import type { ClientSecretRecord } from './client-secret.store.ts'

const CLAIMS_NOTICE =
  'This app has no claims_encryption_jwk: core and the provider can read what people share with it while they pass it on, and people are told so. Register a public key, a JWK on P-256 or X25519, to have it sealed for the app alone.'

export function claimsNoticeOf({ claimsEncryptionKey }: { readonly claimsEncryptionKey: object | undefined }): {
  claims_notice?: string
} {
  return claimsEncryptionKey === undefined ? { claims_notice: CLAIMS_NOTICE } : {}
}

export function describeClient(client: Client): Omit<ClientResource, 'logo' | 'secrets'> {
  const attributes = Object.fromEntries([
    ['client_id', client.clientId],
    ...CLIENT_ATTRIBUTE_ROWS.map(([name, { wire }]) => [wire, client[name] ?? null]),
  ]) as Omit<ClientResource, 'logo' | 'secrets'>
  return {
    ...attributes,
    ...claimsNoticeOf(client),
    owner: client.owner ?? null,
    disabled_at: client.disabledAt?.toISOString() ?? null,
    created_at: client.createdAt.toISOString(),
  }
}

/** A secret for administrators: its times, never its value. */
export function describeSecret({ secretId, createdAt, expiresAt, lastUsedAt }: ClientSecretRecord) {
  return {
    secret_id: secretId,
    created_at: createdAt.toISOString(),
    expires_at: expiresAt?.toISOString() ?? null,
    last_used_at: lastUsedAt?.toISOString() ?? null,
  }
}

export function readUpdate(body: ClientUpdate): ClientChanges {
  const values: Readonly<Record<string, unknown>> = body
  const named = CLIENT_ATTRIBUTE_ROWS.filter(([, { wire }]) => values[wire] !== undefined)
  return Object.fromEntries(named.map(([name, { wire }]) => [name, values[wire]]))
}

export function readCreation(body: ClientCreation): ClientRegistration {
  return { ...readUpdate(body), name: body.name, scopes: body.scopes }
}
