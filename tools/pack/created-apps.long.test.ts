// Long: each app of create-countersign, installed from tarballs in a path with a space, and its own test on the oldest Node.
import { mkdirSync } from 'node:fs'
import { delimiter, dirname, join } from 'node:path'
import { startBeforeAll, temporaryFolder } from '@countersign/testing'
import { OLDEST_NODE } from 'countersign/oldest-node'
import { FRAMEWORKS } from 'create-countersign'
import { describe, expect, test } from 'vitest'
import { ROOT } from '../files.ts'
import { installNode } from './install-packages.ts'
import { makePackages } from './make-packages.ts'
import { runIn, runWith } from './programs.ts'

describe('npm create countersign', () => {
  const folder = join(temporaryFolder(), 'my apps')
  const dist = join(folder, 'dist')
  const made = startBeforeAll(async () => {
    mkdirSync(dist, { recursive: true })
    const tarballs = await makePackages(dist)
    const node = await installNode(OLDEST_NODE, join(ROOT, 'node_modules/.cache'))
    const creator = tarballs.find((path) => path.includes('create-countersign')) ?? ''
    return { creator, path: [dirname(node), process.env['PATH']].join(delimiter), close: async () => undefined }
  })
  const npm = async (cwd: string, ...words: readonly string[]) =>
    runWith({ ...process.env, PATH: made.path, NODE_ENV: undefined }, cwd, 'npm', ...words)
  const create = async (...words: readonly string[]) =>
    npm(folder, 'exec', '--yes', `--package=${made.creator}`, '--', 'create-countersign', ...words, '--packages', dist)

  test.each([...FRAMEWORKS.keys()])(
    'makes an app with %s whose own test signs a person in',
    async (framework) => {
      const app = join(folder, `app-${framework}`)
      expect(await create(`app-${framework}`, '--framework', framework)).toContain('npm run countersign')
      await npm(app, 'install', '--no-audit', '--no-fund', '--prefer-offline')
      expect(await npm(app, 'test')).toMatch(/^# fail 0$/m)
      await runIn(app, 'git', 'init', '--quiet')
      const added = await runIn(app, 'git', 'ls-files', '--others', '--exclude-standard')
      expect(added).toContain('package.json\n')
      expect(added).not.toMatch(/\.env|claims-key|node_modules|\.next|\.svelte-kit/)
    },
    600_000,
  )

  test('asks for a framework where no one can answer', async () => {
    await expect(create('unnamed')).rejects.toThrow('There is no framework "": take express, fastify')
    await expect(create('my-app', '--yes', '--frame', 'next')).rejects.toThrow("Unknown option '--frame'")
  })
})
