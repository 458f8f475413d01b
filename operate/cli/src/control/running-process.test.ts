import { execFile, execFileSync } from 'node:child_process'
import { generateKeyPairSync } from 'node:crypto'
import { once } from 'node:events'
import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { connect, createServer } from 'node:net'
import { join, relative } from 'node:path'
import { promisify } from 'node:util'
import { copyEmptyDatabase, startBeforeAll, temporaryFolder } from '@countersign/testing'
import { describe, expect, test } from 'vitest'
import { ADD_CLIENT, ADD_SEALED_CLIENT, commandLineAt, PROGRAM, refusal } from '../../test/command-line.ts'
import { createClaimsKeyMaker } from '../claims-key.ts'
import { PATIENCE } from '../patience.ts'
import { askRunningProcess } from './ask-running-process.ts'
import { socketPathOf } from './control-server.ts'

const MEBIBYTE = 1_048_576
const JWK = generateKeyPairSync('ec', { namedCurve: 'P-256' }).publicKey.export({ format: 'jwk' })
const LOGO = join(import.meta.dirname, '../../../../kit/examples/relying-app/logo.png')
const BY_KEY = [...ADD_CLIENT, '--auth-method', 'private_key_jwt']

/** Writes keys into a FIFO, once the server has answered while the command waits for them. */
const WRITE_KEYS = `
  const [fifo, url, keys] = process.argv.slice(1)
  const descriptor = fs.openSync(fifo, 'w')
  const answer = await fetch(url, { signal: AbortSignal.timeout(10_000) })
  if (answer.ok) fs.writeSync(descriptor, keys)`

const folder = temporaryFolder()

/** Leaves a socket without a listener, as a killed process does. */
async function leaveStaleSocket(dataDirectory: string): Promise<void> {
  const path = socketPathOf(dataDirectory)
  mkdirSync(join(path, '..'), { recursive: true })
  // Bound elsewhere and moved: a closing server removes the path that it was bound to.
  const bound = join(folder, 'bound')
  const server = createServer().listen(bound)
  await once(server, 'listening')
  renameSync(bound, path)
  server.close()
  await once(server, 'close')
}

describe('beside a process:', () => {
  const dataDirectory = join(folder, 'data')
  const { run, runJson, start } = commandLineAt(dataDirectory, folder)
  const server = startBeforeAll(async () => {
    await leaveStaleSocket(dataDirectory)
    copyEmptyDatabase(dataDirectory)
    return start()
  })

  async function authorize(clientId: string) {
    const query = new URLSearchParams({ client_id: clientId, redirect_uri: 'https://app.example/callback' })
    return fetch(`${server.url}/oauth/authorize?${query.toString()}`, { redirect: 'manual' })
  }

  test('every command on the database works', async () => {
    const { client_id } = await runJson(...ADD_CLIENT)
    expect((await run('clients', 'list')).said).toContain(client_id)
    expect(await runJson('clients', 'update', client_id, '--name', 'New')).toHaveProperty('updated', true)
    expect(await runJson('clients', 'show', client_id)).toHaveProperty('name', 'New')
    expect(await runJson('clients', 'rotate-secret', client_id)).toHaveProperty('client_secret')
    const { token_id } = await runJson('registration-tokens', 'create')
    expect((await run('registration-tokens', 'list')).said).toContain(token_id)
    expect(await runJson('registration-tokens', 'remove', token_id)).toHaveProperty('removed', true)
    expect(await runJson('keys', 'rotate', '--immediately')).toHaveLength(2)
    expect((await run('keys', 'list')).said).toContain('active')
    expect(await run('migrate')).toMatchObject({ code: 0, said: 'The database is up to date.' })
    expect((await run('doctor')).said).toMatch(/database +embedded/)
    expect((await run('clients', 'remove', client_id, '--yes')).code).toBe(0)
    expect((await run('audit', '--client', client_id)).said).toContain('client_removed')
  })

  test("a file is found from the person's folder, not from that of the process", async () => {
    const { client_id } = await runJson(...ADD_CLIENT, '--logo', relative(folder, LOGO))
    expect((await fetch(`${server.url}/oauth/clients/${client_id}/logo`)).status).toBe(200)
  })

  test("an app's key is made by the command, and the process gets the public half", async () => {
    const { client_id, claims_key_file, claims_key_made } = await runJson(...ADD_SEALED_CLIENT)
    expect(claims_key_made).toBe(true)
    const { d, ...publicJwk } = JSON.parse(readFileSync(join(folder, claims_key_file), 'utf8'))
    expect(d).toEqual(expect.any(String))
    expect(await runJson('clients', 'show', client_id)).toMatchObject({
      claims_encryption_jwk: publicJwk,
    })

    const files = new Map<string, Buffer>()
    await createClaimsKeyMaker(folder, files)(claims_key_file)
    expect(Array.from(files, ([path, content]) => [path, JSON.parse(String(content))])).toEqual([
      [claims_key_file, { publicJwk, isNew: false }],
    ])
  })

  test('a pipe is read by the process that named it, and the server answers meanwhile', async () => {
    const fifo = join(folder, 'keys')
    execFileSync('mkfifo', [fifo])
    const parameters = [...BY_KEY, '--jwks', fifo, '--json']
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
    expect(await runJson('clients', 'show', client_id)).toHaveProperty('jwks', { keys: [JWK] })
  })

  test('files of the greatest size are handed over whole', async () => {
    const file = join(folder, 'large.json')
    writeFileSync(file, JSON.stringify(JWK).padEnd(MEBIBYTE))
    const keys = ['--jwks', file, '--claims-key', relative(folder, file)]
    const { client_id } = await runJson(...ADD_SEALED_CLIENT, '--auth-method', 'private_key_jwt', ...keys)
    expect(await runJson('clients', 'show', client_id)).toHaveProperty('jwks', { keys: [JWK] })
  })

  test.each([
    ['key made', ADD_SEALED_CLIENT],
    ['file read, though it could be', [...ADD_CLIENT, '--logo', LOGO]],
  ])('a request over the socket has no %s', async (_what, parameters) => {
    const request = { parameters: [...parameters], user: 'ada', files: [] }
    expect(await askRunningProcess(dataDirectory, request, PATIENCE.answerMs)).toMatchObject(
      refusal('did not come with the command'),
    )
  })

  test('mistakes are answered with the same codes and sentences', async () => {
    expect(await run('clients', 'show', 'nobody')).toEqual({
      code: 1,
      said: '',
      complaint: 'There is no app with this client_id. See: countersign clients list\n',
    })
    expect(await run('clients', 'show')).toMatchObject({ code: 2 })
  })

  test('apps that commands register at once are known at once', async () => {
    const added = await Promise.all(Array.from({ length: 8 }, () => runJson(...ADD_CLIENT)))
    expect(new Set(added.map(({ client_id }) => client_id)).size).toBe(8)
    const answers = await Promise.all(added.map(({ client_id }) => authorize(client_id)))
    // The refusal (no PKCE) goes to the app, so the app is known.
    const redirect = expect.stringContaining('https://app.example/callback?error=invalid_request')
    for (const { headers } of answers) expect(headers.get('location')).toEqual(redirect)
    expect((await authorize('nobody')).headers.get('location')).toBeNull()
  })

  test('only the owner may enter the folder of the socket', () => {
    expect(statSync(socketPathOf(dataDirectory)).mode & 0o777).toBe(0o600)
    expect(statSync(join(socketPathOf(dataDirectory), '..')).mode & 0o777).toBe(0o700)
  })

  // Last: it stops the process.
  test('a silent connection to the socket does not hold up the stop', async () => {
    const silent = connect(socketPathOf(dataDirectory))
    await once(silent, 'connect')
    // The server answers this one after it has accepted the silent one.
    await runJson(...ADD_CLIENT)
    const closed = once(silent, 'close')
    await server.close()
    await closed
    expect(readdirSync(join(socketPathOf(dataDirectory), '..'))).toEqual([])
    // Shorter than the server's own timeout.
  }, 20_000)
})

describe('a data directory with a long path:', () => {
  const dataDirectory = join(folder, 'a long name, '.repeat(8), 'é'.repeat(20))
  const { runJson, runWaiting, start } = commandLineAt(dataDirectory, folder)

  test('commands find the process, and open the database once it stopped', async () => {
    copyEmptyDatabase(dataDirectory)
    const server = await start()
    const { client_id } = await runJson(...ADD_CLIENT)
    await server.close()
    expect(readdirSync(join(socketPathOf(dataDirectory), '..'))).toEqual([])
    await leaveStaleSocket(dataDirectory)
    expect(await runJson('clients', 'show', client_id)).toHaveProperty('client_id', client_id)
  })

  test('a process that cannot make a socket runs without one', async () => {
    rmSync(join(dataDirectory, 'control'), { recursive: true })
    writeFileSync(join(dataDirectory, 'control'), '')
    const server = await start()
    const refused = await runWaiting({ ...PATIENCE, readyMs: 0 }, 'clients', 'list')
    expect(refused).toMatchObject({
      code: 1,
      complaint: expect.stringMatching(/is in use by process \d+ on .*it is starting or stopping\. Try again/),
    })
    await server.close()
  })
})
