/** An app's test that uses the packages from npm. */
import assert from 'node:assert/strict'
import { createCountersign } from '@countersign/sdk'
import { createTestServer, type TestPerson } from 'countersign/testing'

const redirectUri = 'http://localhost:3000/callback'
await using server = await createTestServer({ app: { redirectUri, scopes: ['openid', 'email:required'] } })
const ada: TestPerson = await server.createPerson({ claims: { email: 'ada@example.org' }, verified: ['email'] })
const app = createCountersign(server.app.settings)
const { url, flow } = await app.beginSignIn()
const signedIn = await app.finishSignIn(await ada.approve(url), flow)
assert.deepEqual({ ...signedIn.claims }, { email: 'ada@example.org' })
assert.equal(signedIn.emailVerified, true)
