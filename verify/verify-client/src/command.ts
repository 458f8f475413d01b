import { type ClientManifest, readClientManifest } from '@countersign/contracts/client-manifest'
import { OPAQUE_SERVER_KEY } from '@countersign/contracts/page-config'
import type { Command } from 'commander'
import { describeComparison, describeDifferences } from './describe-comparison.ts'
import type { LogFlags } from './log/check-release-log.ts'
import { readMinisignKey, verifyMinisign } from './minisign.ts'
import { DIRECT, readProxy } from './networks.ts'
import type { VerifyContext } from './verify-context.ts'
import { VerifyError } from './verify-error.ts'

type Flags = ManifestFlags &
  LogFlags & {
    readonly core?: string
    readonly passwordKey?: readonly string[]
    readonly request?: string
    readonly proxy?: readonly string[]
    readonly json?: true
  }

/** This installation's manifest if left out; the key is one of minisign, or its file. */
type ManifestFlags = { readonly manifest?: string; readonly publicKey?: string }

const HELP = `
Asks as the browsers of people do, on two visits, for every page, file and header, compressed and not. It shows what is
served to this machine now: ask through other networks (--proxy), at other times, and about the request of an app that
sent you there (--request). A server can still tell it from one person's browser.

Examples:
  countersign verify-client https://id.example.com
  countersign verify-client https://id.example.com --manifest client-manifest.json --public-key RWQ…
  countersign verify-client https://id.example.com --log https://example.com/log --log-key example.com/log+…
  countersign verify-client https://id.example.com --core https://core.example.com --password-key 3q2-7w…
  countersign verify-client https://id.example.com --proxy socks5://127.0.0.1:9050 --proxy http://proxy.example:3128
  countersign verify-client https://id.example.com --request 'https://id.example.com/consent?auth_request_id=…'`

/** Gives a command its description, options and action. */
export function describeVerifyClient(command: Command, { env, print, readFile, manifest: installed }: VerifyContext) {
  return command
    .description('compare all that a server sends to browsers with a release')
    .argument('<url>', 'address of the page, where people sign in')
    .option('--manifest <file>', 'the list of hashes of a release (default: that of this installation)')
    .option('--public-key <key>', 'key of minisign, or its file, that must have signed the manifest (FILE.minisig)')
    .option('--log <address>', 'transparency log that must list the manifest: its address, or a folder with a copy')
    .option('--log-key <key>', 'key of the log: name+id+key')
    .option('--core <url>', 'where core is to be (default: anywhere on the site of the page)')
    .option('--password-key <key>', 'a key by which core may take passwords (default: any); repeatable', collectKeys)
    .option('--request <url>', 'the address of the page to which an app sent you, or one that leads there')
    .option('--proxy <url>', 'ask through this proxy too: http, https or socks5; repeatable', collectProxies)
    .option('--json', 'print JSON')
    .addHelpText('after', HELP)
    .action(async (url: string, { json, core, passwordKey, request, proxy = [], ...flags }: Flags) => {
      // Loaded only here: other commands need neither cookies nor the list of public suffixes.
      const { compareClient } = await import('./compare-client.ts')
      const { findRequest } = await import('./find-request.ts')
      const { checkReleaseLog, describeLog } = await import('./log/check-release-log.ts')
      const { manifest, content, path, comment } = readManifest(readFile, installed, flags)
      const { version } = manifest
      const origin = readOrigin(url)
      const expectations = { core: core === undefined ? undefined : readAddress(core), passwordKeys: passwordKey }
      const networks = [DIRECT, ...(await Promise.all(proxy.map(readProxy)))] as const
      const log = await checkReleaseLog({ env, readFile }, flags, { version, content })
      const query = request === undefined ? undefined : await findRequest(request, origin)
      const compared = await compareClient(origin, { manifest, expectations, networks, query })
      const names = networks.map(({ name }) => name)
      if (json)
        print(
          printable(
            JSON.stringify({ version, comment, log, ...expectations, networks: names, ...compared }, undefined, 2),
          ),
        )
      const source = `${path}, ${comment === undefined ? 'signature not checked' : `signed (${comment})`}`
      const comparison = { version, source, expectations, networks: names, ...compared }
      if (!json) print(printable(describeComparison(comparison)))
      if (!json && log) print(`Log: ${describeLog(log)}`)
      if (compared.differences.length > 0)
        throw new VerifyError(printable(describeDifferences(compared.differences, names)))
      if (!json) print('\nAll that is served is that of the release.')
    })
}

function collectKeys(key: string, sofar: readonly string[] = []): readonly string[] {
  if (OPAQUE_SERVER_KEY.test(key)) return [...sofar, key]
  throw new VerifyError('--password-key takes one of OPAQUE_SERVER_KEYS, as the operator publishes it.')
}

function collectProxies(proxy: string, sofar: readonly string[] = []): readonly string[] {
  return [...sofar, proxy]
}

function readOrigin(url: string): string {
  return new URL(readAddress(url)).origin
}

function readAddress(url: string): string {
  if (URL.canParse(url) && /^https?:$/.test(new URL(url).protocol)) return url
  throw new VerifyError(`${url} is no address of a page. Write it out: https://id.example.com`)
}

/** Removes control characters: the server's text must not steer the terminal. */
function printable(text: string): string {
  return text.replaceAll(/[^\P{Cc}\n]/gu, '�')
}

type ReadFile = VerifyContext['readFile']

const PUBLIC_KEY = /^RW[\w+/]{54}$/

/**
 * Reads the manifest; with a public key, checks the signature beside it.
 * @throws VerifyError
 */
function readManifest(readFile: ReadFile, installed: string, { manifest: file, publicKey }: ManifestFlags) {
  const path = file ?? installed
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
    throw new VerifyError(`${path} is no manifest of a client: the build writes it beside index.html.`, { cause })
  }
}
