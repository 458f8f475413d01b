/** What tests share: databases of both kinds, a real PostgreSQL, and a certificate. */
export { type PostgresServer, startPostgres } from './postgres-server.ts'
export { TEST_CERTIFICATE, TEST_HOST, TEST_PRIVATE_KEY } from './test-certificate.ts'
export { createServerDatabase, createTestDatabase, ENGINES, type Engine } from './test-database.ts'
