import { createInterface } from 'node:readline/promises'
import { Writable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { CommandError } from './command-error.ts'

export type Keyboard = NodeJS.ReadableStream & { readonly isTTY?: boolean }

/** Asks for a line at the terminal and shows nothing of it; where there is no terminal, all of the input is the answer. */
export async function askSecretly(
  question: string,
  input: Keyboard = process.stdin,
  terminal: NodeJS.WritableStream = process.stderr,
): Promise<string> {
  if (input.isTTY !== true) return (await text(input)).trim()
  terminal.write(question)
  const silence = new Writable({ write: (_chunk, _encoding, done) => done() })
  const line = createInterface({ input, output: silence, terminal: true, historySize: 0 })
  const stopped = new Promise<never>((_resolve, reject) => {
    line.once('close', () => reject(new CommandError('Stopped.')))
  })
  try {
    return await Promise.race([line.question(''), stopped])
  } finally {
    stopped.catch(() => undefined)
    line.close()
    terminal.write('\n')
  }
}
