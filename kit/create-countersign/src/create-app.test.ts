import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { temporaryFolder } from '@countersign/testing'
import { describe, expect, test } from 'vitest'
import { createApp } from './create-app.ts'
import { FRAMEWORKS } from './frameworks.ts'

const root = join(import.meta.dirname, '../../..')
const sources = { examples: join(root, 'kit/examples'), template: join(root, 'kit/create-countersign/template') }
const folder = temporaryFolder()

function create(name: string, changes: { framework?: string; packages?: string } = {}): string {
  const app = join(folder, name)
  createApp({ folder: app, framework: 'express', version: '1.2.3', ...changes }, sources)
  return app
}
const read = (...path: readonly string[]) => readFileSync(join(...path), 'utf8')

describe('create-countersign', () => {
  test.each([...FRAMEWORKS.keys()])('makes an app with %s: its example, a test, scripts and secrets', (framework) => {
    const app = create(`app-${framework}`, { framework })
    const { name, scripts, dependencies, devDependencies } = JSON.parse(read(app, 'package.json'))
    expect({ name, ...dependencies, ...devDependencies }).toMatchObject({
      name: `app-${framework}`,
      '@countersign/sdk': '1.2.3',
      countersign: '1.2.3',
    })
    expect(scripts).toMatchObject({ dev: expect.any(String), test: 'node --test' })
    expect(scripts.countersign).toMatch(
      /^countersign dev --app http:\/\/localhost:3000\/\S*callback .*--write-env \.env/,
    )
    expect(read(app, 'sign-in.test.js')).toContain('createTestServer')
    for (const file of ['sign-in.test.js', 'README.md']) expect(read(app, file)).not.toMatch(/%[A-Z]+%/)
    expect(read(app, '.gitignore').split('\n')).toEqual(
      expect.arrayContaining(['.env', '.countersign', 'node_modules']),
    )
  })

  test('makes secrets of its own for each app, for its owner alone', () => {
    const [one, other] = [create('one'), create('other')]
    expect(read(one, '.env')).toMatch(/^COOKIE_SECRET=[\w-]{43}\nSESSION_SECRET=[\w-]{43}\n$/)
    expect(read(one, '.env')).not.toBe(read(other, '.env'))
    expect(statSync(join(one, '.env')).mode & 0o077).toBe(0)
  })

  test('takes a folder with nothing but a Git repository in it', () => {
    mkdirSync(join(folder, 'cloned/.git'), { recursive: true })
    expect(readdirSync(create('cloned'))).toContain('server.js')
  })

  test('installs tarballs of a folder in place of the packages at npm', () => {
    const packages = join(folder, 'the tarballs')
    mkdirSync(packages)
    expect(() => create('local', { packages })).toThrow('countersign-sdk-1.2.3.tgz is missing')
    for (const name of ['countersign', 'countersign-sdk', 'countersign-data-token'])
      writeFileSync(join(packages, `${name}-1.2.3.tgz`), '')
    const { dependencies } = JSON.parse(read(create('local', { packages }), 'package.json'))
    expect(dependencies['@countersign/data-token']).toBe(`file:${packages}/countersign-data-token-1.2.3.tgz`)
  })

  test('refuses a folder with something in it, and changes nothing there', () => {
    mkdirSync(join(folder, 'mine'))
    writeFileSync(join(folder, 'mine/server.js'), 'mine')
    expect(() => create('mine')).toThrow('is not empty, and nothing in it was changed')
    expect(readdirSync(join(folder, 'mine'))).toEqual(['server.js'])
    expect(read(folder, 'mine/server.js')).toBe('mine')
    expect(() => create('mine/server.js')).toThrow('is not a folder')
  })

  test.each(['My App', 'node_modules', '.hidden', 'express', 'ünder'])(
    'refuses the name %s before it writes',
    (name) => {
      expect(() => create(`names/${name}`)).toThrow('npm takes no app named')
      expect(readdirSync(folder)).not.toContain('names')
    },
  )

  test('names the frameworks that there are', () => {
    expect(() => create('rails', { framework: 'rails' })).toThrow(
      'take express, fastify, hono, next, sveltekit, react.',
    )
    expect(() => create('proto', { framework: 'constructor' })).toThrow('There is no framework')
  })
})
