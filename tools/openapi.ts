import { execFileSync } from 'node:child_process'
import { createHttpServer } from '@countersign/service/http'
import { openDatabase } from '@countersign/service/sql'
import { createLogger } from '@countersign/service/telemetry'
import { type Component, mountComponents, readServerSettings } from 'countersign'
import { generateSecrets } from 'countersign/internal/secrets.ts'

/** The OpenAPI document of the mounted routes, formatted as `npm run fix` would: small schemas on one line keep diffs short. */
export async function writeOpenApi(component: Component): Promise<string> {
  const input = JSON.stringify(await describeComponent(component))
  return execFileSync('biome', ['format', '--stdin-file-path=openapi.json'], { input, encoding: 'utf8' })
}

/** Mounts the routes as a server does. No request is served, so the database is never connected to. */
async function describeComponent(component: Component): Promise<unknown> {
  const { configs } = await readServerSettings({ env: await madeUpSettings(), components: [component] })
  const database = await openDatabase({ databaseUrl: 'postgresql://nowhere.invalid/none' })
  const app = createHttpServer({ logger: createLogger({ level: 'silent' }) })
  await mountComponents(app, configs, { database, dataDirectory: '' })
  const document: unknown = (await app.inject(`/openapi/${component}.json`)).json()
  await app.close()
  await database.close()
  return document
}

async function madeUpSettings(): Promise<Record<string, string>> {
  return {
    PORT: '0',
    BASE_URL: 'https://id.example',
    ADMIN_TOKEN: 'only so that the routes can be mounted',
    DYNAMIC_REGISTRATION: 'open',
    ...(await generateSecrets()),
  }
}
