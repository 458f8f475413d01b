import { Client } from 'pg'
import { SettingRefused } from '../settings/settings.ts'

const FORM = 'postgresql://role:password@host:5432/database'

/** A DATABASE_URL that means to the driver what it means to its reader. @throws SettingRefused */
export function parseDatabaseUrl(text: string): string {
  nameDatabase(text)
  return text
}

/** Host, port and database, for errors. @throws SettingRefused */
export function nameDatabase(databaseUrl: string): string {
  const { scheme = '', rest = '' } = /^(?<scheme>\w+):\/\/[^/?#]*(?<rest>.*)$/s.exec(databaseUrl)?.groups ?? {}
  if (/^["'“‘]/.test(databaseUrl)) throw new SettingRefused('begins with a quote: leave the quotes out.')
  if (!/^postgres(ql)?$/i.test(scheme)) throw new SettingRefused(`must be the URL of a PostgreSQL, as ${FORM}`)
  // A / ? or # in a password ends the part that names role and host. The driver guesses at a % that encodes nothing.
  if (/[@#]/.test(rest) || /%(?![\da-f]{2})/i.test(databaseUrl)) throw notRead()
  const { host, port, database } = readByDriver(databaseUrl)
  return `The database ${host}:${port}/${database ?? ''}`
}

function readByDriver(connectionString: string): Client {
  try {
    return new Client({ connectionString })
  } catch (error) {
    const isFile = error instanceof Error && 'syscall' in error
    throw isFile ? new SettingRefused('names a file of TLS that cannot be read.') : notRead()
  }
}

function notRead(): SettingRefused {
  return new SettingRefused(
    `cannot be read as ${FORM}. In a password the characters @ : / ? # % are written %40 %3A %2F %3F %23 %25.`,
  )
}
