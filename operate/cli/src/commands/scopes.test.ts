import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { startBeforeAll } from '@countersign/testing'
import { describe, expect, test } from 'vitest'
import { ADD_CLIENT, addClient, refusal, startCommandLine } from '../../test/command-line.ts'

const line = startBeforeAll(startCommandLine)

describe('scopes and claims', () => {
  const DE = { title: 'Kundenkarte', description: 'Die Nummer Ihrer Karte.' }

  /** The commands of a guide's first block, split as a shell does. */
  function commandsOf(text: string): string[][] {
    const [, block = ''] = /```sh\n(.*?)```/s.exec(text) ?? []
    const lines = block.replaceAll('\\\n', ' ').trim().split('\n')
    return lines.map((command) =>
      Array.from(
        command.matchAll(/"(?<quoted>[^"]*)"|(?<word>\S+)/g),
        ({ groups }) => groups?.['quoted'] ?? groups?.['word'] ?? '',
      ).slice(1),
    )
  }

  test('are defined as the guide says, changed, and removed in their order', async () => {
    const guide = readFileSync(join(import.meta.dirname, '../../../../docs/guides/apps/scopes.md'), 'utf8')
    const [labels = '', texts = ''] = Array.from(guide.matchAll(/```json\n(.*?)```/gs), ([, json = '']) => json)
    line.file('labels.json', labels)
    line.file('texts.json', texts)
    const { client_id } = await line.runJson(...ADD_CLIENT)
    for (const command of commandsOf(guide.replace('CLIENT_ID', client_id))) {
      expect(await line.run(...command)).toMatchObject({ code: 0, complaint: '' })
    }
    const en = { title: 'Loyalty card', description: 'The number of your card.' }
    const added = JSON.parse((await line.run('scopes', 'show', 'loyalty')).said)
    expect(added).toEqual({ name: 'loyalty', resource: null, texts: { en, de: DE }, claims: ['loyalty_number'] })
    const updated = await line.runJson('scopes', 'update', 'loyalty', '--description', 'Your number in the programme.')
    expect(updated).toEqual({
      ...added,
      texts: { en: { ...en, description: 'Your number in the programme.' }, de: DE },
    })
    expect(await line.runJson('claims', 'update', 'loyalty_number', '--openid-name', 'https://shop.example/n')).toEqual(
      {
        name: 'loyalty_number',
        openid_name: 'https://shop.example/n',
        labels: { en: 'Loyalty number', de: 'Kundennummer', fr: 'Numéro de fidélité' },
      },
    )
    expect((await line.run('scopes', 'list')).said).toContain('Loyalty card')
    expect((await line.run('claims', 'list')).said).toContain('https://shop.example/n')
    expect(JSON.parse((await line.run('scopes', 'show', 'loyalty')).said)).toEqual(updated)
    expect((await line.run('scopes', 'remove', 'loyalty', '--yes')).complaint).toContain(client_id)
    await line.run('clients', 'remove', client_id, '--yes')
    expect((await line.run('claims', 'remove', 'loyalty_number')).complaint).toContain('These scopes release the claim')
    expect((await line.run('scopes', 'remove', 'loyalty', '--yes')).code).toBe(0)
    expect((await line.run('claims', 'remove', 'loyalty_number')).code).toBe(0)
  })

  test.each([
    [['scopes', 'add', 'new'], 'Name it in English'],
    [['scopes', 'add', 'a b', '--title', 'A'], 'A scope is named'],
    [['scopes', 'add', 'email', '--title', 'A'], 'built in'],
    [['scopes', 'add', 'new', '--title', 'A', '--claim', 'iban'], 'define it first'],
    [['scopes', 'update', 'none', '--title', 'A'], 'countersign scopes list'],
    [['scopes', 'show', 'none'], 'countersign scopes list'],
    [['scopes', 'remove', 'none'], 'add --yes'],
    [['claims', 'add', 'IBAN', '--label', 'IBAN'], 'A claim is named'],
    [['claims', 'add', 'iban'], 'Name it in English'],
    [['claims', 'add', 'iban', '--label', 'IBAN', '--openid-name', 'a b'], '--openid-name must be'],
    [['claims', 'show', 'none'], 'countersign claims list'],
  ])('scopes and claims: %j is refused with what to do', async (parameters, hint) => {
    expect(await line.run(...parameters)).toMatchObject(refusal(hint))
  })
})

const NOTES = 'https://notes.example'

test('resources: an API is registered, shown, changed, and removed once it has no apps', async () => {
  const added = await line.runJson('resources', 'add', NOTES, '--name', 'Notes', '--scope', 'notes:read=See your notes')
  expect(added).toMatchObject({
    resource: NOTES,
    access_token_format: 'opaque',
    scopes: [{ name: 'notes:read', texts: { en: { title: 'See your notes', description: '' } } }],
    client_secret: expect.stringMatching(/^cs_cs_/),
  })
  expect((await line.run('resources', 'list')).said).toContain(`${NOTES}  Notes`)
  const words = { en: { title: 'See notes', description: 'All of them.' }, de: { title: 'Notizen', description: '' } }
  const file = line.file('scopes.json', { 'notes:read': words, 'notes:write': words })
  await line.runJson('resources', 'update', NOTES, '--scopes', file, '--format', 'jwt', '--alg', 'ES256')
  const shown = JSON.parse((await line.run('resources', 'show', NOTES)).said)
  expect(shown).toMatchObject({ name: 'Notes', access_token_format: 'jwt', access_token_signed_response_alg: 'ES256' })
  expect(shown.scopes).toEqual(['notes:read', 'notes:write'].map((name) => ({ name, texts: words })))

  const app = addClient('--name', 'Job', '--scope', 'notes:read', '--plain', '--grant-type', 'client_credentials')
  const { client_id } = await line.runJson(...app)
  expect((await line.run('resources', 'remove', NOTES)).complaint).toContain('--yes')
  expect((await line.run('resources', 'remove', NOTES, '--yes')).complaint).toContain(client_id)
  await line.run('clients', 'remove', client_id, '--yes')
  expect(await line.runJson('resources', 'remove', NOTES, '--yes')).toEqual({ resource: NOTES, removed: true })
  expect((await line.run('resources', 'show', NOTES)).complaint).toContain('no such API')
})

test.each([
  ['without a scope', [], 'at least one scope'],
  ['with a scope without a title', ['--scope', 'notes:read'], 'at least one scope'],
  ['with a built-in scope', ['--scope', 'email=Mail'], 'Choose another name'],
])('resources: an API %s is refused with what would be right', async (_case, options, complaint) => {
  const adding = line.run('resources', 'add', NOTES, '--name', 'Notes', ...options)
  expect(await adding).toMatchObject(refusal(complaint))
})
