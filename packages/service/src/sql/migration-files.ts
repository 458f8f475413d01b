import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { sha256 } from '../secrets/secrets.ts'

export type Migration = {
  readonly name: string
  readonly text: string
  readonly checksum: string
  /** The first version that no longer uses the removed parts; undefined for an expansion. */
  readonly needsVersion: string | undefined
}

const FILE_NAME = /^\d{4}-[a-z0-9-]+\.sql$/
const CONTRACTION = /^-- contract: needs (\d+\.\d+\.\d+)$/m

/** The migrations in a folder, in their order. */
export function readMigrations(folder: URL): Migration[] {
  return readdirSync(folder)
    .filter((name) => FILE_NAME.test(name))
    .toSorted()
    .map((name) => {
      const text = readFileSync(join(fileURLToPath(folder), name), 'utf8')
      return { name, text, checksum: sha256(text).toString('hex'), needsVersion: CONTRACTION.exec(text)?.[1] }
    })
}
