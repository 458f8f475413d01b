import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { freePort } from '@countersign/testing'
import { runWith, startIn } from '../pack/programs.ts'
import { REDIRECT_URI, SCOPES, type Service } from './people.ts'

export type Settings = Readonly<Record<string, string>>
export type Installed = { readonly folder: string; readonly program: string; readonly under: readonly string[] }

/** MiB: until the process is ready, then at rest, and the most under load. */
export type Memory = { readonly components: string; readonly start: number; rest: number; load: number }

const UNIT = fileURLToPath(new URL('../../deploy/systemd/countersign.service', import.meta.url))
/** Caches are made, and the heap is small again. */
const REST_MS = 30_000

/** As systemd and the image start it. */
export const OF_UNIT: Settings = Object.fromEntries(
  [...readFileSync(UNIT, 'utf8').matchAll(/(NODE_OPTIONS|MALLOC_\w+)=(\S+)/g)].map(([, name = '', value = '']) => [
    name,
    value,
  ]),
)

/** Starts the packed program, and finds out what it takes to start. */
export async function startMeasured(
  { folder, program, under }: Installed,
  components: readonly string[],
  settings: Settings,
) {
  const command = [...under, process.execPath, program, 'serve', ...components]
  const server = await startIn(folder, command, { env: { ...OF_UNIT, ...settings }, until: '"event":"listening"' })
  const memory: Memory = { components: components.join(' '), start: read('VmHWM'), rest: 0, load: 0 }

  function read(name: 'VmHWM' | 'VmRSS'): number {
    const status = readFileSync(`/proc/${server.pid}/status`, 'utf8')
    return Number(new RegExp(`^${name}:\\s+(\\d+) kB$`, 'm').exec(status)?.[1]) / 1024
  }
  return {
    memory,
    rest: async () => {
      await pause(REST_MS)
      memory.rest = read('VmRSS')
    },
    loaded: () => void (memory.load = read('VmHWM')),
    stop: server.stop,
  }
}

/** Addresses of the parts, on this machine, without a proxy in front. */
export async function addressesOf(isApart: boolean) {
  const ports = await Promise.all([freePort(), freePort(), freePort()])
  const [provider = '', core = '', web = ''] = ports.map((port) => `http://localhost:${isApart ? port : ports[0]}`)
  return { provider, core, web }
}

export async function registerApp(
  { folder, program }: Installed,
  settings: Settings,
  addresses: Awaited<ReturnType<typeof addressesOf>>,
): Promise<Service> {
  const scopes = SCOPES.flatMap((scope) => ['--scope', scope])
  const options = ['--name', 'App', '--redirect-uri', REDIRECT_URI, '--plain', '--json', ...scopes]
  const said = await runWith(settings, folder, process.execPath, program, 'clients', 'add', ...options)
  const { client_id: clientId, client_secret: clientSecret } = JSON.parse(said)
  const { provider: issuer, core: coreUrl, web: origin } = addresses
  return { issuer, coreUrl, origin, app: { clientId: String(clientId), clientSecret: String(clientSecret) } }
}

/** Bytes of a folder's files, without those in a folder of another name. */
export function sizeOf(folder: string, without?: string): number {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !(without && entry.parentPath.includes(without)))
    .reduce((sum, entry) => sum + statSync(join(entry.parentPath, entry.name)).size, 0)
}
