import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { INSTALLED_MANIFEST } from '@countersign/console'
import { EXTENSION_FOLDER } from '@countersign/extension'
import { ROOT } from '../files.ts'
import { makePackages } from '../pack/make-packages.ts'
import { runIn } from '../pack/programs.ts'
import { readManifest } from '../pack/repository.ts'
import { type Files, packTarball, packZip, readFolder } from './archives.ts'
import { makeSbom } from './sbom.ts'
import { CLIENT_MANIFEST } from './write-release.ts'

const DOCKERFILE = 'deploy/Dockerfile'
const PINNED_BASE = /^FROM \S+@sha256:[0-9a-f]{64} AS base$/m

/** Makes all files of a release out of a build. @param date of the commit @throws Error for a missing or older build */
export async function makeFiles(date: Date): Promise<Files> {
  const { version } = readManifest()
  const extension = packExtension(EXTENSION_FOLDER, version)
  const tarballs = await makePackages(join(ROOT, 'dist'))
  const work = mkdtempSync(join(tmpdir(), 'countersign-release-'))
  try {
    return {
      ...Object.fromEntries(tarballs.map((path) => [basename(path), readFileSync(path)])),
      [`countersign-image-${version}.tar.gz`]: await packTarball(await readImageContext(join(work, 'countersign'))),
      [`countersign-extension-${version}.zip`]: extension,
      [CLIENT_MANIFEST]: readFileSync(INSTALLED_MANIFEST),
      'sbom.cdx.json': await makeSbom(join(work, 'sbom'), date),
    }
  } finally {
    rmSync(work, { recursive: true })
  }
}

/** One archive for all browsers: both stores take a zip. @throws Error if it was not built, or is of another version */
export function packExtension(folder: string, version: string): Uint8Array {
  const files = existsSync(folder) ? readFolder(folder) : {}
  const manifest = files['manifest.json']
  if (!manifest) throw new Error(`${folder} has no extension. Run: npm run build`)
  const { version: built }: { readonly version?: string } = JSON.parse(new TextDecoder().decode(manifest))
  if (built !== version) throw new Error(`${folder} is not of version ${version}. Run: npm run build`)
  return packZip(files)
}

/**
 * The folder that the image is built from: the packed program with its lock file, and the Dockerfile.
 * @throws Error if a tag alone names the base
 */
async function readImageContext(folder: string): Promise<Files> {
  const dockerfile = readFileSync(join(ROOT, DOCKERFILE))
  if (!PINNED_BASE.test(dockerfile.toString())) throw new Error(`${DOCKERFILE} names its base without a digest.`)
  await runIn(ROOT, process.execPath, 'deploy/pin.mjs', folder)
  const installed = Object.entries(readFolder(folder)).map(([name, content]) => [`countersign/${name}`, content])
  return { Dockerfile: dockerfile, ...Object.fromEntries(installed) }
}
