import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createHttpServer } from '@countersign/service/http'
import { createLogger } from '@countersign/service/telemetry'
import type { FastifyInstance } from 'fastify'
import { type CoreConfig, mountOprf, readOprfConfig } from '../src/index.ts'
import { readTestConfig } from './core-under-test.ts'

export const OPRF_TOKEN = 'v8Kd2Lq7Wm4Xp1Zs6Rt9Yb3Nc5Jf0Hg-uE'

export type OprfUnderTest = {
  readonly app: FastifyInstance
  /** The settings of a core that asks it, and has no setup of its own. */
  readonly coreConfig: CoreConfig
  readonly directory: string
  close(): Promise<void>
}

type Options = {
  /** Newest first. */
  readonly setups: readonly string[]
  readonly loginIndexKey: string
  readonly now?: () => Date
  /** One that was counted in before. */
  readonly directory?: string
}

/** The process that evaluates for core, on a port of its own. */
export async function startOprf({ setups, loginIndexKey, now, directory }: Options): Promise<OprfUnderTest> {
  const folder = directory ?? mkdtempSync(join(tmpdir(), 'countersign-oprf-'))
  const app = createHttpServer({ logger: createLogger({ level: 'silent' }) })
  const config = await readOprfConfig({ OPAQUE_SERVER_SETUP: setups.join(','), OPRF_TOKEN })
  await mountOprf(app, { config, directory: folder, now: now ?? (() => new Date()) })
  const url = await app.listen({ host: '127.0.0.1', port: 0 })
  const coreConfig = await readTestConfig({
    OPAQUE_SERVER_SETUP: '',
    OPRF_URL: url,
    OPRF_TOKEN,
    LOGIN_INDEX_KEY: loginIndexKey,
  })
  const close = async () => {
    await app.close()
    if (directory === undefined) rmSync(folder, { recursive: true, force: true })
  }
  return { app, coreConfig, directory: folder, close }
}
