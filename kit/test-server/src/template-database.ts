import { createHash, randomUUID } from 'node:crypto'
import { mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { zstdCompress, zstdDecompress } from 'node:zlib'
import { VERSION } from '@countersign/service/settings'
import { type Database, migrate, openDatabase, readMigrations } from '@countersign/service/sql'
import { COMPONENTS, migrationsOf } from 'countersign/internal/components.ts'
import { closing } from 'countersign/internal/settings/database-settings.ts'

/** A sixth of the size; read several times faster than gzip. */
const [compress, decompress] = [promisify(zstdCompress), promisify(zstdDecompress)]

/** A machine that runs many tests at once is slower than a server. */
const DEADLINE_MS = 20_000
const MIGRATIONS = migrationsOf(COMPONENTS)

/** By cache folder. */
const templates = new Map<string, Promise<Blob>>()

/** Copies a cached empty database with all tables into memory: making one takes seconds. */
export async function openTemplate(folder: string, make = makeTemplate): Promise<Database> {
  const template = templates.get(folder) ?? provideTemplate(folder, make)
  templates.set(folder, template)
  try {
    return await openDatabase({ dump: await template, deadlineMs: DEADLINE_MS })
  } catch (error) {
    templates.delete(folder)
    // The cached file is damaged or of another PostgreSQL: make it once more.
    if (!forgetTemplate(folder)) throw error
    return openTemplate(folder, make)
  }
}

async function provideTemplate(folder: string, make: typeof makeTemplate): Promise<Blob> {
  const kept = await readKept(folder)
  if (kept) return new HeldBlob(kept)
  const made = await make()
  keepTemplate(folder, await compress(await made.arrayBuffer()))
  return made
}

/** Hands out its bytes without a copy, which is a tenth of opening a database. */
class HeldBlob extends Blob {
  readonly #content: ArrayBuffer

  constructor(content: Buffer<ArrayBuffer>) {
    super()
    const { buffer, byteOffset, byteLength } = content
    this.#content = byteLength === buffer.byteLength ? buffer : buffer.slice(byteOffset, byteOffset + byteLength)
  }

  override async arrayBuffer(): Promise<ArrayBuffer> {
    return this.#content
  }
}

async function readKept(folder: string): Promise<Buffer<ArrayBuffer> | undefined> {
  try {
    return await decompress(await readFile(templateFileIn(folder)))
  } catch {
    return undefined
  }
}

async function makeTemplate(): Promise<Blob> {
  return closing(await openDatabase({ deadlineMs: DEADLINE_MS }), async (database) => {
    for (const each of MIGRATIONS) await migrate(database, each)
    // A third of the files; no database is created from them.
    for (const name of ['template0', 'template1']) {
      await database.sql`update pg_database set datistemplate = false where datname = ${name}`
      await database.pool.query(`drop database ${name}`)
    }
    if (!database.dump) throw new Error('A database in memory is embedded.')
    return database.dump()
  })
}

/**
 * Renamed into place, so that parallel test runs read whole files. A failed write is not an error: the next run tries
 * again.
 */
function keepTemplate(folder: string, content: Buffer): void {
  const aside = `${templateFileIn(folder)}.${randomUUID()}`
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 })
    writeFileSync(aside, content, { mode: 0o600, flag: 'wx' })
    renameSync(aside, templateFileIn(folder))
  } catch {
    rmSync(aside, { force: true })
  }
}

function forgetTemplate(folder: string): boolean {
  try {
    rmSync(templateFileIn(folder))
    return true
  } catch {
    return false
  }
}

/** The name holds version and migrations, so another version uses another file. */
export function templateFileIn(folder: string): string {
  const checksums = MIGRATIONS.flatMap(({ folder: migrations }) =>
    readMigrations(migrations).map(({ checksum }) => checksum),
  )
  const digest = createHash('sha256').update(checksums.join()).digest('hex').slice(0, 16)
  return join(folder, `test-server-${VERSION}-${digest}.tar.zst`)
}
