import {
  integerFrom,
  oneOf,
  parseBaseUrl,
  parseListenAddress,
  parseNetworks,
  parseText,
} from '@countersign/service/setting-kinds'
import { type Environment, findText, readSettings, SettingRefused, type Settings } from '@countersign/service/settings'
import { parseDatabaseUrl } from '@countersign/service/sql'

import { type AppsFileRead, readAppsFile } from '../apps-file/read-apps-file.ts'
import { CommandError } from '../command-error.ts'
import { createFileReader } from '../files.ts'

const LOG_LEVELS = ['trace', 'debug', 'info', 'warn', 'error', 'fatal'] as const
const DEFAULT_LOG_LEVEL = 'info'

/** Port 0 means any free port. */
export const parsePort = integerFrom(0, 65_535)

export const PROCESS_SETTINGS = {
  HOST: { parse: parseText, default: 'localhost', meaning: 'where to listen' },
  PORT: { parse: parsePort, default: '8080', meaning: 'where to listen' },
  DATABASE_URL: {
    parse: parseDatabaseUrl,
    unset: 'the embedded database',
    isSecret: true,
    meaning: 'a PostgreSQL (14 or newer), [directly or through a pooler](postgresql.md)',
  },
  DATA_DIR: {
    parse: parseText,
    default: '.countersign',
    meaning: 'where the embedded database and the development secrets live',
  },
  APPS_FILE: {
    parse: parseAppsFile,
    unset: 'not set: apps are registered one by one',
    meaning: 'path of a [file with your apps](apps-file.md), in YAML or JSON, which the provider applies at each start',
  },
  TRUSTED_PROXIES: {
    parse: parseTrustedProxies,
    default: 'none',
    requiredInProduction:
      'Name the address of the proxy in front (127.0.0.1 if it is on this machine), or none if people connect directly.',
    meaning:
      'addresses and networks (`10.0.0.0/8`) of proxies whose `X-Forwarded-For` is believed, or `none`. Behind an unlisted proxy everyone counts as one address: see `forwarded_for_ignored` in the log',
  },
  METRICS_ADDRESS: {
    parse: parseListenAddress,
    unset: 'no metrics',
    meaning: 'where Prometheus reads `/metrics`, as `127.0.0.1:9464`; [keep it private](watch.md#metrics)',
  },
  MAX_EVENT_LOOP_DELAY: {
    parse: integerFrom(10, 60_000),
    default: '500',
    meaning:
      'milliseconds that requests may wait before all are refused with 503; from half of it no new flow begins ([limits](limits.md#more-than-a-process-can-do))',
  },
  OTEL_EXPORTER_OTLP_ENDPOINT: {
    parse: parseBaseUrl,
    unset: 'no traces',
    meaning: 'OpenTelemetry collector, OTLP over HTTP, as `http://127.0.0.1:4318` ([traces](watch.md#traces))',
  },
  OTEL_TRACES_SAMPLER_ARG: {
    parse: parseShare,
    default: '1',
    meaning: 'share of requests traced: `0.01` is one in a hundred. The provider follows core',
  },
  OTEL_SERVICE_NAME: { parse: parseText, default: 'countersign', meaning: 'name in traces' },
  LOG_LEVEL: {
    parse: oneOf(...LOG_LEVELS),
    default: DEFAULT_LOG_LEVEL,
    meaning: 'lowest level logged, `trace` to `fatal`',
  },
} satisfies Settings

export type ListenSettings = { readonly host: string; readonly port: number }

/** Falls back to the default, so that a refused LOG_LEVEL can be logged. */
export function logLevelOf(env: Environment): (typeof LOG_LEVELS)[number] {
  return LOG_LEVELS.find((level) => level === findText(env, 'LOG_LEVEL')) ?? DEFAULT_LOG_LEVEL
}

/** Without BASE_URL the service is at its port on this machine. */
export function withBaseUrl(env: Environment, port: number): Environment {
  return findText(env, 'BASE_URL') ? env : { ...env, BASE_URL: `http://localhost:${port}` }
}

async function parseAppsFile(path: string): Promise<AppsFileRead> {
  try {
    return await readAppsFile(path, createFileReader(process.cwd()).readFile)
  } catch (error) {
    if (!(error instanceof CommandError)) throw error
    throw new SettingRefused(`is refused: ${error.message}`)
  }
}

/** Brand settings that come from the apps file; none from a file that is refused. */
export async function readBrandOfFile(env: Environment): Promise<Environment> {
  const { APPS_FILE } = PROCESS_SETTINGS
  return readSettings(env, { APPS_FILE }).then(
    (settings) => settings.APPS_FILE?.brand ?? {},
    () => ({}),
  )
}

function parseShare(text: string): number {
  if (/^(?:0(?:\.\d+)?|1(?:\.0+)?)$/.test(text)) return Number(text)
  throw new SettingRefused('must be a number from 0 to 1.')
}

function parseTrustedProxies(text: string): readonly string[] {
  return text === 'none' ? [] : parseNetworks(text)
}
