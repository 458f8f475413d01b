import { describe, expect, test } from 'vitest'
import { type Environment, readSettings, SettingsError } from './settings.ts'

function problemsOf(env: Environment, read: (settings: ReturnType<typeof readSettings>) => unknown): readonly string[] {
  const settings = readSettings(env)
  read(settings)
  try {
    settings.done()
    return []
  } catch (error) {
    if (error instanceof SettingsError) return error.problems
    throw error
  }
}

describe('reading settings', () => {
  test('takes what is set, without the space around it, and the fallback for what is not', () => {
    const settings = readSettings({ NAME: ' ada ', EMPTY: '  ', PORT: '8081' })
    expect(settings.text('NAME')).toBe('ada')
    expect(settings.text('EMPTY', { fallback: 'none' })).toBe('none')
    expect(settings.optionalText('EMPTY')).toBeUndefined()
    expect(settings.integer('PORT', { min: 0, max: 65_535, fallback: 8080 })).toBe(8081)
    expect(settings.integer('OTHER', { min: 0, max: 9, fallback: 5 })).toBe(5)
    expect(settings.baseUrl('URL', 'http://localhost:8080')).toBe('http://localhost:8080')
    expect(() => settings.done()).not.toThrow()
  })

  test('splits a list at commas and forgets the empty places', () => {
    expect(readSettings({ LIST: 'one, two,,' }).list('LIST', { minLength: 3 })).toEqual(['one', 'two'])
  })

  test('reports every problem at once, by name', () => {
    const problems = problemsOf({ PORT: 'x', URL: 'ftp://a' }, (settings) => {
      settings.text('SECRET')
      settings.integer('PORT', { min: 0, max: 9, fallback: 0 })
      settings.baseUrl('URL')
    })
    expect(problems.map((problem) => problem.split(' ')[0])).toEqual(['SECRET', 'PORT', 'URL'])
  })

  test.each(['-1', '1.5', '1e3', '0x10', '70000', 'many', '9'.repeat(30)])('refuses %s as a port', (port) => {
    const read = (settings: ReturnType<typeof readSettings>) =>
      settings.integer('PORT', { min: 0, max: 65_535, fallback: 8080 })
    expect(problemsOf({ PORT: port }, read)).toHaveLength(1)
  })

  test.each([
    'id.example',
    'ftp://id.example',
    'https://id.example/',
    'https://id.example?a=b',
    'https://id.example#top',
    'https://user@id.example',
    'javascript:alert(1)',
  ])('refuses %s as an address', (url) => {
    expect(problemsOf({ URL: url }, (settings) => settings.baseUrl('URL'))).toHaveLength(1)
  })

  test.each([
    ['a text', (settings: ReturnType<typeof readSettings>) => settings.text('VALUE', { minLength: 32 })],
    ['a list', (settings: ReturnType<typeof readSettings>) => settings.list('VALUE', { minLength: 32 })],
    [
      'a number',
      (settings: ReturnType<typeof readSettings>) => settings.integer('VALUE', { min: 0, max: 9, fallback: 0 }),
    ],
    ['an address', (settings: ReturnType<typeof readSettings>) => settings.baseUrl('VALUE')],
  ])('never repeats the value of %s', (_kind, read) => {
    expect(problemsOf({ VALUE: 'hunter2' }, read).join()).not.toContain('hunter2')
  })

  test('reads one of a few words, and refuses every other', () => {
    const read = (settings: ReturnType<typeof readSettings>) => settings.choice('MODE', ['off', 'open'], 'off')
    expect(read(readSettings({}))).toBe('off')
    expect(read(readSettings({ MODE: 'open' }))).toBe('open')
    expect(problemsOf({ MODE: 'hunter2' }, read)).toEqual(['MODE must be one of: off, open.'])
  })

  test('reads addresses and networks', () => {
    const read = (settings: ReturnType<typeof readSettings>) => settings.networks('PROXIES')
    expect(read(readSettings({}))).toEqual([])
    expect(read(readSettings({ PROXIES: '10.0.0.0/8, 192.0.2.1, 2001:db8::/32' }))).toEqual([
      '10.0.0.0/8',
      '192.0.2.1',
      '2001:db8::/32',
    ])
    for (const wrong of ['proxy.example', '10.0.0.0/33', '10.0.0.0/', '10.0.0.0/8/8', '*', '::/129']) {
      expect(problemsOf({ PROXIES: wrong }, read)).toHaveLength(1)
    }
  })
})
