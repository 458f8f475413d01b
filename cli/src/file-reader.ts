import { closeSync, openSync, readSync } from 'node:fs'
import { resolve } from 'node:path'
import { MAXIMUM_FILE_BYTES } from '@countersign/contracts'
import { CommandError } from './command-error.ts'

/**
 * Reads a whole file, by the path that the command line gives.
 * @throws CommandError
 */
export type ReadFile = (path: string) => Buffer

/**
 * Reads files with the rights of this process, each once: a pipe is empty after that. Relative paths begin at a directory.
 * Remembers files by their paths as typed.
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

/** A file may have no end, and its size need not be known before that (a pipe, a device). */
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

/** Reads until the buffer is full, or the file at its end. */
function fill(buffer: Buffer, descriptor: number): Buffer {
  let length = 0
  let read: number
  do {
    read = readSync(descriptor, buffer, { offset: length })
    length += read
  } while (read > 0)
  return buffer.subarray(0, length)
}
