// Long: signs a person in through libraries as their registries have them, by the programs in e2e/libraries.
import { execFile, execFileSync } from 'node:child_process'
import { cpSync, writeFileSync } from 'node:fs'
import { extname, join } from 'node:path'
import { promisify } from 'node:util'
import { createTestServer, type TestApp, type TestPerson, type TestServer } from '@countersign/test-server'
import { freePort, temporaryFolder } from '@countersign/testing'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { BESIDE, DEBIAN, type Library, NPM, PYPI } from '../libraries/libraries.ts'
import { readSettings } from '../libraries/page.ts'
import { createVisitor, EXAMPLES, leadsTo, startExample } from '../support/examples.ts'

/** Registries are asked. */
const MINUTES = 600_000
const DATA_TOKEN_SECRET = 'for tests: at least 32 characters, of which some differ'

/** Blocks of docs/guides/apps/libraries.md that programs read, with values in place of the page's. */
const SETTINGS = [
  ['better-auth', 'better-auth.settings.mjs'],
  ['oidc-client-ts', 'oidc-client-ts.settings.mjs'],
  ['authlib', 'authlib.settings.py'],
  ['mod-auth-openidc', 'mod-auth-openidc.settings.conf'],
] as const

type Registry = {
  readonly name: string
  readonly libraries: readonly Library[]
  /** Beside libraries.ts, with the programs. */
  readonly programs: string
  readonly isThere: (library: Library) => boolean
  readonly install?: (folder: string) => Promise<unknown>
  readonly command: (program: string, folder: string) => readonly [command: string, ...parameters: string[]]
}

const REGISTRIES: readonly Registry[] = [
  {
    name: 'npm',
    libraries: NPM,
    programs: 'node',
    isThere: () => true,
    install: (cwd) => {
      const packages = [...NPM.map(({ name, version }) => `${name}@${version}`), ...BESIDE.npm]
      return promisify(execFile)('npm', ['install', '--no-audit', '--no-fund', '--prefer-offline', ...packages], {
        cwd,
      })
    },
    command: (program) => [process.execPath, program],
  },
  {
    name: 'PyPI',
    libraries: PYPI,
    programs: 'python',
    isThere: () => answers('python3', '--version') !== '',
    install: async (cwd) => {
      const packages = [...PYPI.map(({ name, version }) => `${name}==${version}`), ...BESIDE.pypi]
      await promisify(execFile)('python3', ['-m', 'venv', '.venv'], { cwd })
      await promisify(execFile)('.venv/bin/pip', ['install', '--quiet', ...packages], { cwd })
    },
    command: (program, folder) => [join(folder, '.venv/bin/python'), program],
  },
  {
    name: 'Debian',
    libraries: DEBIAN,
    programs: 'debian',
    isThere: ({ name, version }) =>
      answers('dpkg-query', '--show', '--showformat', '${Version}', name).startsWith(version),
    command: (program, folder) =>
      extname(program) === '.rb' ? ['ruby', program] : ['apache2', '-DFOREGROUND', '-f', join(folder, program)],
  },
]

describe('a library as its registry has it', () => {
  let usual: Started
  let sharing: Started

  beforeAll(async () => {
    usual = await start({})
    sharing = await start({ DATA_TOKEN_SECRET })
  }, MINUTES)
  afterAll(async () => {
    for (const { server } of [usual, sharing]) await server.stop()
  })

  describe.for(REGISTRIES)('from $name', ({ libraries, programs, isThere, install, command }) => {
    const folder = temporaryFolder()

    beforeAll(async () => {
      cpSync(join(import.meta.dirname, '../libraries', programs), folder, { recursive: true })
      if (libraries.some(isThere)) await install?.(folder)
    }, MINUTES)

    for (const library of libraries) {
      const { name, version, program, signInPath = '/sign-in', signInMethod: method = 'GET' } = library
      const { callbackPath = '/callback', sharesSecret, app: options } = library

      test.runIf(isThere(library))(`${name} signs a person in (needs its release ${version})`, async () => {
        const { server, ada } = sharesSecret ? sharing : usual
        const port = await freePort()
        const redirectUri = `http://localhost:${port}${callbackPath}`
        const registered = await server.addApp({ name, redirectUri, plain: true, ...options })
        writeSettings(folder, registered)
        const [started, ...parameters] = command(program, folder)
        const app = await startExample(server, {
          program: { command: started, parameters, cwd: folder },
          port,
          env: {
            CLIENT_ID: registered.clientId,
            CLIENT_SECRET: registered.clientSecret,
            REDIRECT_URI: redirectUri,
            DATA_TOKEN_SECRET,
            PWD: folder,
          },
        })
        try {
          const { visit } = createVisitor()
          const url = leadsTo(await visit(app.url + signInPath, { method }))
          expect(new URL(url).searchParams.get('code_challenge_method')).toBe(hasPkce(library) ? 'S256' : null)
          await visit(await ada.approve(url))
          expect((await visit(app.url)).text).toBe(`Ada Lovelace <ada@example.org>, known here as ${ada.subject}`)
        } finally {
          await app.close()
        }
      })
    }
  })
})

describe("the page's settings", () => {
  const cwd = temporaryFolder()

  test.runIf(answers('go', 'version') !== '')(
    'for Go compile (needs go)',
    async () => {
      const imports = ['context', 'log', 'os', 'strings', 'github.com/coreos/go-oidc/v3/oidc', 'golang.org/x/oauth2']
      const code = readSettings('go-settings')
      const main = `package main\n\nimport (\n${imports.map((name) => `"${name}"`).join('\n')}\n)\n
func signIn(ctx context.Context, state, nonce string) (string, string, oauth2.Config) {\n${code}return url, verifier, config\n}
func main() { signIn(context.Background(), "", "") }\n`
      writeFileSync(join(cwd, 'main.go'), main)
      for (const file of ['go.mod', 'go.sum']) cpSync(join(EXAMPLES, 'go', file), join(cwd, file))
      expect(await promisify(execFile)('go', ['vet', '-mod=mod', '.'], { cwd })).toMatchObject({ stderr: '' })
    },
    MINUTES,
  )
})

type Started = { readonly server: TestServer; readonly ada: TestPerson }

async function start(settings: Readonly<Record<string, string>>): Promise<Started> {
  const server = await createTestServer({ settings })
  return { server, ada: await server.createPerson({ claims: { email: 'ada@example.org', name: 'Ada Lovelace' } }) }
}

function hasPkce({ app }: Library): boolean {
  return app?.metadata?.['require_pkce'] !== false
}

function writeSettings(folder: string, { settings, redirectUri }: TestApp): void {
  for (const [block, file] of SETTINGS) {
    const filled = readSettings(block)
      .replaceAll('https://id.example.com', settings.issuer)
      .replaceAll('https://app.example.com/callback', redirectUri)
      .replaceAll('CLIENT_ID', settings.clientId)
      .replaceAll('/etc/apache2', folder)
    writeFileSync(join(folder, file), filled)
  }
  writeFileSync(join(folder, 'crypto-passphrase'), 'for tests: 32 characters or more')
}

/** Prints of a program; nothing if it is missing or failed. */
function answers(command: string, ...parameters: readonly string[]): string {
  try {
    return execFileSync(command, parameters, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] })
  } catch {
    return ''
  }
}
