import { fsyncSync, mkdirSync } from 'node:fs'
import { PGlite } from '@electric-sql/pglite'
import { NodeFS } from '@electric-sql/pglite/nodefs'

/**
 * PGlite's file system, with an fsync that reaches the disk. PGlite leaves fsync out (and its `fdatasync` does nothing),
 * so a power loss could cost acknowledged rows; this, with `wal_sync_method=fsync`, closes that.
 */
class DurableFileSystem extends NodeFS {
  override async init(...[database, options]: Parameters<NodeFS['init']>) {
    const { emscriptenOpts } = await super.init(database, options)
    const syncFiles = (module: unknown): void => {
      const { stream_ops: operations } = nodeFileSystemOf(module)
      operations['fsync'] = (stream: { readonly nfd: number }) => {
        fsyncSync(stream.nfd)
        return 0
      }
    }
    return { emscriptenOpts: { ...emscriptenOpts, preRun: [...(emscriptenOpts.preRun ?? []), syncFiles] } }
  }
}

type Operations = Record<string, unknown>

function nodeFileSystemOf(module: unknown): { stream_ops: Operations } {
  if (isRecord(module) && isRecord(module['NODEFS']) && isRecord(module['NODEFS']['stream_ops'])) {
    return { stream_ops: module['NODEFS']['stream_ops'] }
  }
  throw new Error(
    'This version of PGlite keeps its file system elsewhere; embedded-database.ts must be brought up to date.',
  )
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null
}

// `-F` is PostgreSQL's short form of fsync=off.
const DURABLE = [
  ...PGlite.defaultStartParams.filter((parameter) => parameter !== '-F'),
  '-c',
  'fsync=on',
  '-c',
  'wal_sync_method=fsync',
]

/** Opens the embedded PostgreSQL in a directory, or in memory (for tests); a new one is empty or loaded from the dump. */
export async function openEmbeddedDatabase(directory: string | undefined, dump?: Blob): Promise<PGlite> {
  if (directory === undefined) return PGlite.create(dump && { loadDataDir: dump })
  mkdirSync(directory, { recursive: true, mode: 0o700 })
  return PGlite.create({ fs: new DurableFileSystem(directory), startParams: DURABLE })
}
