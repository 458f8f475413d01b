import { randomBytes } from 'node:crypto'
import { join, resolve } from 'node:path'
import { publicKeyOf } from '@countersign/core'
import { fileNameOf } from '@countersign/service/settings'
import { type Command, Option } from 'commander'
import type { LocalContext } from '../command-context.ts'
import { makeFolder, refuseExisting, writeNewFile } from '../files.ts'
import { generateSecrets, type Secrets } from '../secrets.ts'

const EXAMPLE = `
Example:
  countersign secrets --out countersign.env
  set -a; . ./countersign.env; set +a; countersign serve

  countersign secrets --directory /etc/countersign/secrets >> countersign.env
`.trimEnd()

/** Commented out: a public key in the file would outlive its replaced secret unseen. */
const APART = '# For a consent client that is served apart from core, while OPAQUE_SERVER_SETUP is as above:'

/** Commented out: most installations have no such process. */
const OPRF = '# For core and `serve oprf`, where that process has OPAQUE_SERVER_SETUP in place of core:'

/** Commented out: most installations send no events. */
const EVENTS = '# With EVENTS_URL, signs audit events:'

export function addSecretsCommand(program: Command, { output, directory }: LocalContext): void {
  program
    .command('secrets')
    .description(
      'make new values for every secret that serve needs, and, as comments, OPAQUE_SERVER_KEYS, OPRF_TOKEN and EVENTS_SECRET',
    )
    .option('--out <file>', 'write them to a new file that only you can read, and print none', (path) =>
      resolve(directory, path),
    )
    .addOption(
      new Option(
        '--directory <directory>',
        'write each to a new file in it, by its name, and print the settings that name them',
      )
        .argParser((path) => resolve(directory, path))
        .conflicts('out'),
    )
    .addHelpText('after', EXAMPLE)
    .action(async ({ out, directory: folder }: { readonly out?: string; readonly directory?: string }) => {
      const secrets = await generateSecrets()
      const newToken = randomBytes(32).toString('base64url')
      const publicKey = await publicKeyOf(secrets.OPAQUE_SERVER_SETUP)
      const page = `${APART} OPAQUE_SERVER_KEYS=${publicKey}`
      if (folder !== undefined) return output.print(`${writeFiles(folder, secrets)}\n${page}`)
      const events = `${EVENTS} EVENTS_SECRET=whsec_${randomBytes(32).toString('base64')}`
      const text = `${formatEnvironment(secrets)}\n${page}\n${OPRF} OPRF_TOKEN=${newToken}\n${events}`
      if (out === undefined) return output.print(text)
      writeNewFile(out, `${text}\n`)
      return output.print(`Wrote ${out}. Back it up apart from the database: without it no password works.`)
    })
}

/** Returns the settings that name the files. @throws CommandError if one is there already, and then writes none */
function writeFiles(folder: string, secrets: Secrets): string {
  const files = Object.entries(secrets).map(([name, value]) => ({
    name: fileNameOf(name),
    value,
    path: join(folder, name),
  }))
  refuseExisting(files.map(({ path }) => path))
  makeFolder(folder)
  for (const { path, value } of files) writeNewFile(path, `${value}\n`)
  return formatEnvironment(Object.fromEntries(files.map(({ name, path }) => [name, path])))
}

/** Readable by a shell, systemd, Docker Compose and node --env-file: a JWK, and a path with spaces, in single quotes, the rest bare. */
function formatEnvironment(values: Readonly<Record<string, string>>): string {
  return Object.entries(values)
    .map(([name, value]) => `${name}=${/[{\s]/.test(value) ? `'${value}'` : value}`)
    .join('\n')
}
