import { createHash, randomUUID } from 'node:crypto'
import { mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { homedir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { gunzip, gzip } from 'node:zlib'
import { VERSION } from '@countersign/service/settings'
import { type Database, migrate, openDatabase, readMigrations } from '@countersign/service/sql'
import { COMPONENTS, migrationsOf } from '../components.ts'

/** An eighth of the size, in a tenth of the time that the engine takes for the same. */
const [compress, decompress] = [promisify(gzip), promisify(gunzip)]

/** A machine that runs many tests at once may be slower than a server may be. */
const DEADLINE_MS = 20_000
const MIGRATIONS = migrationsOf(COMPONENTS)

/** What this process has read or made already, by the folder that it is kept in. */
const templates = new Map<string, Promise<Blob>>()

/**
 * An empty database in memory, with all tables: a copy of one that was made before. To make one takes seconds, most of them
 * for PostgreSQL's own catalogues.
 */
export async function openTemplate(folder = userCacheFolder(), make = makeTemplate): Promise<Database> {
  const template = templates.get(folder) ?? provideTemplate(folder, make)
  templates.set(folder, template)
  try {
    return await openDatabase({ dump: await template, deadlineMs: DEADLINE_MS })
  } catch (error) {
    templates.delete(folder)
    // What was kept is no database, or another PostgreSQL's: it is made anew, once.
    if (!forgetTemplate(folder)) throw error
    return openTemplate(folder, make)
  }
}

async function provideTemplate(folder: string, make: typeof makeTemplate): Promise<Blob> {
  const kept = await readKept(folder)
  if (kept) return new Blob([kept])
  const made = await make()
  keepTemplate(folder, await compress(await made.arrayBuffer()))
  return made
}

/** Nothing where there is none, or half of one. */
async function readKept(folder: string): Promise<Buffer<ArrayBuffer> | undefined> {
  try {
    return await decompress(await readFile(templateFileIn(folder)))
  } catch {
    return undefined
  }
}

async function makeTemplate(): Promise<Blob> {
  const database = await openDatabase({ deadlineMs: DEADLINE_MS })
  try {
    for (const each of MIGRATIONS) await migrate(database, each)
    // A third of the files, and nobody makes another database of them here.
    for (const name of ['template0', 'template1']) {
      await database.sql`update pg_database set datistemplate = false where datname = ${name}`
      await database.pool.query(`drop database ${name}`)
    }
    if (!database.dump) throw new Error('A database in memory is embedded.')
    return await database.dump()
  } finally {
    await database.close()
  }
}

/** Written aside and moved into place: of several test runs each reads a whole one. Where it cannot be kept it is made again. */
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

/** Answers whether there was one. */
function forgetTemplate(folder: string): boolean {
  try {
    rmSync(templateFileIn(folder))
    return true
  } catch {
    return false
  }
}

/** Where it is kept. Named for what is in it: another version, or another migration, is another file. */
export function templateFileIn(folder: string): string {
  const checksums = MIGRATIONS.flatMap(({ folder: migrations }) =>
    readMigrations(migrations).map(({ checksum }) => checksum),
  )
  const digest = createHash('sha256').update(checksums.join()).digest('hex').slice(0, 16)
  return join(folder, `test-server-${VERSION}-${digest}.tar.gz`)
}

/** The user's own, so that nobody else can have put anything there. */
function userCacheFolder(): string {
  const { XDG_CACHE_HOME, LOCALAPPDATA } = process.env
  const base =
    XDG_CACHE_HOME || LOCALAPPDATA || join(homedir(), process.platform === 'darwin' ? 'Library/Caches' : '.cache')
  return join(base, 'countersign')
}
