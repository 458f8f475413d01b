import { type ClientManifest, INSTALLED_MANIFEST, type PageConfig, readClientManifest } from '@countersign/web'
import type { Command } from 'commander'
import type { CommandContext } from '../command-context.ts'
import { CommandError } from '../command-error.ts'
import type { ReadFile } from '../files.ts'
import { formatTable } from '../output.ts'
import { compareClient, type Difference } from '../verify-client/compare-client.ts'
import { checkReleaseLog, describeLog, type LogFlags } from '../verify-client/log/check-release-log.ts'
import { readMinisignKey, verifyMinisign } from '../verify-client/minisign.ts'

/** This installation's manifest if left out; the key is one of minisign, or its file. */
type Flags = LogFlags & { readonly manifest?: string; readonly publicKey?: string; readonly json?: true }

const HELP = `
Asks as a browser would, for every page, file and header, compressed and not. It shows what is served to this machine
now: ask again from other networks, and at other times. A server can still tell it from one person's browser.

Examples:
  countersign verify-client https://id.example.com
  countersign verify-client https://id.example.com --manifest client-manifest.json --public-key RWQ…
  countersign verify-client https://id.example.com --log https://example.com/log --log-key example.com/log+…`

export function addVerifyClientCommand(program: Command, { env, output, readFile }: CommandContext): void {
  program
    .command('verify-client')
    .description('compare all that a server sends to browsers with a release')
    .argument('<url>', 'address of the page, where people sign in')
    .option('--manifest <file>', 'the list of hashes of a release (default: that of this installation)')
    .option('--public-key <key>', 'key of minisign, or its file, that must have signed the manifest (FILE.minisig)')
    .option('--log <address>', 'transparency log that must list the manifest: its address, or a folder with a copy')
    .option('--log-key <key>', 'key of the log: name+id+key')
    .option('--json', 'print JSON')
    .addHelpText('after', HELP)
    .action(async (url: string, { json, ...flags }: Flags) => {
      const { manifest, content, path, comment } = readManifest(readFile, flags)
      const log = await checkReleaseLog({ env, readFile }, flags, { version: manifest.version, content })
      const { config, differences } = await compareClient(readOrigin(url), manifest)
      const { version } = manifest
      if (json) output.print(printable(JSON.stringify({ version, comment, log, config, differences }, undefined, 2)))
      const source = `${path}, ${comment === undefined ? 'signature not checked' : `signed (${comment})`}`
      if (!json) output.print(printable(describeComparison({ version, source, config })))
      if (!json && log) output.print(`Log: ${describeLog(log)}`)
      if (differences.length === 0)
        return json ? undefined : output.print('\nAll that is served is that of the release.')
      throw new CommandError(printable(describeDifferences(differences)))
    })
}

function readOrigin(url: string): string {
  if (URL.canParse(url) && /^https?:$/.test(new URL(url).protocol)) return new URL(url).origin
  throw new CommandError(`${url} is no address of a page. Write it out: https://id.example.com`)
}

type Comparison = { readonly version: string; readonly source: string; readonly config: PageConfig }

function describeComparison({ version, source, config }: Comparison): string {
  const { issuer, coreUrl, opaqueServerKeys, credentialIssuers, brand } = config
  return formatTable([
    ['Release', version],
    ['Compared with', source],
    ['Name', brand.name],
    ['Issuer', issuer],
    ['Core', coreUrl === '' ? 'at the address of the page, where what else it sends is not compared' : coreUrl],
    ['Credential issuers', credentialIssuers.length > 0 ? credentialIssuers.join(', ') : 'none'],
    ['Password keys', opaqueServerKeys.length > 0 ? opaqueServerKeys.join(', ') : 'any'],
    ...brand.links.map(({ label, url }) => [`Link: ${label}`, url]),
    ...(brand.supportUrl ? [['Help', brand.supportUrl]] : []),
  ])
}

function describeDifferences(differences: readonly Difference[]): string {
  const lines = differences.map(({ what, paths: [first = '', ...others] }) =>
    others.length > 0 ? `  - ${first} and ${others.length} more: ${what}` : `  - ${first}: ${what}`,
  )
  return `This is not what the release serves. Open no vault there:\n${lines.join('\n')}`
}

/** Removes control characters: the server's text must not steer the terminal. */
function printable(text: string): string {
  return text.replaceAll(/[^\P{Cc}\n]/gu, '�')
}

const PUBLIC_KEY = /^RW[\w+/]{54}$/

/**
 * Reads the manifest; with a public key, checks the signature beside it.
 * @throws CommandError
 */
export function readManifest(readFile: ReadFile, { manifest: file, publicKey }: Omit<Flags, 'json'>) {
  const path = file ?? INSTALLED_MANIFEST
  const content = readFile(path)
  const key = publicKey === undefined ? undefined : readMinisignKey(readKeyText(readFile, publicKey))
  const comment = key && verifyMinisign(content, readFile(`${path}.minisig`).toString(), key)
  return { manifest: parse(content, path), content, path: file ?? 'this installation', comment }
}

/** An empty key, as from an unset variable, must be refused, not skipped. */
function readKeyText(readFile: ReadFile, publicKey: string): string {
  return publicKey === '' || PUBLIC_KEY.test(publicKey) ? publicKey : readFile(publicKey).toString()
}

function parse(content: Buffer, path: string): ClientManifest {
  try {
    return readClientManifest(JSON.parse(content.toString()))
  } catch (cause) {
    throw new CommandError(`${path} is no manifest of a client: the build writes it beside index.html.`, { cause })
  }
}
