import { execFile, execFileSync } from 'node:child_process'
import { generateKeyPairSync } from 'node:crypto'
import { once } from 'node:events'
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { connect, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { generateCoreSecrets } from '@countersign/core'
import { generateDataTokenSecret } from '@countersign/data-token'
import { createLogger } from '@countersign/service/telemetry'
import { copyEmptyDatabase } from '@countersign/testing'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createClaimsKeyMaker } from '../claims-key.ts'
import { runProgram } from '../program.ts'
import { type RunningServer, startServer } from '../server.ts'
import { askRunningProcess, PATIENCE, type Patience } from './ask-running-process.ts'
import { socketPathOf } from './control-server.ts'

const PROGRAM = fileURLToPath(new URL('../main.ts', import.meta.url))
const MEBIBYTE = 1_048_576
const JWK = generateKeyPairSync('ec', { namedCurve: 'P-256' }).publicKey.export({ format: 'jwk' })
const LOGO = join(import.meta.dirname, '../../../examples/relying-app/logo.png')
const ADD_SEALED = [
  'clients',
  'add',
  '--name',
  'My App',
  '--redirect-uri',
  'https://app.example/callback',
  '--scope',
  'email',
]
const ADD = [...ADD_SEALED, '--plain']

/** Writes keys into a FIFO, once the server has answered while somebody waits for them. */
const WRITE_KEYS = `
  const [fifo, url, keys] = process.argv.slice(1)
  const descriptor = fs.openSync(fifo, 'w')
  const answer = await fetch(url, { signal: AbortSignal.timeout(10_000) })
  if (answer.ok) fs.writeSync(descriptor, keys)`

const folder = mkdtempSync(join(tmpdir(), 'countersign-running-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** Runs a command as a shell does, in a process that knows of the other one nothing but the data directory. */
async function run(dataDirectory: string, ...parameters: readonly string[]) {
  return runWaiting(PATIENCE, dataDirectory, ...parameters)
}

async function runWaiting(patience: Patience, dataDirectory: string, ...parameters: readonly string[]) {
  const said: string[] = []
  const complaints: string[] = []
  const code = await runProgram(parameters, {
    env: { DATA_DIR: dataDirectory, INIT_CWD: folder },
    patience,
    output: { print: (text) => void said.push(text) },
    complain: (text) => void complaints.push(text),
  })
  return { code, said: said.join('\n'), complaint: complaints.join('') }
}

async function runJson(dataDirectory: string, ...parameters: readonly string[]) {
  const { said, complaint } = await run(dataDirectory, ...parameters, '--json')
  expect(complaint).toBe('')
  return JSON.parse(said)
}

async function start(dataDirectory: string): Promise<RunningServer> {
  const env = {
    PORT: '0',
    DATA_DIR: dataDirectory,
    INTERNAL_SERVICE_TOKEN: 'q7Zt1Vw9Xy3Lm5Np8Rs2Tu6Ad4Fg0Hj-kB',
    DATA_TOKEN_SECRET: await generateDataTokenSecret(),
    ...(await generateCoreSecrets()),
  }
  return startServer({ env, logger: createLogger({ level: 'silent' }), components: ['provider', 'core'] })
}

/** Leaves a socket that nobody listens on, as a process does that was killed. */
async function leaveStaleSocket(dataDirectory: string): Promise<void> {
  const path = socketPathOf(dataDirectory)
  mkdirSync(join(path, '..'), { recursive: true })
  // Bound elsewhere and moved: a server removes the path that it was bound to.
  const bound = join(folder, 'bound')
  const server = createServer().listen(bound)
  await once(server, 'listening')
  renameSync(bound, path)
  server.close()
  await once(server, 'close')
}

describe('beside a running process', () => {
  const dataDirectory = join(folder, 'data')
  let server: RunningServer

  beforeAll(async () => {
    await leaveStaleSocket(dataDirectory)
    server = await start(copyEmptyDatabase(dataDirectory))
  })
  afterAll(() => server.close())

  async function authorize(clientId: string) {
    const query = new URLSearchParams({ client_id: clientId, redirect_uri: 'https://app.example/callback' })
    return fetch(`${server.url}/oauth/authorize?${query.toString()}`, { redirect: 'manual' })
  }

  test('an app is registered, and the running process knows it at once', async () => {
    const { client_id } = await runJson(dataDirectory, ...ADD)
    // Without PKCE it is refused: at the app, which is now known.
    const location = (await authorize(client_id)).headers.get('location')
    expect(location).toContain('https://app.example/callback?error=invalid_request')
    expect((await authorize('nobody')).headers.get('location')).toBeNull()
  })

  test('every command on the database works', async () => {
    const { client_id } = await runJson(dataDirectory, ...ADD)
    expect((await run(dataDirectory, 'clients', 'list')).said).toContain(client_id)
    expect(await runJson(dataDirectory, 'clients', 'update', client_id, '--name', 'New')).toHaveProperty(
      'updated',
      true,
    )
    expect(await runJson(dataDirectory, 'clients', 'show', client_id)).toHaveProperty('name', 'New')
    expect(await runJson(dataDirectory, 'clients', 'rotate-secret', client_id)).toHaveProperty('client_secret')
    const { token_id } = await runJson(dataDirectory, 'registration-tokens', 'create')
    expect((await run(dataDirectory, 'registration-tokens', 'list')).said).toContain(token_id)
    expect(await runJson(dataDirectory, 'registration-tokens', 'remove', token_id)).toHaveProperty('removed', true)
    expect(await runJson(dataDirectory, 'keys', 'rotate', '--immediately')).toHaveLength(2)
    expect((await run(dataDirectory, 'keys', 'list')).said).toContain('active')
    expect(await run(dataDirectory, 'migrate')).toMatchObject({ code: 0, said: 'The database is up to date.' })
    expect((await run(dataDirectory, 'doctor')).said).toMatch(/database +embedded/)
    expect((await run(dataDirectory, 'clients', 'remove', client_id, '--yes')).code).toBe(0)
    expect((await run(dataDirectory, 'audit', '--client', client_id)).said).toContain('client_removed')
  })

  test("a file is found from the person's folder, not from that of the process", async () => {
    const { client_id } = await runJson(dataDirectory, ...ADD, '--logo', relative(folder, LOGO))
    expect((await fetch(`${server.url}/oauth/clients/${client_id}/logo`)).status).toBe(200)
  })

  test("an app's key is made where the command is typed, and the process is sent the public half", async () => {
    const { client_id, claims_key_file, claims_key_made } = await runJson(dataDirectory, ...ADD_SEALED)
    expect(claims_key_made).toBe(true)
    const { d, ...publicJwk } = JSON.parse(readFileSync(join(folder, claims_key_file), 'utf8'))
    expect(d).toEqual(expect.any(String))
    expect(await runJson(dataDirectory, 'clients', 'show', client_id)).toMatchObject({
      claims_encryption_jwk: publicJwk,
    })

    const files = new Map<string, Buffer>()
    await createClaimsKeyMaker(folder, files)(claims_key_file)
    expect(Array.from(files, ([path, content]) => [path, JSON.parse(String(content))])).toEqual([
      [claims_key_file, { publicJwk, isNew: false }],
    ])
  })

  test('whoever asks over the socket has no key made there', async () => {
    const request = { parameters: ADD_SEALED, user: 'somebody', files: [] }
    expect(await askRunningProcess(dataDirectory, request, PATIENCE.answerMs)).toMatchObject({
      code: 1,
      complaint: expect.stringContaining('did not come with the command'),
    })
  })

  test('a pipe is read by the process of whoever named it, and the server answers meanwhile', async () => {
    const fifo = join(folder, 'keys')
    execFileSync('mkfifo', [fifo])
    const parameters = [...ADD, '--auth-method', 'private_key_jwt', '--jwks', fifo, '--json']
    const env = { ...process.env, DATA_DIR: dataDirectory, DATABASE_URL: '', INIT_CWD: folder }
    const writing = [
      '--input-type=module',
      '--eval',
      WRITE_KEYS,
      fifo,
      `${server.url}/health/live`,
      JSON.stringify(JWK),
    ]
    const [{ stdout }] = await Promise.all([
      promisify(execFile)(process.execPath, [PROGRAM, ...parameters], { env }),
      promisify(execFile)(process.execPath, writing, { timeout: 20_000 }),
    ])
    const { client_id } = JSON.parse(stdout)
    expect(await runJson(dataDirectory, 'clients', 'show', client_id)).toHaveProperty('jwks', { keys: [JWK] })
  })

  test('files of the greatest size are handed over whole', async () => {
    const file = join(folder, 'large.json')
    writeFileSync(file, JSON.stringify(JWK).padEnd(MEBIBYTE))
    const keys = ['--jwks', file, '--claims-key', relative(folder, file)]
    const { client_id } = await runJson(dataDirectory, ...ADD_SEALED, '--auth-method', 'private_key_jwt', ...keys)
    expect(await runJson(dataDirectory, 'clients', 'show', client_id)).toHaveProperty('jwks', { keys: [JWK] })
  })

  test('a file without an end is refused', async () => {
    expect(await run(dataDirectory, ...ADD, '--logo', '/dev/zero')).toMatchObject({
      code: 1,
      complaint: '/dev/zero holds more than 1 MiB, the most that a command reads. Name a smaller file.\n',
    })
  })

  test('whoever asks over the socket has no file read, though it could be', async () => {
    const request = { parameters: [...ADD, '--logo', LOGO], user: 'somebody', files: [] }
    expect(await askRunningProcess(dataDirectory, request, PATIENCE.answerMs)).toMatchObject({
      code: 1,
      complaint: expect.stringContaining('did not come with the command'),
    })
  })

  test('mistakes are answered with the same codes and sentences', async () => {
    expect(await run(dataDirectory, 'clients', 'show', 'nobody')).toEqual({
      code: 1,
      said: '',
      complaint: 'There is no app with this client_id. See: countersign clients list\n',
    })
    expect(await run(dataDirectory, 'clients', 'show')).toMatchObject({ code: 2 })
  })

  test('commands at once and requests at once do not disturb one another', async () => {
    const added = await Promise.all(Array.from({ length: 8 }, () => runJson(dataDirectory, ...ADD)))
    const answers = await Promise.all(added.map(({ client_id }) => authorize(client_id)))
    expect(new Set(added.map(({ client_id }) => client_id)).size).toBe(8)
    for (const { headers } of answers) expect(headers.get('location')).toContain('https://app.example/callback?error=')
  })

  test('only the owner may enter the folder of the socket', () => {
    expect(statSync(socketPathOf(dataDirectory)).mode & 0o777).toBe(0o600)
    expect(statSync(join(socketPathOf(dataDirectory), '..')).mode & 0o777).toBe(0o700)
  })

  // The last one: it stops the process.
  test('whoever opens the socket and says nothing does not hold up the stop', async () => {
    const silent = connect(socketPathOf(dataDirectory))
    await once(silent, 'connect')
    // Answered behind it: the server has seen the silent one too.
    await runJson(dataDirectory, ...ADD)
    const closed = once(silent, 'close')
    await server.close()
    await closed
    expect(readdirSync(join(socketPathOf(dataDirectory), '..'))).toEqual([])
    // Less than the server takes to close a silent connection by itself.
  }, 20_000)
})

describe('in a data directory with a path that is longer than the address of a socket', () => {
  const dataDirectory = join(folder, 'a long name, '.repeat(8), 'é'.repeat(20))

  test('the command line finds the process, and opens the database itself once that has stopped', async () => {
    const server = await start(copyEmptyDatabase(dataDirectory))
    const { client_id } = await runJson(dataDirectory, ...ADD)
    await server.close()
    expect(readdirSync(join(socketPathOf(dataDirectory), '..'))).toEqual([])
    await leaveStaleSocket(dataDirectory)
    expect(await runJson(dataDirectory, 'clients', 'show', client_id)).toHaveProperty('client_id', client_id)
  })

  test('a process that cannot make a socket runs without one', async () => {
    rmSync(join(dataDirectory, 'control'), { recursive: true })
    writeFileSync(join(dataDirectory, 'control'), '')
    const server = await start(dataDirectory)
    const refused = await runWaiting({ ...PATIENCE, readyMs: 0 }, dataDirectory, 'clients', 'list')
    expect(refused).toMatchObject({
      code: 1,
      complaint: expect.stringMatching(/is in use by process \d+ on .*it is starting or stopping\. Try again/),
    })
    await server.close()
  })
})

test('a process that ends in the middle of a command is told apart from none', async () => {
  const dataDirectory = join(folder, 'ends')
  mkdirSync(join(dataDirectory, 'control'), { recursive: true })
  const dying = createServer((socket) => socket.once('data', () => socket.destroy()))
  dying.listen(socketPathOf(dataDirectory))
  expect(await run(dataDirectory, 'clients', 'list')).toMatchObject({
    code: 1,
    complaint: expect.stringContaining('ended before it answered'),
  })
  dying.close()
})

test('a command that comes while the process starts waits for it', async () => {
  const dataDirectory = join(folder, 'starts')
  const starting = start(copyEmptyDatabase(dataDirectory))
  await expect.poll(() => existsSync(join(dataDirectory, 'lock-holder')), { interval: 1 }).toBe(true)
  const patience = { ...PATIENCE, silentMs: 0, readyMs: 60_000 }
  const [added, looked] = await Promise.all([
    runWaiting(patience, dataDirectory, ...ADD, '--json'),
    runWaiting(patience, dataDirectory, 'doctor'),
  ])
  expect(added.complaint).toContain(`Waiting for the process that holds ${dataDirectory} …\n`)
  // It looks at several things: the first that has to wait has all of them looked at elsewhere.
  expect(looked.said.match(/^Setting/gm)).toHaveLength(1)
  expect(looked.said).toMatch(/^database +embedded/m)
  const server = await starting
  const { client_id } = JSON.parse(added.said)
  expect((await run(dataDirectory, 'clients', 'list')).said).toContain(client_id)
  await server.close()
}, 60_000)

test('a process that does not answer is waited for with a word, and not for ever', async () => {
  const dataDirectory = join(folder, 'stands still')
  mkdirSync(join(dataDirectory, 'control'), { recursive: true })
  const still = createServer().listen(socketPathOf(dataDirectory))
  const patience = { silentMs: 0, readyMs: 0, answerMs: 100 }
  const { code, complaint } = await runWaiting(patience, dataDirectory, 'clients', 'list')
  expect(code).toBe(1)
  expect(complaint).toMatch(/^Waiting for the process that holds .* …\n.* has not answered for 1 seconds/)
  still.close()
})

describe('without a running process', () => {
  test.each([[['clients', 'list']], [ADD], [['keys', 'list']], [['audit']]])(
    '%j makes no database of its own',
    async (parameters) => {
      const dataDirectory = join(folder, 'nowhere')
      expect(await run(dataDirectory, ...parameters)).toEqual({
        code: 1,
        said: '',
        complaint: `There is no database in ${dataDirectory} yet: start the server first, or name its DATA_DIR or DATABASE_URL.\n`,
      })
      expect(existsSync(dataDirectory)).toBe(false)
    },
  )

  test('doctor says so and makes none, and migrate makes it', async () => {
    const dataDirectory = join(folder, 'new')
    expect((await run(dataDirectory, 'doctor')).said).toContain(`There is no database in ${dataDirectory} yet`)
    expect(existsSync(dataDirectory)).toBe(false)
    expect((await run(dataDirectory, 'migrate')).said).toContain('provider/0001-clients.sql')
    expect(await run(dataDirectory, 'clients', 'list')).toMatchObject({ code: 0 })
  })
})
