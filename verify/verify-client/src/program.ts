import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { Command, CommanderError } from 'commander'
import { describeVerifyClient } from './command.ts'
import type { VerifyContext } from './verify-context.ts'
import { VerifyError } from './verify-error.ts'

/** Published beside the program: the manifest of the same release. */
const RELEASED_MANIFEST = fileURLToPath(new URL('../client-manifest.json', import.meta.url))

type Options = Partial<VerifyContext> & {
  readonly complain?: (text: string) => void
  /** Where relative paths begin. */
  readonly directory?: string
}

/** `verify-client` without a server's installation. Returns the exit code: 0; 1 for a difference; 2 if not understood. */
export async function runVerifyClient(parameters: readonly string[], options: Options = {}): Promise<number> {
  const { complain = (text) => void process.stderr.write(text), directory = process.cwd() } = options
  const context: VerifyContext = {
    env: process.env,
    print: (text) => void process.stdout.write(`${text}\n`),
    readFile: (path) => readNamedFile(resolve(directory, path)),
    manifest: RELEASED_MANIFEST,
    ...options,
  }
  const command = describeVerifyClient(new Command('verify-client'), context)
    .showHelpAfterError('(--help shows all that can be given)')
    .exitOverride()
    .configureOutput({ writeOut: (text) => context.print(text.trimEnd()), writeErr: complain })
  try {
    await command.parseAsync([...parameters], { from: 'user' })
    return 0
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : 2
    if (!(error instanceof VerifyError)) throw error
    complain(`${error.message}\n`)
    return 1
  }
}

/** @throws VerifyError */
function readNamedFile(path: string): Buffer {
  try {
    return readFileSync(path)
  } catch (cause) {
    throw new VerifyError(`${path} cannot be read. Check its path, and that you may read it.`, { cause })
  }
}
