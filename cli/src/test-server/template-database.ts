import { createHash, randomUUID } from 'node:crypto'
import { mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { homedir } from 'node:os'
import { join } from 'node:path'
import { type Database, migrate, openDatabase, readMigrations, VERSION } from '@countersign/service'
import { COMPONENTS, migrationsOf } from '../components.ts'

/** A machine that runs many tests at once may be slower than a server may be. */
const DEADLINE_MS = 20_000
const MIGRATIONS = migrationsOf(COMPONENTS)

/** What this process has read or made already, by the folder that it is kept in. */
const templates = new Map<string, Promise<Blob>>()

/**
 * An empty database in memory, with all tables: a copy of one that was made before. To make one takes seconds, most of them
 * for PostgreSQL's own catalogues.
 */
export async function openTemplate(cacheFolder: string | false = userCacheFolder()): Promise<Database> {
  const key = cacheFolder === false ? '' : cacheFolder
  const template = templates.get(key) ?? provideTemplate(key)
  templates.set(key, template)
  try {
    return await openDatabase({ dump: await template, deadlineMs: DEADLINE_MS })
  } catch (error) {
    templates.delete(key)
    // What was kept is half a file, or of another PostgreSQL: it is made anew, once.
    if (key === '' || !forgetTemplate(key)) throw error
    return openTemplate(cacheFolder)
  }
}

async function provideTemplate(folder: string): Promise<Blob> {
  const kept = folder === '' ? undefined : await readFile(fileIn(folder)).catch(() => undefined)
  if (kept) return new Blob([kept])
  const made = await makeTemplate()
  if (folder !== '') keepTemplate(folder, Buffer.from(await made.arrayBuffer()))
  return made
}

async function makeTemplate(): Promise<Blob> {
  const database = await openDatabase({ deadlineMs: DEADLINE_MS })
  try {
    for (const each of MIGRATIONS) await migrate(database, each)
    if (!database.dump) throw new Error('A database in memory is embedded.')
    return await database.dump()
  } finally {
    await database.close()
  }
}

/** Written aside and moved into place: of several test runs each reads a whole one. Where it cannot be kept it is made again. */
function keepTemplate(folder: string, content: Buffer): void {
  const aside = `${fileIn(folder)}.${randomUUID()}`
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 })
    writeFileSync(aside, content, { mode: 0o600, flag: 'wx' })
    renameSync(aside, fileIn(folder))
  } catch {
    rmSync(aside, { force: true })
  }
}

/** Answers whether there was one. */
function forgetTemplate(folder: string): boolean {
  try {
    rmSync(fileIn(folder))
    return true
  } catch {
    return false
  }
}

/** Named for what is in it: another version, or another migration, is another file. */
function fileIn(folder: string): string {
  const checksums = MIGRATIONS.flatMap(({ folder: migrations }) => readMigrations(migrations).map(({ checksum }) => checksum))
  const digest = createHash('sha256').update(checksums.join()).digest('hex').slice(0, 16)
  return join(folder, `test-server-${VERSION}-${digest}.tar.gz`)
}

/** The user's own, so that nobody else can have put anything there. */
function userCacheFolder(): string {
  const { XDG_CACHE_HOME, LOCALAPPDATA } = process.env
  const base = XDG_CACHE_HOME || LOCALAPPDATA || join(homedir(), process.platform === 'darwin' ? 'Library/Caches' : '.cache')
  return join(base, 'countersign')
}
