import { openDatabase } from '@countersign/service/sql'
import { startBeforeAll } from '@countersign/testing'
import { expect, test } from 'vitest'
import { refusal, runCommand, startCommandLine, startQuietly } from '../../test/command-line.ts'
import { generateSecrets } from '../secrets.ts'

const UNKNOWN = '7f6c1a52-8ab3-4c27-9d41-1f2f6a3f7c11'

const line = startBeforeAll(startCommandLine)

/** Signs a person up at a server that stops again. */
async function signUp(): Promise<string> {
  const server = await startQuietly({ DATABASE_URL: line.url, ...(await generateSecrets()) }, 'provider', 'core')
  expect(await runCommand(['person', '--core', server.url])).toMatchObject({ code: 0 })
  await server.close()
  const { sql, close } = await openDatabase({ databaseUrl: line.url })
  const [account] = await sql<{ user_id: string }>`select user_id from core.accounts`
  await close()
  return account?.user_id ?? ''
}

test('accounts acts on an account by its id, as a person reads it out', async () => {
  const userId = await signUp()
  const spoken = userId.replaceAll('-', ' ').toUpperCase()
  const suspended = await line.run('accounts', 'suspend', ...spoken.split(' '), '--reason', 'Spam.')
  expect(suspended).toMatchObject({ code: 0, said: expect.stringContaining('countersign accounts unsuspend') })
  const shown = JSON.parse((await line.run('accounts', 'show', spoken)).said)
  expect(shown).toMatchObject({ user_id: userId, sessions: 0, suspension: { reason: 'Spam.' } })
  expect(JSON.parse((await line.run('accounts', 'figures')).said)).toMatchObject({ total: 1, suspended: 1 })
  const id = userId.replaceAll('-', '')
  expect(await line.runJson('accounts', 'unsuspend', id, '--reason', 'A mistake.')).toHaveProperty('suspension', null)
  expect(await line.run('accounts', 'delete', id, '--reason', 'Asked for.')).toMatchObject(refusal('add --yes'))
  expect(await line.runJson('accounts', 'delete', id, '--yes', '--reason', 'Asked for.')).toHaveProperty(
    'deleted',
    true,
  )
})

test.each([
  ['an unknown account', ['show', UNKNOWN], 'There is no such account.'],
  ['a malformed id', ['show', '7f6c'], '32 digits'],
  ['an act without a reason', ['suspend', UNKNOWN], '--reason'],
  ['a reason that would act in a terminal', ['suspend', UNKNOWN, '--reason', 'Spam\u001B[2J'], 'on one line'],
  ['an empty reason', ['suspend', UNKNOWN, '--reason', ' '], '3 to 500 visible characters'],
  ['a reason that turns around', ['suspend', UNKNOWN, '--reason', 'Asked \u202Efor'], '3 to 500 visible characters'],
  ['a reason with a link', ['suspend', UNKNOWN, '--reason', 'See https://evil.example'], 'without an address'],
])('accounts refuses %s in a sentence', async (_case, parameters, hint) => {
  const { code, complaint } = await line.run('accounts', ...parameters)
  expect(code).not.toBe(0)
  expect(complaint).toContain(hint)
})
