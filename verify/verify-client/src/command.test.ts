import { hash } from 'node:crypto'
import { once } from 'node:events'
import { readFileSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { type Lie, TEST_CERTIFICATE, TEST_PRIVATE_KEY } from '@countersign/testing'
import { beforeAll, describe, expect, test } from 'vitest'
import { CONFIG, changed, LIES, lieAlways, nameOf } from '../test/client-lies.ts'
import { CORE, usePage } from '../test/compared-page.ts'
import { newMinisigner } from '../test/minisigner.ts'
import { refusal, run } from '../test/run.ts'
import { newTestLog, writeLog } from '../test/test-log.ts'

const compared = usePage()

describe('countersign verify-client', () => {
  test('finds that a server serves the release, whatever its operator configured', async () => {
    const { code, said, complaint } = await compared.runHonestly('--core', CORE)
    expect({ code, complaint }).toEqual({ code: 0, complaint: '' })
    expect(said).toContain('All that is served is that of the release.')
    expect(said).toMatch(/^Core +https:\/\/core\.example$/m)
    expect(said).toMatch(/^Compared with +this installation, signature not checked$/m)
    expect(said).toMatch(/^Name +Example Bank$/m)
  })

  test("lets a server's own words not steer the terminal", async () => {
    const hostile = changed(CONFIG, ({ body }) => ({
      body: body.replace('Example Bank', String.raw`Example\u001b[2J Bank`),
    }))
    const { said } = await compared.runBriefly(hostile)
    expect(said).toMatch(/^Name +Example�\[2J Bank$/m)
  })

  describe('as JSON', () => {
    let verified: Awaited<ReturnType<typeof compared.run>>
    let found: readonly string[]

    beforeAll(async () => {
      verified = await compared.run(lieAlways, '--core', CORE, '--json')
      const answer: { differences: { what: string; paths: string[] }[] } = JSON.parse(verified.said)
      found = answer.differences.flatMap(({ what, paths }) => paths.map((path) => `${nameOf(path)}: ${what}`))
    })

    test('says what was configured', () => {
      expect(verified.code).toBe(1)
      const config = { coreUrl: CORE }
      expect(JSON.parse(verified.said)).toMatchObject({ version: expect.any(String), config })
    })

    test.each(LIES.map(([title, at, , difference]) => [title, at, difference] as const))(
      'notices a server that %s',
      (_title, at, difference) => {
        const path = at.replace(/(?<=.)\/?(\?.*)?$/, '')
        expect(found.filter((each) => each.startsWith(`${path}: `) && each.includes(difference))).toHaveLength(1)
      },
    )
  })

  test.each<[string, Lie]>([
    ['no configuration', changed(CONFIG, () => ({ status: 404 }))],
    ['one in another form', changed(CONFIG, () => ({ body: '{}' }))],
    ['one with a malformed address', changed(CONFIG, ({ body }) => ({ body: body.replace('id.example', '') }))],
    ['nothing', async () => 'lost'],
  ])('asks for another address where there is %s', async (_case, lie) => {
    const { code, complaint } = await compared.run(lie)
    expect(code).toBe(1)
    expect(complaint).toMatch(/address/)
    expect(complaint.trim().split('\n')).toHaveLength(1)
  })

  describe('with the manifest of a release', () => {
    const { publicKey, sign } = newMinisigner()
    const text = readFileSync(join(compared.folder, 'manifest.json'))
    writeFileSync(join(compared.folder, 'manifest.json.minisig'), sign(text))
    writeFileSync(join(compared.folder, 'key.pub'), `untrusted comment: key\n${publicKey}\n`)

    test.each([
      ['a key', publicKey],
      ['the file of a key', 'key.pub'],
    ])('checks its signature by %s', async (_case, key) => {
      const { code, said } = await compared.runBriefly(undefined, '--public-key', key)
      expect(code).toBe(0)
      expect(said).toMatch(/^Compared with +manifest\.json, signed \(by a test\)$/m)
    })

    test('shows the size and hash of the log that lists it, for people to compare', async () => {
      const { key, publish } = newTestLog()
      const { version }: { version: string } = JSON.parse(text.toString())
      writeLog(join(compared.folder, 'log'), publish([`${hash('sha256', text)}  ${version}/client-manifest.json`]))
      const { code, said } = await compared.runBriefly(undefined, '--log', 'log', '--log-key', key.text)
      expect(code).toBe(0)
      expect(said).toMatch(/^Log: log\.example\/releases, size 1, hash \S{43}=; first look$/m)
    })

    test('compares with that, not with this installation', async () => {
      const older = text.toString().replace(/"integrity": "sha256-[^"]{6}/, '"integrity": "sha256-AAAAAA')
      writeFileSync(join(compared.folder, 'older.json'), older)
      const { code, complaint } = await compared.runBriefly(undefined, '--manifest', 'older.json')
      expect(code).toBe(1)
      expect(complaint).toContain('Open no vault there')
      expect(complaint).toContain('/ and 12 more: has other content')
    })

    test.each([
      [
        'was signed by another key',
        ['--manifest', 'manifest.json', '--public-key', newMinisigner().publicKey],
        'another key',
      ],
      ['was changed after it was signed', ['--manifest', 'changed.json', '--public-key', publicKey], 'does not fit'],
      [
        'is not signed',
        ['--manifest', 'unsigned.json', '--public-key', publicKey],
        'unsigned.json.minisig cannot be read',
      ],
      ['is not a manifest', ['--manifest', 'key.pub'], 'is no manifest'],
      ['is checked by a key that was left empty', ['--manifest', 'manifest.json', '--public-key', ''], 'no public key'],
      ['is checked by no key', ['--manifest', 'manifest.json', '--public-key', 'manifest.json'], 'no public key'],
    ])('refuses one that %s, and asks the server nothing', async (_case, flags, complaint) => {
      writeFileSync(join(compared.folder, 'unsigned.json'), text)
      writeFileSync(join(compared.folder, 'changed.json'), text.toString().replace("'self'", '*'))
      writeFileSync(join(compared.folder, 'changed.json.minisig'), sign(text))
      const asked = compared.received()
      expect(await compared.run(undefined, ...flags)).toMatchObject(refusal(complaint))
      expect(compared.received()).toBe(asked)
    })
  })

  test("tells a certificate that this machine doesn't trust from a server that doesn't answer", async () => {
    const secure = createServer({ cert: TEST_CERTIFICATE, key: TEST_PRIVATE_KEY }).listen(0, '127.0.0.1')
    await once(secure, 'listening')
    const { port } = secure.address() as AddressInfo
    const ask = () => run([`https://127.0.0.1:${port}`])
    expect(await ask()).toMatchObject(refusal('NODE_EXTRA_CA_CERTS'))
    secure.close()
    await once(secure, 'close')
    expect(await ask()).toMatchObject(refusal('did not answer'))
  })

  test.each([
    ['core', 'core.example', 'is no address'],
    ['password-key', 'RWQ', 'OPAQUE_SERVER_KEYS'],
    ['proxy', 'ftp://proxy.example', '--proxy takes'],
  ])('refuses a malformed --%s', async (option, value, complaint) => {
    expect(await compared.run(undefined, `--${option}`, value)).toMatchObject(refusal(complaint))
  })

  test('takes addresses of the web only', async () => {
    expect(await run(['id.example'])).toMatchObject(refusal('is no address of a page'))
  })
})
