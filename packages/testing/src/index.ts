/** What tests share: databases of both kinds and a real PostgreSQL. */
export { type PostgresServer, startPostgres } from './postgres-server.ts'
export { createServerDatabase, createTestDatabase, ENGINES, type Engine } from './test-database.ts'
