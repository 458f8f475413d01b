/** An app and a user's device that use each package from npm. */
import assert from 'node:assert/strict'
import { ClientMetadata, OAUTH_ERROR_STATUS } from '@countersign/contracts'
import { generateDataTokenSecret, readDataTokenKeys, signDataToken, verifyDataToken } from '@countersign/data-token'
import {
  approvedScopes,
  buildReturnAddress,
  createDevice,
  createMemoryStorage,
  NOTHING_CHOSEN,
  sharesOf,
  shownClaims,
} from '@countersign/device'
import { createCountersign, keepClaimsKey, SignInError } from '@countersign/sdk'
import { createVault, deriveRecovery, newRecoveryKey, openVault } from '@countersign/vault'
import { VAULT_SNAPSHOT } from '@countersign/vault/forms'
import { Value } from 'typebox/value'

const CLAIMS = { email: 'ada@example.org', name: 'Ada Lovelace' }
const { ISSUER = '', CLAIMS_KEY_FILE = '' } = process.env

useContracts()
await useDataToken()
await useVault()
await signIn()

function useContracts(): void {
  assert.equal(OAUTH_ERROR_STATUS.invalid_client, 401)
  assert.ok(Value.Check(ClientMetadata, { client_name: 'My App', redirect_uris: ['https://app.example/callback'] }))
  assert.ok(!Value.Check(ClientMetadata, { redirect_uris: 'https://app.example/callback' }))
}

async function useDataToken(): Promise<void> {
  const keys = await readDataTokenKeys(await generateDataTokenSecret())
  const attestation = { iss: 'https://id.example', sub: 'ada', aud: 'app', auth_request_id: '1', claims: CLAIMS }
  const token = signDataToken(keys, attestation, { now: new Date(), lifetimeSeconds: 60 })
  const { claims } = await verifyDataToken(token, keys, { issuer: 'https://id.example', audience: 'app' })
  assert.deepEqual(claims, CLAIMS)
  await assert.rejects(verifyDataToken(token, keys, { issuer: 'https://another.example' }))
}

async function useVault(): Promise<void> {
  const userId = crypto.randomUUID()
  const root = crypto.getRandomValues(new Uint8Array(64))
  const { root: recovery } = await deriveRecovery(newRecoveryKey())
  const methods = [{ type: 'opaque', root: root.slice() } as const, { type: 'recovery', root: recovery } as const]
  const { snapshot } = await createVault({ userId, methods, device: 'Laptop', wroteAt: new Date() })
  const stored = VAULT_SNAPSHOT.read(JSON.parse(JSON.stringify(snapshot)))
  const { vault } = await openVault({ snapshot: stored, userId, method: { type: 'opaque', root } })
  assert.equal(vault.continuity, 'first_use')
}

/** A user signs up and shares the requested claims; the app decrypts them. */
async function signIn(): Promise<void> {
  const app = createCountersign({
    // Unset values fail when the app starts.
    issuer: process.env['ISSUER'],
    clientId: process.env['CLIENT_ID'],
    clientSecret: process.env['CLIENT_SECRET'],
    redirectUri: 'http://localhost:9/callback',
    scopes: ['openid', 'email', 'profile'],
    claimsDecryptionKey: (await keepClaimsKey(CLAIMS_KEY_FILE)).privateJwk,
  })
  const device = createDevice({ core: { url: ISSUER }, storage: createMemoryStorage(), name: 'consumer' })
  await device.createAccount({ login: `ada-${crypto.randomUUID()}`, password: crypto.randomUUID() })
  await device.showRecoveryKey({})
  await device.confirmRecoveryKey({})
  await device.saveProfile({ values: CLAIMS })

  const { url, flow } = await app.beginSignIn()
  const forged = app.finishSignIn('/callback?code=1&state=another', flow)
  await assert.rejects(forged, (error) => error instanceof SignInError && error.code === 'state_mismatch')
  const { headers } = await fetch(url, { redirect: 'manual' })
  const id = new URL(headers.get('location') ?? '').searchParams.get('auth_request_id') ?? ''
  const [request, { claims: vault }] = [await device.readRequest({ id }), await device.refresh({})]
  const shares = sharesOf(request, { vault, selection: NOTHING_CHOSEN })
  const answer = { id, scopes: approvedScopes(shares), claims: shownClaims(shares, vault) }
  const { code, state } = await device.approve(answer)
  const signedIn = await app.finishSignIn(buildReturnAddress(request, { code, state, iss: ISSUER }) ?? '', flow)
  assert.deepEqual({ ...signedIn.claims }, CLAIMS)
}
