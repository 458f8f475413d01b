/** Support shared by tests: databases of both kinds, a real PostgreSQL, a certificate, and people with accounts. */
export { type ApiDocument, type Content, type Operation, operationsOf, type Schema } from './api-operations.ts'
export { createApiRequests, fuzzSeed } from './api-requests.ts'
export { type Authenticator, type Ceremony, createAuthenticator, prfOutputOf } from './authenticator.ts'
export { type Call, expectStatus, httpCaller } from './call.ts'
export { closeAfterTest, PNG, recordLog, startBeforeAll, temporaryFolder } from './fixtures.ts'
export {
  type EveryRoute,
  findSilentFailures,
  noteUndocumented,
  refuseUndocumented,
  testEveryRoute,
} from './http-edges.ts'
export { createLyingProxy, type Lie, type LyingProxy, passTo, type Received, type Told } from './lying-proxy.ts'
export { freePort, listenLocally, type Network, startNetwork } from './network.ts'
export {
  byPasskey,
  byPassword,
  type CoreAddress,
  codeOf,
  confirming,
  type Gesture,
  identifiers,
  keepFirstRecoveryKey,
  keyStretching,
  newDevice,
  newStartLoginRequest,
  type Person,
  readAlong,
  type SignedUp,
  signInByPasskey,
  signUp,
  signUpByPassword,
  signUpForToken,
} from './person.ts'
export { type PostgresServer, startPostgres } from './postgres-server.ts'
export { countRemoteCommands, type Explained, explainStatement, recordStatements } from './recorded-statements.ts'
export { createSessionKey, type SessionKey } from './session-key.ts'
export { CAN_MOUNT, isRoot, NO_MOUNT, NOT_AS_ROOT, onSmallDisk } from './small-disk.ts'
export { TEST_CERTIFICATE, TEST_HOST, TEST_PRIVATE_KEY } from './test-certificate.ts'
export {
  breakable,
  byServingRole,
  causeOfUnavailable,
  copyEmptyDatabase,
  createServerDatabase,
  createTestDatabase,
  DATABASE_FAULT,
  databaseForTest,
  ENGINES,
  type Engine,
  hasOwnServer,
  migrateTestDatabase,
  untilAnswered,
} from './test-database.ts'
export { createWire, type Message, type Wire } from './wire.ts'
