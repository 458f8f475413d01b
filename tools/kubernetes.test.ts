import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { parseAllDocuments } from 'yaml'
import { listFiles, ROOT, readText } from './files.ts'

const PATCH = 'deploy/kubernetes/base/process.yaml'
/** Has the fields of its kind, but not those that others give the same object. */
const PATCH_TYPE = `
type Patch<T> = T extends readonly (infer Item)[] ? Patch<Item>[] : T extends object ? { [Name in keyof T]?: Patch<T[Name]> } : T`

type Manifest = { readonly apiVersion: string; readonly kind: string }

const manifests = listFiles('deploy/kubernetes/*.yaml').flatMap((path) =>
  parseAllDocuments(readText(path)).flatMap((document) => {
    const manifest: Manifest = document.toJS()
    return manifest.kind === 'Kustomization' ? [] : [{ path, manifest }]
  }),
)

// `kubernetes-types` is made from the published OpenAPI document of Kubernetes 1.30, the oldest that the guide names. A
// literal with a field that its type lacks is an error, so the check is strict.
test('kubernetes: each manifest has the fields that its kind must have, and no others', () => {
  expect(manifests.length).toBeGreaterThan(12)
  expect(complaintsAbout(manifests)).toEqual([])
})

test('kubernetes: a field with a slip in its name, and one of another type, are noticed', () => {
  const patch = manifests.find(({ path }) => path === PATCH)
  const broken = JSON.stringify(patch?.manifest)
    .replace('"readOnlyRootFilesystem"', '"readOnlyRootFileSystem"')
    .replace('"replicas":2', '"replicas":"2"')
  const complaints = complaintsAbout([{ path: PATCH, manifest: JSON.parse(broken) }])
  expect(complaints.join('\n')).toMatch(/readOnlyRootFileSystem\S+ does not exist/)
  expect(complaints.join('\n')).toMatch(/'string' is not assignable to type 'number'/)
})

function complaintsAbout(all: typeof manifests): readonly string[] {
  // In the repository, where the compiler finds the types.
  const cache = join(ROOT, 'node_modules/.cache')
  mkdirSync(cache, { recursive: true })
  const folder = mkdtempSync(join(cache, 'kubernetes-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const names = all.map(({ path, manifest }, index) => {
    const name = join(folder, `${index}.ts`)
    writeFileSync(name, typed(manifest, path === PATCH ? `Patch<${manifest.kind}>` : manifest.kind))
    return name
  })
  const options = ['--ignoreConfig', '--noEmit', '--strict', '--types', '', '--module', 'preserve', '--pretty', 'false']
  const { stdout } = spawnSync(join(ROOT, 'node_modules/.bin/tsc'), [...options, ...names], { encoding: 'utf8' })
  return stdout.split('\n').filter((line) => line !== '')
}

function typed(manifest: Manifest, type: string): string {
  const group = manifest.apiVersion === 'v1' ? 'core/v1' : manifest.apiVersion.replace('.k8s.io', '')
  return `import type { ${manifest.kind} } from 'kubernetes-types/${group}'${PATCH_TYPE}
export const manifest: ${type} = ${JSON.stringify(manifest, undefined, 1)}\n`
}
