import { randomBytes } from 'node:crypto'
import { resolve } from 'node:path'
import { publicKeyOf } from '@countersign/core'
import type { Command } from 'commander'
import type { LocalContext } from '../command-context.ts'
import { writeNewFile } from '../files.ts'
import { generateSecrets } from '../secrets.ts'

const EXAMPLE = `
Example:
  countersign secrets --out countersign.env
  set -a; . ./countersign.env; set +a; countersign serve`

/** Commented out: a public key in the file would outlive its replaced secret unseen. */
const APART = '# For a consent client that is served apart from core, while OPAQUE_SERVER_SETUP is as above:'

/** Commented out: most installations have no such process. */
const OPRF = '# For core and `serve oprf`, where that process has OPAQUE_SERVER_SETUP in place of core:'

export function addSecretsCommand(program: Command, { output, directory }: LocalContext): void {
  program
    .command('secrets')
    .description(
      'make new values for every secret that serve needs, and, as comments, OPAQUE_SERVER_KEYS and OPRF_TOKEN',
    )
    .option('--out <file>', 'write them to a new file that only you can read, and print none', (path) =>
      resolve(directory, path),
    )
    .addHelpText('after', EXAMPLE)
    .action(async ({ out }: { readonly out?: string }) => {
      const secrets = await generateSecrets()
      const newToken = randomBytes(32).toString('base64url')
      const publicKey = await publicKeyOf(secrets.OPAQUE_SERVER_SETUP)
      const text = `${formatEnvironment(secrets)}\n${APART} OPAQUE_SERVER_KEYS=${publicKey}\n${OPRF} OPRF_TOKEN=${newToken}`
      if (out === undefined) return output.print(text)
      writeNewFile(out, `${text}\n`)
      return output.print(`Wrote ${out}. Back it up apart from the database: without it nobody's password works.`)
    })
}

/** Readable by a shell, systemd, Docker Compose and node --env-file: a JWK in single quotes, the rest bare. */
function formatEnvironment(values: Readonly<Record<string, string>>): string {
  return Object.entries(values)
    .map(([name, value]) => `${name}=${value.startsWith('{') ? `'${value}'` : value}`)
    .join('\n')
}
