import { execFileSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { isRoot, NOT_AS_ROOT, temporaryFolder } from '@countersign/testing'
import { describe, expect, expectTypeOf, test } from 'vitest'
import {
  integerFrom,
  listOfAtLeast,
  oneOf,
  parseBaseUrl,
  parseFlag,
  parseNetworks,
  parseText,
  refusedBy,
  textOfAtLeast,
} from './setting-kinds.ts'
import {
  type Environment,
  readSettings,
  type Setting,
  SettingRefused,
  type Settings,
  SettingsError,
  withMade,
} from './settings.ts'

const meaning = ''

async function problemsOf(env: Environment, table: Settings, problems?: readonly string[]): Promise<readonly string[]> {
  try {
    await readSettings(env, table, problems)
    return []
  } catch (error) {
    if (error instanceof SettingsError) return error.problems
    throw error
  }
}

async function read<Value>(text: string | undefined, parse: Setting<Value>['parse']): Promise<unknown> {
  return (await readSettings({ VALUE: text }, { VALUE: { parse, meaning } })).VALUE
}

describe('reading settings', () => {
  test.each(['\'{ "kty": "EC" }\'', ' \'{ "kty": "EC" }\' '])(
    'takes %s as a shell would, without its quotes',
    async (text) => {
      expect(await read(text, parseText)).toBe('{ "kty": "EC" }')
    },
  )

  test('takes what is set, without the space around it, and the default for what is not', async () => {
    const settings = await readSettings(
      { NAME: ' ada ', EMPTY: '  ', PORT: '8081' },
      {
        NAME: { parse: parseText, meaning },
        EMPTY: { parse: parseText, default: 'none', meaning },
        NOTHING: { parse: parseText, meaning },
        PORT: { parse: integerFrom(0, 65_535), isRequired: true, meaning },
        OTHER: { parse: integerFrom(0, 9), default: '5', meaning },
      },
    )
    expect(settings).toEqual({ NAME: 'ada', EMPTY: 'none', NOTHING: undefined, PORT: 8081, OTHER: 5 })
    // Only an optional setting without a default can be undefined.
    expectTypeOf(settings).toEqualTypeOf<{
      readonly NAME: string | undefined
      readonly EMPTY: string
      readonly NOTHING: string | undefined
      readonly PORT: number
      readonly OTHER: number
    }>()
  })

  test('reports every problem at once, by name, after those that were known', async () => {
    const table = {
      SECRET: { parse: parseText, isRequired: true, meaning },
      PORT: { parse: integerFrom(0, 9), default: '0', meaning },
      URL: { parse: parseBaseUrl, meaning },
    } as const
    expect(await problemsOf({ PORT: 'x', URL: 'ftp://a' }, table, ['HOST must be ours.'])).toEqual([
      'HOST must be ours.',
      'SECRET is not set.',
      expect.stringMatching(/^PORT must be/),
      expect.stringMatching(/^URL must be/),
    ])
  })

  test('lets an error through that is no refusal', async () => {
    const parse = (): never => {
      throw new TypeError('a bug')
    }
    await expect(read('x', parse)).rejects.toThrow(TypeError)
  })

  test('refuses one setting by another', async () => {
    const parse = (_text: string, env: Environment): string => {
      if (env['LIGHT'] === undefined) throw new SettingRefused('needs LIGHT beside it.')
      return 'dark'
    }
    expect(await problemsOf({ DARK: '#000000' }, { DARK: { parse, meaning } })).toEqual(['DARK needs LIGHT beside it.'])
    expect(await problemsOf({ DARK: '#000000', LIGHT: '#ffffff' }, { DARK: { parse, meaning } })).toEqual([])
  })
})

function pipeIn(folder: string): string {
  const path = join(folder, 'pipe')
  execFileSync('mkfifo', [path])
  return path
}

describe('a setting from a NAME_FILE file', () => {
  const NAME = { parse: parseText, isRequired: true, meaning } as const
  const folder = temporaryFolder()
  const fileWith = (content: string | Buffer, mode = 0o600) => {
    const path = join(folder, `secret-${content.length}-${mode}`)
    writeFileSync(path, content, { mode })
    return path
  }

  test.each(['s3cret\n', "'s3cret'\r\n", '\u{feff}s3cret'])('is the text of the file, of %j too', async (content) => {
    expect(await readSettings({ NAME_FILE: fileWith(content), NAME: ' ' }, { NAME })).toEqual({ NAME: 's3cret' })
  })

  test('is refused beside the setting itself', async () => {
    expect(await problemsOf({ NAME: 'one', NAME_FILE: fileWith('s3cret') }, { NAME })).toEqual([
      'NAME and NAME_FILE are both set: keep one of them.',
    ])
  })

  test.each([
    ['no file', () => join(folder, 'nothing'), 'is not there.'],
    ['an empty file', () => fileWith(' \n'), 'is empty.'],
    ['a folder', () => folder, 'is no regular file.'],
    ['a device', () => '/dev/null', 'is no regular file.'],
    // Without O_NONBLOCK opening it waits for a writer.
    ['a named pipe', () => pipeIn(folder), 'is no regular file.'],
    ['a file of another kind', () => fileWith(Buffer.from([0xff, 0xfe, 0x73])), 'is no text in UTF-8.'],
    ['a large file', () => fileWith('s3cret'.repeat(20_000)), 'holds more than 64 KiB, too much for a setting.'],
  ])('is refused for %s by its path, without its content', async (_case, makePath, rule) => {
    const path = makePath()
    expect(await problemsOf({ NAME_FILE: path }, { NAME })).toEqual([
      `NAME is not read: NAME_FILE names ${path}, which ${rule}`,
    ])
  })

  test('keeps a made-up value out', () => {
    const env = { NAME_FILE: '/run/secrets/name' }
    expect(withMade(env, { NAME: 'made', OTHER: 'made' })).toEqual({ ...env, OTHER: 'made' })
  })

  test.skipIf(isRoot)(`is refused by its path if it is another user's${NOT_AS_ROOT}`, async () => {
    const path = fileWith('s3cret', 0)
    expect(await problemsOf({ NAME_FILE: path }, { NAME })).toEqual([
      `NAME is not read: NAME_FILE names ${path}, which may not be read by this user.`,
    ])
  })

  test('is refused by its own rule, without its content', async () => {
    const problems = await problemsOf(
      { NAME_FILE: fileWith('hunter2') },
      { NAME: { parse: textOfAtLeast(32), meaning } },
    )
    expect(problems).toEqual(['NAME must have at least 32 characters.'])
  })
})

describe('a kind of setting', () => {
  const refusalOf = async (text: string, parse: Setting['parse']) => {
    return (await problemsOf({ VALUE: text }, { VALUE: { parse, meaning } })).join()
  }

  test('splits a list at commas and forgets the empty places', async () => {
    expect(await read('one, two,,', listOfAtLeast(3))).toEqual(['one', 'two'])
  })

  test.each(['-1', '1.5', '1e3', '0x10', '70000', 'many', '9'.repeat(30)])('refuses %s as a port', async (port) => {
    expect(await refusalOf(port, integerFrom(0, 65_535))).toBe('VALUE must be a whole number from 0 to 65535.')
  })

  test.each([
    'id.example',
    'ftp://id.example',
    'https://id.example/',
    'https://id.example?a=b',
    'https://id.example#top',
    'https://user@id.example',
    'javascript:alert(1)',
  ])('refuses %s as an address', async (url) => {
    expect(await refusalOf(url, parseBaseUrl)).toMatch(/^VALUE must be an http or https URL/)
  })

  test.each([
    ['a text', 'hunter2', textOfAtLeast(32)],
    ['a list', 'hunter2', listOfAtLeast(32)],
    ['a list of nothing', ',', listOfAtLeast(1)],
    ['a number', 'hunter2', integerFrom(0, 9)],
    ['a flag', 'hunter2', parseFlag],
    ['an address', 'hunter2', parseBaseUrl],
  ])('refuses %s, and never repeats its value', async (_kind, text, parse) => {
    const refusal = await refusalOf(text, parse)
    expect(refusal).toMatch(/^VALUE must/)
    expect(refusal).not.toContain('hunter2')
  })

  test('is true or false', async () => {
    expect([await read('true', parseFlag), await read('false', parseFlag)]).toEqual([true, false])
  })

  test('is one of a few words, and refuses every other', async () => {
    expect(await read('open', oneOf('off', 'open'))).toBe('open')
    expect(await refusalOf('hunter2', oneOf('off', 'open'))).toBe('VALUE must be one of: off, open.')
  })

  test('is addresses and networks', async () => {
    expect(await read('10.0.0.0/8, 192.0.2.1, 2001:db8::/32', parseNetworks)).toEqual([
      '10.0.0.0/8',
      '192.0.2.1',
      '2001:db8::/32',
    ])
    for (const wrong of ['proxy.example', '10.0.0.0/33', '10.0.0.0/', '10.0.0.0/8/8', '*', '::/129']) {
      expect(await refusalOf(wrong, parseNetworks)).toMatch(/^VALUE must hold IP addresses/)
    }
  })

  test('is what another reader makes of it, whose own kind of error is a refusal', async () => {
    const failing = (error: Error) =>
      refusedBy(RangeError, async () => {
        throw error
      })
    expect(await refusalOf('x', failing(new RangeError('must be in range.')))).toBe('VALUE must be in range.')
    await expect(read('x', failing(new TypeError('a bug')))).rejects.toThrow('a bug')
  })
})
