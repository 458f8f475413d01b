/** What tests share: databases of both kinds, a real PostgreSQL, a certificate, and people with accounts. */
export type { ApiDocument, Operation } from './api-operations.ts'
export { createApiRequests } from './api-requests.ts'
export { type Authenticator, type Ceremony, createAuthenticator, prfOutputOf } from './authenticator.ts'
export { breakable, DATABASE_FAULT } from './breakable-database.ts'
export { type Call, expectStatus, httpCaller } from './call.ts'
export { codeOf } from './code-of.ts'
export { type Explained, explainStatement } from './explained-statement.ts'
export { freePort } from './free-port.ts'
export { fuzzSeed } from './fuzz-seed.ts'
export { byPasskey, byPassword, confirming, type Gesture } from './gesture.ts'
export { type EveryRoute, findSilentFailures } from './http-edges.ts'
export { createLyingProxy, type Lie, type LyingProxy, passTo, type Received, type Told } from './lying-proxy.ts'
export { type Network, startNetwork } from './network.ts'
export {
  type CoreAddress,
  identifiers,
  keepFirstRecoveryKey,
  keyStretching,
  newDevice,
  type Person,
  readAlong,
  signInByPasskey,
  signUp,
} from './person.ts'
export { type PostgresServer, startPostgres } from './postgres-server.ts'
export { recordStatements } from './recorded-statements.ts'
export { createSessionKey, type SessionKey } from './session-key.ts'
export { type SignedUp, signUpByPassword, signUpForToken } from './signed-up.ts'
export { startBeforeAll } from './start-before-all.ts'
export { newStartLoginRequest } from './start-login-request.ts'
export { TEST_CERTIFICATE, TEST_HOST, TEST_PRIVATE_KEY } from './test-certificate.ts'
export {
  copyEmptyDatabase,
  createServerDatabase,
  createTestDatabase,
  ENGINES,
  type Engine,
  hasOwnServer,
  migrateTestDatabase,
} from './test-database.ts'
export { testEveryRoute } from './test-every-route.ts'
export { noteUndocumented, refuseUndocumented } from './undocumented.ts'
export { createWire, type Message, type Wire } from './wire.ts'
