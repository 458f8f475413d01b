/**
 * `node bench/src/large-vault.bench.ts`: how long a device with 200 and 5,000 entries waits on each database, and how long core
 * is blocked. The device runs in this process.
 */
import { byPasskey, ENGINES, newDevice, type Person, signInByPasskey, signUp } from '@countersign/testing'
import { exportPlain } from '@countersign/vault'
import { createDurableDatabase } from './measure/durable-database.ts'
import { type ServerProcess, startServerProcess } from './measure/server-process.ts'

const SIZES = [200, 5_000]
const VALUE_CHARACTERS = 1_000

for (const engine of ENGINES) {
  const database = await createDurableDatabase(engine)
  const server = await startServerProcess(new URL('countersign/server.ts', import.meta.url), database.envOf('together'))
  for (const entries of SIZES) await measure(server, `${engine}, ${entries} entries`, entries)
  await server.stop()
  await database.remove()
}

async function measure(server: ServerProcess, what: string, entries: number): Promise<void> {
  const { url } = server.listening
  const core = { url, origin: url }
  const ada = await signUp(core)
  const { device, passkey } = ada
  const timed = async (step: string, work: () => Promise<unknown>): Promise<void> => {
    await server.ask('blockedMilliseconds')
    const start = performance.now()
    await work()
    const milliseconds = Math.round(performance.now() - start)
    const blockedMilliseconds = await server.ask<number>('blockedMilliseconds')
    console.log(`${what}: ${step} ${milliseconds} ms; core was blocked for ${Math.round(blockedMilliseconds)} ms`)
  }
  const phone = newDevice(core)
  await timed('import', () => importEntries(ada, entries))
  await timed('sign in and open', () => signInByPasskey(phone, passkey))
  await timed('change one', () => device.saveProfile({ values: { name: 'Ada' } }))
  await timed('refresh by one', () => phone.refresh({}))
  await timed('refresh by none', () => phone.refresh({}))
  await device.prepareRecoveryKey({})
  await byPasskey(passkey)(device, { act: 'rotate_account_key' })
  await timed('renew the account key', () => device.rotateAccountKey({}))
}

async function importEntries({ device }: Person, entries: number): Promise<void> {
  const items = Array.from({ length: entries - 1 }, (_, index) => ({
    id: String(index),
    kind: 'claim',
    name: 'note',
    value: String(index).padEnd(VALUE_CHARACTERS, '.'),
    meta: {},
  }))
  await device.previewPlainImport({ text: exportPlain({ items }) })
  await device.commitImport({})
}
