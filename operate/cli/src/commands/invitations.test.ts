import { openDatabase } from '@countersign/service/sql'
import { startBeforeAll } from '@countersign/testing'
import { expect, test } from 'vitest'
import { refusal, runCommand, startCommandLine, startQuietly } from '../../test/command-line.ts'
import { generateSecrets } from '../secrets.ts'

const BASE_URL = 'https://id.example'
const UNKNOWN = '7f6c1a52-8ab3-4c27-9d41-1f2f6a3f7c11'

const line = startBeforeAll(startCommandLine)
const run = (...parameters: readonly string[]) => line.runWith({ BASE_URL }, 'invitations', ...parameters)
const runJson = async (...parameters: readonly string[]) => JSON.parse((await run(...parameters, '--json')).said)

test('invitations lets the first person in: create, sign up by it, list, remove', async () => {
  const created = await run('create', '--note', 'the first administrator')
  expect(created).toMatchObject({ code: 0, said: expect.stringContaining('needed only with SIGN_UPS=invited') })
  const [link = ''] = /https:\/\/id\.example\/sign-up#invitation=cs_inv_[\w-]{43}/.exec(created.said) ?? []
  expect((await run('list')).said).toMatch(/0 of 1 +the first administrator/)

  const settings = { DATABASE_URL: line.url, SIGN_UPS: 'invited', ...(await generateSecrets()) }
  const server = await startQuietly(settings, 'provider', 'core')
  const person = (...parameters: readonly string[]) => runCommand(['person', '--core', server.url, ...parameters])
  expect(await person()).toMatchObject(refusal('countersign invitations create'))
  expect(await person('--invitation', link)).toMatchObject({ code: 0 })
  expect(await person('--invitation', link)).toMatchObject(refusal('countersign invitations create'))
  await server.close()

  const [listed] = await runJson('list')
  expect(listed).toMatchObject({ used: 1, uses: 1 })
  const id: string = listed.invitation_id
  expect(await runJson('remove', id.toUpperCase())).toHaveProperty('removed', true)
  expect((await run('list')).said).toBe('There is no invitation.')
})

test('invitations leaves who did it to the provider’s audit trail', async () => {
  const { invitation_id: id } = await runJson('create', '--uses', '30', '--expires-days', '2')
  const { sql, close } = await openDatabase({ databaseUrl: line.url })
  const acts = await sql`
    select act, operator, reason, names_account from core.pending_account_acts where user_id = ${id}`
  await close()
  expect(acts).toEqual([
    {
      act: 'create_invitation',
      operator: expect.stringMatching(/^command_line:./),
      reason: expect.stringMatching(new RegExp(`^${id}: uses 30, until `)),
      names_account: false,
    },
  ])
})

test.each([
  ['too many uses', ['create', '--uses', '10001'], 'from 1 to 10000'],
  ['too many days', ['create', '--expires-days', '366'], 'from 1 to 365'],
  ['a note that would act in a terminal', ['create', '--note', 'x\u001B[2J'], 'visible characters on one line'],
  ['an unknown id', ['remove', UNKNOWN], 'countersign invitations list'],
  ['a malformed id', ['remove', '7f6c'], 'countersign invitations list'],
])('invitations refuses %s in a sentence', async (_case, parameters, hint) => {
  const { code, complaint } = await run(...parameters)
  expect(code).not.toBe(0)
  expect(complaint).toContain(hint)
})

test('invitations create asks for the address that the link begins with', async () => {
  expect(await line.run('invitations', 'create')).toMatchObject(refusal('Set BASE_URL'))
})

test('countersign person takes a link or its token for --invitation', async () => {
  expect(await runCommand(['person', '--invitation', 'https://id.example/sign-up'])).toMatchObject(
    refusal('whole link'),
  )
})
