import type { Environment } from '@countersign/service'
import { COMPONENTS } from '../components.ts'
import { readSecretsFile } from '../dev/development-secrets.ts'
import { DEFAULT_DATA_DIRECTORY, dataDirectoryOf } from '../settings/database-settings.ts'
import { DEFAULT_HOST, DEFAULT_PORT } from '../settings/listen-settings.ts'
import { checkProductionRules } from '../settings/production-rules.ts'
import { findProblems } from '../settings/server-settings.ts'
import type { Finding } from './finding.ts'

type Setting = {
  readonly name: string
  readonly fallback?: string
  readonly weakness?: (value: string) => string | undefined
}

const PLAIN: readonly Setting[] = [
  { name: 'BASE_URL', fallback: 'http://localhost:<PORT>' },
  { name: 'HOST', fallback: DEFAULT_HOST },
  { name: 'PORT', fallback: String(DEFAULT_PORT) },
  { name: 'DATA_DIR', fallback: DEFAULT_DATA_DIRECTORY },
  { name: 'PROVIDER_URL', fallback: 'BASE_URL' },
  { name: 'CORE_URL', fallback: 'BASE_URL' },
  { name: 'CONSENT_URL', fallback: 'BASE_URL' },
  { name: 'INTERNAL_SERVICE_TIMEOUT', fallback: '5' },
  { name: 'DATA_TOKEN_LIFETIME', fallback: '300' },
  { name: 'REQUEST_LIFETIME', fallback: '600' },
  { name: 'DYNAMIC_REGISTRATION', fallback: 'off', weakness: weaknessOfRegistration },
  { name: 'TRUSTED_PROXIES', fallback: 'none' },
  { name: 'RATE_LIMIT_FAILURES', fallback: '20' },
  { name: 'RATE_LIMIT_AUTHORIZE', fallback: '60' },
  { name: 'RATE_LIMIT_REGISTRATION', fallback: '5' },
  { name: 'RATE_LIMIT_SIGN_INS', fallback: '30' },
  { name: 'RATE_LIMIT_SIGN_UPS', fallback: '5' },
  { name: 'RATE_LIMIT_COMMITS', fallback: '60' },
  { name: 'RATE_LIMIT_COMMIT_MEGABYTES', fallback: '100' },
  { name: 'AUDIT_RETENTION_DAYS', fallback: '365' },
  { name: 'REUSE_DETECTION_DAYS', fallback: '30' },
  { name: 'GRANT_LIFETIME_DAYS', fallback: '180' },
  { name: 'PAR_LIFETIME', fallback: '60' },
  { name: 'REQUIRE_PUSHED_AUTHORIZATION_REQUESTS', fallback: 'false' },
  { name: 'KEY_ROTATION_DAYS', fallback: '90' },
  { name: 'ID_TOKEN_LIFETIME', fallback: '300' },
  { name: 'OPAQUE_SERVER_KEYS', fallback: 'those of core' },
  { name: 'BRAND_NAME', fallback: 'Countersign' },
  { name: 'BRAND_LOGO_FILE' },
  { name: 'BRAND_ACCENT' },
  { name: 'BRAND_ACCENT_DARK', fallback: 'made of BRAND_ACCENT' },
  { name: 'BRAND_LEGAL_LINKS' },
  { name: 'BRAND_SUPPORT_URL' },
  { name: 'LOG_LEVEL', fallback: 'info' },
]

const SECRETS: readonly Setting[] = [
  { name: 'INTERNAL_SERVICE_TOKEN' },
  { name: 'DATA_TOKEN_SECRET', weakness: weaknessOfDataTokenSecret },
  { name: 'OPAQUE_SERVER_SETUP' },
  { name: 'LOGIN_INDEX_KEY' },
]

type Secrets = ReturnType<typeof readSecretsFile>

/** Every setting with what is weak about it, and with what `countersign serve` would refuse. */
export async function inspectSettings(env: Environment): Promise<Finding[]> {
  const made = env['NODE_ENV'] === 'production' ? undefined : readSecretsFile(dataDirectoryOf(env))
  const refusals = await findRefusals({ ...textsOf(made), ...env })
  const findings = [
    ...PLAIN.map((setting) => inspectPlain(setting, env)),
    ...SECRETS.map((setting) => inspectSecret(setting, env, made)),
    inspectKeyEncryptionSecret(env, made),
    inspectAdminToken(env),
  ]
  return findings.map(({ name, value, source, weakness }) => {
    return { name, value, source, weakness: refusals.get(name) ?? weakness }
  })
}

/** The rules that each setting breaks, as `countersign serve` says them: it is asked, so that neither knows more. */
async function findRefusals(env: Environment): Promise<ReadonlyMap<string, string>> {
  const refusals = new Map<string, string>()
  for (const problem of await findProblems(env, COMPONENTS, checkProductionRules)) {
    const [name = '', ...words] = problem.split(' ')
    const rule = words.join(' ')
    const others = refusals.get(name)
    refusals.set(name, others ? `${others} It ${rule}` : rule)
  }
  return refusals
}

function textsOf(made: Secrets): Environment {
  const texts = Object.entries(made ?? {}).flatMap(([name, value]) =>
    typeof value === 'string' ? [[name, value]] : [],
  )
  return Object.fromEntries(texts)
}

function inspectPlain({ name, fallback = 'not set', weakness }: Setting, env: Environment): Finding {
  const given = env[name]?.trim()
  const value = given || fallback
  return { name, value, source: given ? 'environment' : 'default', weakness: weakness?.(value) }
}

function inspectSecret({ name, weakness }: Setting, env: Environment, made: Secrets): Finding {
  const given = env[name]?.trim()
  const secret = given || textsOf(made)[name]
  if (!secret) return { name, value: 'not set', source: 'none' }
  // A running `countersign dev` has them in its environment.
  const source = given && given !== made?.[name] ? 'environment' : 'secrets.json, for countersign dev only'
  return { name, value: 'set', source, weakness: weakness?.(secret) }
}

/** Where it is left out, the service token takes its place, which core knows too. */
function inspectKeyEncryptionSecret(env: Environment, made: Secrets): Finding {
  const name = 'KEY_ENCRYPTION_SECRET'
  const isSet = Boolean(env[name]?.trim()) || typeof made?.[name] === 'string'
  if (isSet) return inspectSecret({ name }, env, made)
  const weakness = 'is not set: INTERNAL_SERVICE_TOKEN seals the signing keys too, and core knows that one.'
  return { name, value: 'INTERNAL_SERVICE_TOKEN', source: 'default', weakness }
}

/** The one secret that may be left out: then there is no administration API. */
function inspectAdminToken(env: Environment): Finding {
  const name = 'ADMIN_TOKEN'
  if (env[name]?.trim()) return inspectSecret({ name }, env, undefined)
  return { name, value: 'not set: no administration API', source: 'default', weakness: undefined }
}

function weaknessOfRegistration(mode: string): string | undefined {
  return mode === 'open' ? 'is "open": anyone can register an app under any name.' : undefined
}

function weaknessOfDataTokenSecret(secret: string): string | undefined {
  if (secret.startsWith('{')) return undefined
  return 'is a shared secret (HS256): whoever can verify a data token with it can also forge one. Use a private JWK.'
}
