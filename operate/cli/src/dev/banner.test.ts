import { join } from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import { expect, test } from 'vitest'
import { formatBanner } from './banner.ts'

const ROOT = join(import.meta.dirname, '../../../..')
const PARTS = {
  url: 'http://localhost:8080',
  universityUrl: 'http://localhost:8080/demo-university',
  ownApp: undefined,
  demo: {
    url: 'http://localhost:8090',
    client: { clientId: 'demo', clientSecret: undefined },
    claimsKeyFile: 'demo-app.claims-key.json',
  },
  logFile: 'countersign.log',
  committable: [],
}

test.each([
  ['embedded', join(ROOT, '.countersign'), 'npm run countersign --'],
  ['embedded', '/srv/other data', "DATA_DIR='/srv/other data' npm run countersign --"],
  ['embedded', "/srv/ada's", String.raw`DATA_DIR='/srv/ada'\''s' npm run countersign --`],
  ['postgresql', '/srv/data', 'DATABASE_URL=… npm run countersign --'],
] as const)(
  'beside %s in %s, the command that it prints works on the same database',
  (engine, dataDirectory, command) => {
    const banner = stripVTControlCharacters(formatBanner({ ...PARTS, engine, dataDirectory }))
    expect(banner).toContain(`Register an app     ${command} clients add --help\n`)
  },
)
