import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { createInterface } from 'node:readline/promises'
import { Writable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { exportPlain, openSealedExport, parseRecoveryKey, readSealedExport } from '@countersign/vault'
import type { Command } from 'commander'
import type { LocalContext } from '../command-context.ts'
import { CommandError } from '../command-error.ts'
import { writeNewFile } from '../files.ts'

const EXAMPLE = `
Needs no server and no network. The recovery key is asked for, or read from the standard input.

Example:
  countersign open-export vault-locked.json --out vault.json`

export function addOpenExportCommand(program: Command, { output, directory }: LocalContext): void {
  program
    .command('open-export')
    .description('open the locked copy of a vault with its recovery key, and print what is in it')
    .argument('<file>')
    .option('--out <file>', 'write it to a new file that only you can read, and print none', (path) =>
      resolve(directory, path),
    )
    .addHelpText('after', EXAMPLE)
    .action(async (file: string, { out }: { readonly out?: string }) => {
      const copy = readCopy(file, resolve(directory, file))
      readSealedExport(copy)
      const recoveryKey = await parseRecoveryKey(await askSecretly('Recovery key of this copy: '))
      const { items, wroteAt } = await openSealedExport(copy, recoveryKey)
      const readable = exportPlain({ items })
      if (out === undefined) return output.print(readable.trimEnd())
      writeNewFile(out, readable)
      const entries = items.length === 1 ? '1 entry' : `${items.length} entries`
      return output.print(`Wrote ${out}: ${entries}, as they were on ${wroteAt.toISOString()}. It is not encrypted.`)
    })
}

/** Unbounded: a vault may exceed the limit of other files, and belongs to the caller. */
function readCopy(name: string, path: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch (cause) {
    throw new CommandError(`${name} cannot be read. Check its path, and that you may read it.`, { cause })
  }
}

type Keyboard = NodeJS.ReadableStream & { readonly isTTY?: boolean }

/** Asks for a hidden line at the terminal; without a terminal, reads the whole input. */
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
