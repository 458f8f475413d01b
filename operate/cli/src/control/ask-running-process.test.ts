import { existsSync, mkdirSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { copyEmptyDatabase, temporaryFolder } from '@countersign/testing'
import { expect, test } from 'vitest'
import { ADD_CLIENT, commandLineAt, refusal } from '../../test/command-line.ts'
import { PATIENCE } from '../patience.ts'
import { socketPathOf } from './control-server.ts'

const folder = temporaryFolder()

test('a process that ends in the middle of a command is told apart from none', async () => {
  const dataDirectory = join(folder, 'ends')
  const { run } = commandLineAt(dataDirectory, folder)
  mkdirSync(join(dataDirectory, 'control'), { recursive: true })
  const dying = createServer((socket) => socket.once('data', () => socket.destroy()))
  dying.listen(socketPathOf(dataDirectory))
  expect(await run('clients', 'list')).toMatchObject(refusal('ended before it answered'))
  dying.close()
})

test('a command that comes while the process starts waits for it', async () => {
  const dataDirectory = copyEmptyDatabase(join(folder, 'starts'))
  const { run, runWaiting, start } = commandLineAt(dataDirectory, folder)
  const starting = start()
  await expect.poll(() => existsSync(join(dataDirectory, 'lock-holder')), { interval: 1 }).toBe(true)
  const patience = { ...PATIENCE, silentMs: 0, readyMs: 60_000 }
  const [added, looked] = await Promise.all([
    runWaiting(patience, ...ADD_CLIENT, '--json'),
    runWaiting(patience, 'doctor'),
  ])
  expect(added.complaint).toContain(`Waiting for the process that holds ${dataDirectory} …\n`)
  // It looks at several things: the first that has to wait has all of them looked at elsewhere.
  expect(looked.said.match(/^Setting/gm)).toHaveLength(1)
  expect(looked.said).toMatch(/^database +embedded/m)
  const server = await starting
  const { client_id } = JSON.parse(added.said)
  expect((await run('clients', 'list')).said).toContain(client_id)
  await server.close()
}, 60_000)

test('a process that does not answer is waited for with a word, and not for ever', async () => {
  const dataDirectory = join(folder, 'stands still')
  const { runWaiting } = commandLineAt(dataDirectory, folder)
  mkdirSync(join(dataDirectory, 'control'), { recursive: true })
  const still = createServer().listen(socketPathOf(dataDirectory))
  const patience = { silentMs: 0, readyMs: 0, answerMs: 100 }
  const { code, complaint } = await runWaiting(patience, 'clients', 'list')
  expect(code).toBe(1)
  expect(complaint).toMatch(/^Waiting for the process that holds .* …\n.* has not answered for 1 seconds/)
  still.close()
})
