import type { Readable } from 'node:stream'

/**
 * Reads what a program says until it says this. The stream flows on, so that the program is never held up.
 * @throws Error with what it said instead
 */
export async function readUntil(stream: Readable, pattern: RegExp): Promise<RegExpExecArray> {
  const { promise, resolve, reject } = Promise.withResolvers<RegExpExecArray>()
  let said = ''
  stream.on('data', (chunk: Buffer) => {
    said += String(chunk)
    const found = pattern.exec(said)
    if (found) resolve(found)
  })
  stream.on('close', () => reject(new Error(`It ended, and said: ${said}`)))
  return promise
}
