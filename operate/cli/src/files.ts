import { closeSync, existsSync, mkdirSync, openSync, readSync, writeFileSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { MAXIMUM_FILE_BYTES } from '@countersign/contracts'
import { newSecret } from '@countersign/service/secrets'
import { CommandError } from './command-error.ts'

/**
 * Reads a whole file, by the path that the command line gives.
 * @throws CommandError
 */
export type ReadFile = (path: string) => Buffer

/**
 * Reads each file once, because a pipe is empty after that, and keeps it in `files` under its path as typed. Relative paths
 * begin at `directory`.
 */
export function createFileReader(directory: string) {
  const files = new Map<string, Buffer>()
  function readFile(path: string): Buffer {
    const content = files.get(path) ?? readBounded(resolve(directory, path))
    files.set(path, content)
    return content
  }
  return { readFile, files }
}

/** Reads in a bounded buffer: a pipe or device may have no size and no end. */
function readBounded(path: string): Buffer {
  const content = readAtMost(path, MAXIMUM_FILE_BYTES + 1)
  if (content.length <= MAXIMUM_FILE_BYTES) return content
  throw new CommandError(`${path} holds more than 1 MiB, the most that a command reads. Name a smaller file.`)
}

function readAtMost(path: string, bytes: number): Buffer {
  try {
    const descriptor = openSync(path, 'r')
    try {
      return fill(Buffer.alloc(bytes), descriptor)
    } finally {
      closeSync(descriptor)
    }
  } catch (cause) {
    throw new CommandError(`${path} cannot be read. Check its path, and that you may read it.`, { cause })
  }
}

function fill(buffer: Buffer, descriptor: number): Buffer {
  let length = 0
  let read: number
  do {
    read = readSync(descriptor, buffer, { offset: length })
    length += read
  } while (read > 0)
  return buffer.subarray(0, length)
}

/**
 * Writes a file that only its owner can read, and never replaces one.
 * @throws CommandError
 */
export function writeNewFile(path: string, content: string): void {
  try {
    writeFileSync(path, content, { flag: 'wx', mode: 0o600 })
  } catch (cause) {
    const isThere = cause instanceof Error && 'code' in cause && cause.code === 'EEXIST'
    const sentence = isThere
      ? thereAlready(path)
      : `${path} cannot be written. Check that its folder is there and may be written to.`
    throw new CommandError(sentence, { cause })
  }
}

/** Makes client secrets in files that are missing, and says which. Relative paths begin at `directory`. */
export function createSecretMaker(directory: string, complain: (text: string) => void) {
  return (named: string): void => {
    const path = resolve(directory, named)
    if (existsSync(path)) return
    makeFolder(dirname(path))
    writeNewFile(path, `${newSecret('cs_cs_')}\n`)
    complain(`Wrote a new secret to ${named}: give it to the app.\n`)
  }
}

/** @throws CommandError */
export function refuseExisting(paths: readonly string[]): void {
  const path = paths.find(existsSync)
  if (path !== undefined) throw new CommandError(thereAlready(path))
}

function thereAlready(path: string): string {
  return `${path} is there already, and may be in use. Name another file, or move it away.`
}

/**
 * Makes a folder that only its owner can enter; one that is there stays as it is.
 * @throws CommandError
 */
export function makeFolder(path: string): void {
  try {
    mkdirSync(path, { recursive: true, mode: 0o700 })
  } catch (cause) {
    throw new CommandError(`${path} cannot be made. Check its path, and that you may write there.`, { cause })
  }
}

/** Undefined if the content is not JSON. */
export function parseJson(content: string | Buffer): unknown {
  try {
    return JSON.parse(String(content))
  } catch {
    return undefined
  }
}

/**
 * Reads names in several languages. The caller checks their form.
 * @throws CommandError
 */
export function readTextsBy(readFile: ReadFile) {
  return (path: string): object => {
    const texts = parseJson(readFile(path))
    if (typeof texts === 'object' && texts !== null && !Array.isArray(texts)) return texts
    throw new CommandError(`${path} holds no JSON object. Write one with the languages as its keys: {"de": …}.`)
  }
}
