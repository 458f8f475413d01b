/** Writes docs/reference from the program, the OpenAPI documents and the SDK's types, for the site; git ignores it. */
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { writeApiReference } from './reference/api-reference.ts'
import { writeCliReference } from './reference/cli-reference.ts'
import { writeSdkReference } from './reference/sdk-reference.ts'

const FOLDER = join(import.meta.dirname, '../docs/reference')
rmSync(join(FOLDER, 'api'), { recursive: true, force: true })
mkdirSync(join(FOLDER, 'api'), { recursive: true })
const pages = [
  ['cli.md', writeCliReference()] as const,
  ['sdk.md', writeSdkReference()] as const,
  ...writeApiReference(join(import.meta.dirname, '../docs/openapi')),
]
for (const [name, text] of pages) writeFileSync(join(FOLDER, name), text)
