import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseEnv } from 'node:util'
import fc from 'fast-check'
import { afterAll, describe, expect, test } from 'vitest'
import { runProgram } from '../program.ts'
import { writeEnvFile } from './env-file.ts'

const folder = mkdtempSync(join(tmpdir(), 'countersign-env-'))
afterAll(() => rmSync(folder, { recursive: true }))

const CALLBACK = 'http://localhost:3000/callback'

async function complaintOf(...parameters: readonly string[]): Promise<string> {
  const complaints: string[] = []
  const complain = (text: string) => void complaints.push(text)
  const env = { DATA_DIR: join(folder, 'nothing'), PORT: '3000', APP_PORT: '3001' }
  expect(await runProgram(['dev', ...parameters], { env, output: { print: complain }, complain })).toBe(1)
  return complaints.join('')
}

test.each([
  [['--app', 'localhost:3000/callback'], 'the whole address of your app'],
  [['--app', '/callback'], 'such as http://localhost:3000/callback'],
  [['--name', 'My Shop'], '--name goes with --app'],
  [['--write-env', '.env'], '--write-env goes with --app'],
  [['--app', CALLBACK], 'cannot both have port 3000. Give it another: PORT=3001'],
  [['--app', 'http://127.0.0.1:3001/cb', '--demo'], 'cannot both have port 3001. Give it another: APP_PORT=3002'],
])('countersign dev %j says what to do, and starts nothing', async (parameters, words) => {
  expect(await complaintOf(...parameters)).toContain(words)
})

describe('a file of an app', () => {
  const file = join(folder, '.env')
  const VALUE = fc.string({ unit: fc.constantFrom('a', ' ', '#', '$', '=', '/', '.') })

  test('keeps its other lines, and has ours once however often they are written', () => {
    fc.assert(
      fc.property(VALUE, VALUE, (first, second) => {
        writeFileSync(file, 'SECRET=kept\nISSUERS=two')
        writeEnvFile(file, { ISSUER: first, CLIENT_ID: 'old' })
        writeEnvFile(file, { ISSUER: second, CLIENT_SECRET: undefined })
        const text = readFileSync(file, 'utf8')
        expect(parseEnv(text)).toEqual({ SECRET: 'kept', ISSUERS: 'two', ISSUER: second })
      }),
    )
  })

  test('reads alike in a shell and in Node, whatever stands in a value; one that cannot is refused', () => {
    const special = fc.constantFrom("'", '"', '$', '`', '\\', '$HOME', '$(id)', '#', '!', '=', '~', '*', '\n', '\r')
    const value = fc.string({ unit: fc.oneof(special, fc.string({ unit: 'grapheme', maxLength: 3 })) })
    const outcomes = { written: 0, refused: 0 }
    fc.assert(
      fc.property(value, (ISSUER) => {
        rmSync(file, { force: true })
        const isClear = !/\p{Cc}/u.test(ISSUER) && !(ISSUER.includes("'") && /["$`\\]/.test(ISSUER))
        outcomes[isClear ? 'written' : 'refused'] += 1
        if (!isClear) {
          expect(() => writeEnvFile(file, { ISSUER })).toThrow(/^ISSUER holds a control character, or a single quote/)
          return
        }
        writeEnvFile(file, { ISSUER })
        expect(parseEnv(readFileSync(file, 'utf8'))).toEqual({ ISSUER })
        const read = execFileSync('sh', ['-c', '. "$0" && printf %s "$ISSUER"', file], { encoding: 'utf8' })
        expect(read).toBe(ISSUER)
      }),
      { examples: [['/home/o\'neil/$HOME/"x"'], ["/home/o'neil/my app"], ['/home/$HOME/"x"']] },
    )
    expect(outcomes.written).toBeGreaterThan(10)
    expect(outcomes.refused).toBeGreaterThan(10)
  })

  test('that sets the same by itself is left alone', () => {
    writeFileSync(file, 'export CLIENT_ID=another\n')
    expect(() => writeEnvFile(file, { CLIENT_ID: 'ours' })).toThrow('sets CLIENT_ID already')
    expect(readFileSync(file, 'utf8')).toBe('export CLIENT_ID=another\n')
    expect(() => writeEnvFile(join(folder, 'nowhere/.env'), {})).toThrow('Check that its folder is there')
    expect(() => writeEnvFile(folder, {})).toThrow('Name a file')
  })
})
