import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { userInfo } from 'node:os'
import { text } from 'node:stream/consumers'
import { startBeforeAll } from '@countersign/testing'
import { describe, expect, test } from 'vitest'
import { ADD_CLIENT, PROGRAM, runCommand, startCommandLine } from '../test/command-line.ts'
import { describeCommands } from './describe-commands.ts'
import { generateSecrets } from './secrets.ts'

/** Every command that the help lists. */
async function commandsUnder(parents: readonly string[]): Promise<string[][]> {
  const { said } = await runCommand([...parents, '--help'])
  const listed = /Commands:\n((?: {2}.*\n?)*)/.exec(said)?.[1] ?? ''
  const names = [...listed.matchAll(/^ {2}([a-z-]+)/gm)].map(([, name = '']) => name).filter((name) => name !== 'help')
  const paths = names.map(async (name) => [[...parents, name]].concat(await commandsUnder([...parents, name])))
  return (await Promise.all(paths)).flat()
}

describe('the command line', () => {
  test('explains itself with examples', async () => {
    expect(await runCommand(['--help'])).toMatchObject({
      code: 0,
      said: expect.stringContaining('countersign serve provider'),
    })
  })

  test.each(['--help', 'wrong'])('ends %s without a stack trace when its reader has closed the pipe', async (word) => {
    const child = spawn(process.execPath, [PROGRAM, word], { stdio: ['ignore', 'pipe', 'pipe'] })
    const [closed, read] = word === '--help' ? [child.stdout, child.stderr] : [child.stderr, child.stdout]
    closed.destroy()
    const [said, [code]] = await Promise.all([text(read), once(child, 'exit')])
    expect({ said, code }).toEqual({ said: '', code: word === '--help' ? 0 : 2 })
  })

  test('starts without libraries for passkeys, mail, traces and the embedded database', async () => {
    const watch = `
      import { registerHooks } from 'node:module'
      const watched = ['fastify', '@simplewebauthn/server', 'nodemailer', '@opentelemetry/sdk-trace', 'rolldown']
      watched.push('tough-cookie', 'tldts', '@electric-sql/pglite')
      const isLoaded = (name) => loaded.some((url) => url.includes('/node_modules/' + name + '/'))
      const loaded = []
      registerHooks({ load: (url, context, next) => (loaded.push(url), next(url, context)) })
      process.on('exit', () => console.log(watched.filter(isLoaded).join()))`
    const parameters = ['--import', `data:text/javascript,${encodeURIComponent(watch)}`, PROGRAM, '--version']
    const child = spawn(process.execPath, parameters, { stdio: ['ignore', 'pipe', 'inherit'] })
    expect(await text(child.stdout)).toMatch(/^[\d.]+\nfastify\n$/)
  })

  test('says its version', async () => {
    expect(await runCommand(['--version'])).toMatchObject({ code: 0, said: expect.stringMatching(/^\d+\.\d+\.\d+$/) })
  })

  test.each([
    ['', 'Usage: countersign'],
    ['server', 'Did you mean serve?'],
    ['--quiet', "unknown option '--quiet'"],
    ['serve wb', 'provider, core, web'],
    ['serve core oprf', 'serve oprf by itself'],
    ['migrate now', 'too many arguments'],
    ['clients', 'Usage: countersign clients'],
    ['clients ad', 'Did you mean add?'],
    ['clients add', 'not specified: --name <name>, --scope <name[:required][=reason]>, --redirect-uri <uri>'],
    [
      'clients add --grant-type client_credentials',
      'not specified: --name <name>, --scope <name[:required][=reason]>\n',
    ],
    ['clients add --name x', 'not specified: --scope <name[:required][=reason]>, --redirect-uri <uri>'],
    ['clients list all', 'too many arguments'],
    ['clients show', 'not specified: <client_id>'],
    ['clients update x', 'nothing is named that is to change'],
    ['clients update x --subject-type secret', 'public, pairwise'],
    ['clients rotate-secret x --overlap-hours 1.5', 'whole number'],
    ['keys', 'Usage: countersign keys'],
    ['keys rotate --now', "unknown option '--now'"],
    ['registration-tokens create --uses 0', 'whole number'],
    ['registration-tokens remove', 'not specified: <token_id>'],
    ['audit --since yesterday', 'a time such as'],
    ['audit --limit 0', 'whole number'],
    ['doctor me', 'too many arguments'],
    ['secrets --out', 'argument missing'],
  ])('answers "%s" with code 2 and a hint', async (typed, hint) => {
    const { code, said, complaint } = await runCommand(typed.split(' ').filter(Boolean))
    expect({ code, said }).toEqual({ code: 2, said: '' })
    expect(complaint).toContain(hint)
    expect(complaint).toMatch(/--help|Usage:/)
  })

  const needy = describeCommands()
    .map(({ name, usage, options }) => {
      const needed = options.filter(({ isRequired }) => isRequired).map(({ flags }) => flags)
      return { name, needed: [...(usage.match(/<[^>]+>/g) ?? []), ...needed] }
    })
    .filter(({ needed }) => needed.length > 0)

  test.each(needy)('names at once all that "$name" lacks', async ({ name, needed }) => {
    const { code, complaint } = await runCommand(name.split(' '))
    expect(code).toBe(2)
    for (const each of needed) expect(complaint).toContain(each)
  })

  test('some commands lack arguments, some options, and some both', () => {
    expect(needy.map(({ name }) => name)).toEqual(expect.arrayContaining(['resources add', 'clients add', 'backup']))
    expect(Math.max(...needy.map(({ needed }) => needed.length))).toBeGreaterThan(1)
  })

  test('explains every command', async () => {
    const commands = await commandsUnder([])
    expect(commands.length).toBeGreaterThan(15)
    for (const command of commands) {
      const { code, said } = await runCommand([...command, '--help'])
      expect({ code, said }).toEqual({
        code: 0,
        said: expect.stringContaining(`Usage: countersign ${command.join(' ')}`),
      })
    }
  })

  test('says in one sentence that the database is away, and more only when asked', async () => {
    const away = { DATABASE_URL: 'postgresql://postgres@127.0.0.1:9/none' }
    expect(await runCommand(['migrate'], away)).toMatchObject({
      code: 1,
      complaint:
        'The database 127.0.0.1:9/none is not there: nothing listens at this host and port. Check DATABASE_URL, and that the server runs.\n',
    })
    expect((await runCommand(['--verbose', 'migrate'], away)).complaint).toContain('ECONNREFUSED')
  })

  test('serve names every setting that production lacks at once', async () => {
    const { code, complaint } = await runCommand(['serve'], { PORT: '0' })
    expect(code).toBe(1)
    expect([...complaint.matchAll(/- (\w+) is not set/g)].map(([, name]) => name)).toEqual([
      'BASE_URL',
      'TRUSTED_PROXIES',
      'INTERNAL_SERVICE_TOKEN',
      'DATA_TOKEN_SECRET',
      'TOKEN_SECRET',
      'OPAQUE_SERVER_SETUP',
      'LOGIN_INDEX_KEY',
    ])
    expect(complaint).toContain('New secrets: countersign secrets --out FILE')
  })

  test('serve without TOKEN_SECRET asks for that one only', async () => {
    const { TOKEN_SECRET: _, ...others } = await generateSecrets()
    const env = { ...others, PORT: '0', BASE_URL: 'https://id.example', TRUSTED_PROXIES: 'none' }
    const { code, complaint } = await runCommand(['serve'], env)
    expect({ code, complaint }).toEqual({
      code: 1,
      complaint: expect.stringMatching(
        /:\n {2}- TOKEN_SECRET is not set\.\nA new one, for every process of the provider: countersign secrets \| grep \^TOKEN_SECRET=\n$/,
      ),
    })
    expect((await runCommand(['secrets'])).said.match(/^TOKEN_SECRET=[\w-]{43}$/gm)).toHaveLength(1)
  })

  const BOTH = /- PORT must be a whole number[^]*- LOG_LEVEL must be one of: trace,/

  test.each<[string, Readonly<Record<string, string>>, RegExp]>([
    ['serve', { LOG_LEVEL: 'loud', PORT: '99999' }, BOTH],
    ['dev', { LOG_LEVEL: 'loud', PORT: '99999' }, BOTH],
    ['dev', { PORT: '8090' }, /- APP_PORT must differ from PORT\./],
    [
      'dev',
      { HOST: '0.0.0.0', BASE_URL: 'https://id.example' },
      /- HOST must be localhost.*\n.*- BASE_URL must be an address of this machine/,
    ],
    ['dev', { NODE_ENV: 'production' }, /countersign serve/],
  ])('%s refuses %j', async (command, env, hint) => {
    expect(await runCommand([command], env)).toMatchObject({ code: 1, complaint: expect.stringMatching(hint) })
  })
})

describe('countersign on a database', () => {
  const line = startBeforeAll(startCommandLine)

  test('migrate says what it applied, and then that there was nothing to do', async () => {
    expect((await line.run('migrate')).said).toContain('provider/0001-baseline.sql')
    expect((await line.run('migrate')).said).toBe('The database is up to date.')
  })

  test('audit shows each command line change with its operating system user', async () => {
    const { client_id } = await line.runJson(...ADD_CLIENT)
    await line.runJson('clients', 'update', client_id, '--name', 'New')
    await line.runJson('clients', 'rotate-secret', client_id)
    await line.run('clients', 'remove', client_id, '--yes')
    const { token_id } = await line.runJson('registration-tokens', 'create')
    await line.run('registration-tokens', 'remove', token_id)
    await line.runWith(await generateSecrets(), 'keys', 'rotate', '--immediately')
    // A command that changes nothing is not recorded.
    await line.run('clients', 'update', client_id, '--name', 'Gone')
    await line.run('clients', 'list')
    const { said, complaint } = await line.run('audit', '--limit', '6', '--json')
    expect(complaint).toContain('There are more than these 6: --limit')
    const events: Record<string, string>[] = JSON.parse(said)
    const by = `command_line:${userInfo().username}`
    expect(events.map(({ event, outcome, client_id: id }) => [event, outcome, id])).toEqual([
      ['keys_rotated', by, null],
      ['initial_access_token_removed', by, null],
      ['initial_access_token_created', by, null],
      ['client_removed', by, client_id],
      ['client_secret_rotated', by, client_id],
      ['client_updated', by, client_id],
    ])
    expect((await line.run('audit', '--event', 'client_registered')).said).toContain(client_id)
  })
})
