import { join } from 'node:path'
import { ROOT } from '../files.ts'
import { runIn, runNpm } from '../pack/programs.ts'
import { readManifest } from '../pack/repository.ts'

const FORMAT = ['--package-lock-only', '--omit=dev', '--sbom-format=cyclonedx', '--sbom-type=application']
const LOCAL_FOLDER = /file:[^"]+\//g
const CLIENTS = ['services/web', 'operate/console', 'verify/extension']
const NOT_BUNDLED = /^(?:@countersign\/|@types\/|vite$)/

type Bom = Readonly<Record<string, unknown>> & { readonly metadata: Readonly<Record<string, unknown>> }

/**
 * Lists the program, all that is installed with it and all that is bundled in it, as CycloneDX 1.6. npm writes 1.5, which
 * says the same in 1.6, and names its folder, the time and a random number, which a second build could not repeat.
 */
export async function makeSbom(work: string, date: Date): Promise<Uint8Array> {
  const folder = join(work, 'countersign')
  await runIn(ROOT, process.execPath, 'deploy/pin.mjs', folder, ...listBundled())
  const bom: Bom = JSON.parse((await runNpm(folder, 'sbom', ...FORMAT)).replaceAll(LOCAL_FOLDER, 'file:'))
  const { serialNumber: _, ...rest } = bom
  const repeatable = {
    ...rest,
    $schema: 'http://cyclonedx.org/schema/bom-1.6.schema.json',
    specVersion: '1.6',
    metadata: { ...bom.metadata, timestamp: date.toISOString() },
  }
  return Buffer.from(`${JSON.stringify(repeatable, undefined, 2)}\n`)
}

/** Packages that are in the files of pages, console and extension, and not installed with the program. */
function listBundled(): readonly string[] {
  const names = CLIENTS.flatMap((folder) => Object.keys(readManifest(folder).devDependencies ?? {}))
  return [...new Set(names)].filter((name) => !NOT_BUNDLED.test(name))
}
