/** `npm run release-log -- --log <folder> --key <file> --origin <name> <file>…`: appends a release's files to its log. */
import { createPrivateKey, createPublicKey } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { parseArgs } from 'node:util'
import { readClientManifest } from '@countersign/contracts/client-manifest'
import { readCheckpoint, signCheckpoint } from '../src/log/checkpoint.ts'
import { encodeLogEntry, logEntryOf, readLogEntry } from '../src/log/log-entry.ts'
import { hashLeaf, rootOf } from '../src/log/merkle-tree.ts'
import { readLog } from '../src/log/read-log.ts'
import { checkpointFileOf, rememberCheckpoint } from '../src/log/remember-checkpoint.ts'
import { noteKeyOf, readNoteKey } from '../src/log/signed-note.ts'
import { tilesOf } from '../src/log/tiles.ts'

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { log: { type: 'string' }, key: { type: 'string' }, origin: { type: 'string' } },
})
const { log: folder, key: keyFile, origin } = values
const manifestFile = positionals.find((file) => basename(file) === 'client-manifest.json')
if (!folder || !keyFile || !origin || !manifestFile) {
  throw new Error('Give --log <folder> --key <file> --origin <name>, and files of the release: client-manifest.json, …')
}

const privateKey = createPrivateKey(readFileSync(keyFile))
// Read back, which refuses a name that no key can have.
const key = readNoteKey(noteKeyOf(origin, createPublicKey(privateKey)).text)
const { version } = readClientManifest(JSON.parse(readFileSync(manifestFile, 'utf8')))
const added = positionals.map((file) => logEntryOf(`${version}/${basename(file)}`, readFileSync(file)))
const readLogFile = async (path: string) => readFileSync(join(folder, path))
const before = existsSync(join(folder, 'checkpoint')) ? (await readLog(readLogFile, key)).entries : []
const entries = [...before, ...added.map(encodeLogEntry)]
const paths = entries.map((entry) => readLogEntry(entry).path)
const twice = paths.find((path, index) => paths.indexOf(path) < index)
if (twice) throw new Error(`${twice} would be in the log twice. A release that changed needs another version.`)

const leaves = entries.map(hashLeaf)
const note = signCheckpoint(entries.length, rootOf(leaves), key, privateKey)
const checkpoint = readCheckpoint(note, key, 'The new checkpoint')
// Refuses another history than the one that this key signed last. Before any file: a second try gives the same log.
const last = rememberCheckpoint({ checkpoint, entries, leaves }, key, checkpointFileOf(process.env, key))
for (const [path, content] of tilesOf(entries)) write(path, content)
write('checkpoint', note)
process.stdout.write(`${checkpoint.note}\nThe log had ${last ?? 'no'} entries before. Its key:\n${key.text}\n`)

function write(path: string, content: Buffer): void {
  mkdirSync(dirname(join(folder ?? '', path)), { recursive: true })
  writeFileSync(join(folder ?? '', path), content)
}
