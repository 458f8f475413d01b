/** Writes the OpenAPI documents from the mounted routes; `--check` only says whether they are current. */
import { execFileSync } from 'node:child_process'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { generateCoreSecrets } from '@countersign/core'
import { generateDataTokenSecret } from '@countersign/data-token'
import { createHttpServer } from '@countersign/service/http'
import { openDatabase } from '@countersign/service/sql'
import { createLogger } from '@countersign/service/telemetry'
import { type Component, mountComponents, readServerSettings } from 'countersign'

const FOLDER = fileURLToPath(new URL('../docs/openapi/', import.meta.url))
const stale: string[] = []
mkdirSync(FOLDER, { recursive: true })
for (const component of ['provider', 'core'] as const) {
  const path = `${FOLDER}${component}.json`
  const document = format(JSON.stringify(await describeComponent(component)), path)
  if (!process.argv.includes('--check')) writeFileSync(path, document)
  else if (readIfThere(path) !== document) stale.push(`docs/openapi/${component}.json`)
}
if (stale.length > 0) {
  console.error(`Not what the routes say: ${stale.join(', ')}. Run: npm run generate`)
  process.exitCode = 1
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
    INTERNAL_SERVICE_TOKEN: 'only so that the routes can be mounted',
    ADMIN_TOKEN: 'only so that the routes can be mounted',
    DYNAMIC_REGISTRATION: 'open',
    DATA_TOKEN_SECRET: await generateDataTokenSecret(),
    TOKEN_SECRET: 'only so that the routes can be mounted',
    ...(await generateCoreSecrets()),
  }
}

/** As `npm run fix` would: a schema that fits on a line is one line, so diffs stay short. */
function format(json: string, path: string): string {
  return execFileSync('biome', ['format', `--stdin-file-path=${path}`], { input: json, encoding: 'utf8' })
}

function readIfThere(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return undefined
  }
}
