// Long: the examples in Go, Python, Java and Ruby, which download what they need, and the syntax of the one in PHP.
import { execFile, execFileSync } from 'node:child_process'
import { cpSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { createCountersign } from '@countersign/sdk'
import { createTestServer, type TestPerson, type TestServer } from '@countersign/test-server'
import { temporaryFolder } from '@countersign/testing'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  addNotes,
  createVisitor,
  EXAMPLES,
  leadsTo,
  type StartedExample,
  startLibraryExample,
  type Visitor,
} from '../support/examples.ts'

/** The builds download their dependencies. */
const MINUTES = 600_000

type Language = {
  readonly folder: string
  readonly name: string
  /** Required program. */
  readonly needs: readonly [command: string, parameters: string]
  readonly signInPath: string
  readonly personPath: string
  readonly apiPath?: string
  readonly env?: Readonly<Record<string, string>>
  /** Builds in a copy of the folder and runs the vectors of data tokens; returns the command to start. */
  readonly build: (folder: string) => Promise<readonly [command: string, ...parameters: string[]]>
}

const VECTORS = join(import.meta.dirname, '../../packages/data-token/vectors/data-tokens.json')
const SECRET_KEY = 'for tests: a secret of at least fifty characters, of which some differ'

const LANGUAGES: readonly Language[] = [
  {
    folder: 'go',
    name: 'Go',
    needs: ['go', 'version'],
    signInPath: '/sign-in',
    personPath: '/',
    build: async (folder) => {
      await inFolder(folder, 'go', 'test', '.')
      await inFolder(folder, 'go', 'build', '-o', 'app', '.')
      return [join(folder, 'app')]
    },
  },
  {
    folder: 'django',
    name: 'Django',
    needs: ['python3', '--version'],
    signInPath: '/sign-in',
    personPath: '/',
    env: { SECRET_KEY },
    build: async (folder) => [await inPython(folder), 'app.py'],
  },
  {
    folder: 'fastapi',
    name: 'FastAPI',
    needs: ['python3', '--version'],
    signInPath: '/sign-in',
    personPath: '/',
    env: { SECRET_KEY },
    build: async (folder) => [await inPython(folder), 'app.py'],
  },
  {
    folder: 'spring',
    name: 'Spring Boot',
    needs: ['mvn', '--version'],
    signInPath: '/oauth2/authorization/countersign',
    personPath: '/me',
    apiPath: '/api/notes',
    build: async (folder) => {
      await inFolder(folder, 'mvn', '-q', '-B', 'package')
      return ['java', '-jar', 'target/example-spring-0.jar']
    },
  },
  {
    folder: 'ruby',
    name: 'Ruby',
    needs: ['ruby', '-ropenid_connect -rsinatra/base -rminitest -rwebrick -e 1'],
    signInPath: '/sign-in',
    personPath: '/',
    env: { SESSION_SECRET: SECRET_KEY },
    build: async (folder) => {
      await inFolder(folder, 'ruby', 'test_data_token.rb')
      return ['ruby', 'app.rb']
    },
  },
]

describe('the examples in other languages', () => {
  const folder = temporaryFolder()
  let server: TestServer
  let ada: TestPerson
  let api: Awaited<ReturnType<typeof addNotes>>

  beforeAll(async () => {
    server = await createTestServer()
    ada = await server.createPerson({ claims: { email: 'ada@example.org', name: 'Ada Lovelace' } })
    api = await addNotes(server, 'https://notes.example')
  })
  afterAll(() => server.stop())

  describe.for(LANGUAGES)('$name', (language) => {
    const { name, signInPath, personPath, needs } = language
    const isThere = hasProgram(...needs)
    let app: StartedExample | undefined
    const address = (path: string) => `${app?.url}${path}`
    const begin = async ({ visit }: Visitor) => leadsTo(await visit(address(signInPath)))

    beforeAll(async () => {
      if (!isThere) return
      const cwd = join(folder, language.folder)
      cpSync(join(EXAMPLES, language.folder), cwd, { recursive: true })
      const [command, ...parameters] = await language.build(cwd)
      const program = { command, parameters, cwd }
      const claimsKeyFile = join(cwd, 'claims-key.json')
      const env = { ...language.env, RESOURCE_CLIENT_ID: api.clientId, RESOURCE_CLIENT_SECRET: api.clientSecret }
      app = await startLibraryExample(server, { name, callbackPath: '/callback', program, env, claimsKeyFile })
    }, MINUTES)
    afterAll(() => app?.close())

    test.runIf(isThere)(`signs a person in by PKCE and state (needs ${needs[0]})`, async () => {
      const visitor = createVisitor()
      const url = await begin(visitor)
      expect([...new URL(url).searchParams.keys()]).toEqual(expect.arrayContaining(['code_challenge', 'state']))
      await visitor.visit(await ada.approve(url))
      const { text } = await visitor.visit(address(personPath))
      expect(text).toBe(`Hello Ada Lovelace <ada@example.org>, known here as ${ada.subject}`)
    })

    test.runIf(isThere)(
      `signs in neither a denied request nor an answer from another browser (needs ${needs[0]})`,
      async () => {
        const [visitor, another] = [createVisitor(), createVisitor()]
        await visitor.visit(await ada.deny(await begin(visitor)))
        await another.visit(await ada.approve(await begin(visitor)))
        for (const { visit } of [visitor, another]) {
          expect((await visit(address(personPath))).text).not.toContain('Ada')
        }
      },
    )

    const { apiPath } = language
    if (apiPath === undefined) return
    test.runIf(isThere)(`answers apps whose token is for its API (needs ${needs[0]})`, async () => {
      const { settings } = await server.addApp({ scopes: ['openid', 'notes:read'] })
      const countersign = createCountersign(settings)
      const tokenFor = async (...scopes: readonly string[]) => {
        const { url, flow } = await countersign.beginSignIn({ scopes })
        return (await countersign.finishSignIn(await ada.approve(url), flow)).tokens.accessToken
      }
      const ask = async (token: string) => {
        const answer = await fetch(address(apiPath), { headers: { authorization: `Bearer ${token}` } })
        return [answer.status, await answer.text()]
      }
      expect(await ask(await tokenFor('openid', 'notes:read'))).toEqual([200, `Notes of ${ada.subject}: buy milk.`])
      expect(await ask(await tokenFor('openid'))).toEqual([401, ''])
    })
  })
})

test.runIf(hasProgram('php', '--version'))('the example for PHP has no syntax error (needs php)', async () => {
  for (const file of ['index.php', 'data_token.php']) {
    const linted = await promisify(execFile)('php', ['-l', file], { cwd: join(EXAMPLES, 'php') })
    expect(linted.stdout).toContain('No syntax errors')
  }
})

/** Installs into a virtual environment, and returns its Python. */
async function inPython(folder: string): Promise<string> {
  const python = join(folder, '.venv/bin/python')
  await inFolder(folder, 'python3', '-m', 'venv', '.venv')
  await inFolder(folder, python, '-m', 'pip', 'install', '--quiet', '-r', 'requirements.txt')
  await inFolder(folder, python, '-m', 'unittest')
  return python
}

async function inFolder(cwd: string, command: string, ...parameters: readonly string[]): Promise<void> {
  const env = { ...process.env, DATA_TOKEN_VECTORS: VECTORS }
  await promisify(execFile)(command, [...parameters], { cwd, env })
}

function hasProgram(command: string, parameters: string): boolean {
  try {
    execFileSync(command, parameters.split(' '), { stdio: 'ignore' })
    return true
  } catch {
    return false
  }
}
