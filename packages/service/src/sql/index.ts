export { clean, startCleaning } from './cleaning.ts'
export { isUniqueViolation, type Run } from './connection.ts'
export { type Database, type DatabaseSettings, openDatabase } from './database.ts'
export { LARGEST_OFFSET_SECONDS, NOTABLE_OFFSET_SECONDS, readClockOffset } from './database-checks.ts'
export { findLastBackup, noteBackup, readServerVersion } from './database-facts.ts'
export { parseDatabaseUrl } from './database-url.ts'
export { DirectoryInUse, lockDirectory } from './directory-lock.ts'
export { type Cluster, type Distribution, distribute, findCluster, namesOf } from './distribution.ts'
export {
  type AppliedMigration,
  findPending,
  listApplied,
  type Migrations,
  migrate,
  readMigrations,
  schemaCheck,
} from './migrate.ts'
export { describeMigrations, type MigrationEffect, planMigrations } from './migration-plan.ts'
export type { Listen, Listener } from './notifications.ts'
export { type CleaningStep, removeRows, skipLocked } from './remove-rows.store.ts'
export {
  findMissingRights,
  grantServing,
  readServingRole,
  refuseLeftOut,
  refuseMissingRights,
  rightsCheck,
} from './serving-role.ts'
export { type Sql, type SqlPool, type SqlText, sqlText, type Transaction } from './sql.ts'
export {
  digestRows,
  listTables,
  readRows,
  type Table,
  type TableDigest,
  withTables,
  writeRows,
} from './table-rows.ts'
export { FORMER_COMMIT } from './takeover.ts'
