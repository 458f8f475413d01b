import { execFileSync } from 'node:child_process'
import { copyFileSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseEnv } from 'node:util'
import { publicKeyOf } from '@countersign/core'
import { temporaryFolder } from '@countersign/testing'
import { describe, expect, test } from 'vitest'
import { parse, parseAllDocuments } from 'yaml'
import { COMPONENTS, type Component } from '../src/components.ts'
import { componentsOf } from '../src/doctor/finding.ts'
import { generateSecrets } from '../src/secrets.ts'
import { checkProductionRules } from '../src/settings/production-rules.ts'
import { findProblems, SETTINGS } from '../src/settings/server-settings.ts'
import { PROGRAM } from './command-line.ts'

const ROOT = join(import.meta.dirname, '../../..')
const KUBERNETES = 'deploy/kubernetes'

/** Settings of other programs. */
const OTHERS = new Set(['NODE_ENV'])

/** A secret comes from a file too. */
const isSetting = (name = '') => SETTINGS.has(name) || SETTINGS.get(name.replace(/_FILE$/, ''))?.isSecret === true

type Values = Readonly<Record<string, string | undefined>>
type Process = { readonly name: string; readonly args: readonly string[]; readonly env: Values }
type ComposeService = Omit<Process, 'name' | 'args'> & {
  readonly command?: readonly string[]
  readonly env_file: readonly unknown[]
  readonly environment: Values
  readonly secrets?: readonly string[]
}
type Generator = { readonly name: string; readonly literals?: readonly string[]; readonly envs?: readonly string[] }

/** Runs `countersign secrets` in the mounted folder, and says the rest. */
const DOCKER = `#!/bin/sh
case "$1" in
  run) while [ "$1" != secrets ]; do [ "$1" != --volume ] || mounted=\${2%:*}; shift; done
    exec node "$PROGRAM" secrets --directory "$mounted" ;;
  *) echo "$@" ;;
esac
`

const secrets: Values = await generateSecrets()
const page = { OPAQUE_SERVER_KEYS: await publicKeyOf(secrets['OPAQUE_SERVER_SETUP'] ?? '') }
const image = readSettingsOfImage()
const started = startByScript('id.example.com', 'vault.example.com')

describe('deployment:', () => {
  const processes = [...readCompose(), ...readKubernetes()]

  test('is provider, core and page, in each way', () => {
    expect(processes.map(({ name }) => name)).toEqual(['id', 'page', 'core', 'page', 'provider'])
  })

  test.each(processes)('serves $name ($args) with the settings that it is given', async ({ args, env }) => {
    const components = args.filter((arg): arg is Component => arg !== 'serve')
    const all = { ...image, ...env }
    expect(Object.keys(all).filter((name) => !isSetting(name) && !OTHERS.has(name))).toEqual([])
    expect(await findProblems({ env: all, components, rules: checkProductionRules })).toEqual([])
    // Doctor derives the components from the settings.
    expect(componentsOf(all)).toEqual(components.length === 1 ? components : COMPONENTS)
    // A missing setting is noticed.
    const { BASE_URL: _, ...less } = all
    expect(await findProblems({ env: less, components, rules: checkProductionRules })).not.toEqual([])
  })

  test('Docker Compose takes one command, which makes each secret once, for one user', () => {
    const { folder, start, said } = started
    const names = Object.keys(parse(readText('deploy/compose.yaml')).secrets).toSorted()
    const read = () => readdirSync(join(folder, 'secrets')).map((name) => readFileSync(join(folder, 'secrets', name)))
    expect(readdirSync(join(folder, 'secrets')).toSorted()).toEqual(names)
    const modeOf = (name: string) => statSync(join(folder, name)).mode & 0o777
    const readable = names.filter((name) => modeOf(join('secrets', name)) !== 0o600)
    // Within a folder that lets one user in.
    expect([modeOf('secrets'), readable]).toEqual([0o700, ['SERVING_PASSWORD']])
    expect(said).toContain('compose up --detach --wait\ncompose exec --no-TTY id countersign doctor')
    const made = read()
    start()
    expect(read()).toEqual(made)
    expect(() => start('other.example.com', 'vault.example.com')).toThrow('in deploy/.env already')
  })

  test('by Docker Compose of an older version gets the secret that it lacks, for one user alone', () => {
    const path = join(started.folder, 'secrets', 'TOKEN_SECRET')
    rmSync(path)
    started.start()
    expect(statSync(path).mode & 0o777).toBe(0o600)
    expect(readdirSync(join(started.folder, 'secrets'))).not.toContain('unfinished')
    const [id] = readCompose()
    const components: readonly Component[] = ['provider', 'core']
    const env = { ...image, ...id?.env }
    return expect(findProblems({ env, components, rules: checkProductionRules })).resolves.toEqual([])
  })

  test('the page apart: provider and core send people there, and it finds core', () => {
    const pages = processes.filter(({ args }) => args.includes('web'))
    const others = processes.filter(({ args }) => !args.includes('web'))
    expect(new Set(pages.map(({ env }) => env['CORE_URL']))).toEqual(new Set(['https://id.example.com']))
    expect(new Set(others.map(({ env }) => env['WEB_URL']))).toEqual(new Set(['https://vault.example.com']))
  })

  test('after its start nothing is asked that all parts need together', () => {
    const { containers } = parse(readText(`${KUBERNETES}/base/process.yaml`)).spec.template.spec
    const { readinessProbe, livenessProbe } = containers[0]
    for (const { httpGet } of [readinessProbe, livenessProbe]) expect(httpGet.path).toBe('/health/live')
    expect(readText('deploy/Dockerfile')).toMatch(/^HEALTHCHECK .* CMD \["countersign", "health", "--live"\]$/m)
    expect(readText('deploy/patroni/haproxy.cfg')).not.toContain('/health/ready')
  })

  test('labels pods without writing into selectors, which name pods of others too', () => {
    const { labels } = parse(readText(`${KUBERNETES}/base/kustomization.yaml`))
    expect(labels).toEqual([{ pairs: { 'app.kubernetes.io/name': 'countersign' }, includeTemplates: true }])
  })

  test.each(['countersign', 'countersign@'])('lets %s.service ask for the addresses that it listens on', (name) => {
    expect(readText(`deploy/systemd/${name}.service`)).toMatch(/^RestrictAddressFamilies=.*\bAF_NETLINK\b/m)
  })

  test.each(['countersign', 'countersign@'])('lets %s.service leave no core file, which would hold secrets', (name) => {
    expect(readText(`deploy/systemd/${name}.service`)).toMatch(/^LimitCORE=0$/m)
  })

  test('leaves memory above what was measured: a fifth with the embedded database, else twice as much', () => {
    const most = readMeasuredMemory()
    const ofUnit = (name: string) =>
      mebibytes(/^MemoryMax=(.+)$/m.exec(readText(`deploy/systemd/${name}.service`))?.[1])
    const { services } = parse(readText('deploy/compose.yaml'), { merge: true })
    const ofPod = (name: string) => {
      const [deployment] = parseAllDocuments(readText(`${KUBERNETES}/base/${name}.yaml`))
      return mebibytes(deployment?.toJS().spec.template.spec.containers[0].resources.limits.memory)
    }
    expect(ofUnit('countersign')).toBeGreaterThan(1.2 * (most.get('all, embedded database') ?? Infinity))
    const others = [
      [ofUnit('countersign@'), '`serve core`, PostgreSQL'],
      [mebibytes(services.id.mem_limit), 'all, PostgreSQL'],
      [mebibytes(services.page.mem_limit), '`serve web`, PostgreSQL'],
      [ofPod('provider'), '`serve provider`, PostgreSQL'],
      [ofPod('core'), '`serve core`, PostgreSQL'],
      [ofPod('page'), '`serve web`, PostgreSQL'],
    ] as const
    for (const [limit, name] of others) expect(limit, name).toBeGreaterThan(2 * (most.get(name) ?? Infinity))
  })

  test('gives a process that migrates an hour to start, whatever else is away meanwhile', () => {
    const { spec } = parse(readText(`${KUBERNETES}/base/process.yaml`))
    const { httpGet, periodSeconds, failureThreshold } = spec.template.spec.containers[0].startupProbe
    expect([httpGet.path, periodSeconds * failureThreshold]).toEqual(['/health/live', 3600])
    const units = ['countersign', 'countersign@'].map((name) => readText(`deploy/systemd/${name}.service`))
    for (const unit of units) expect(unit).toMatch(/^TimeoutStartSec=3600$/m)
  })

  test('runs on the Node that everything is tested on', () => {
    const { devDependencies } = JSON.parse(readText('package.json'))
    const stages = readText('deploy/Dockerfile')
      .match(/(?<=^FROM ).*/gm)
      ?.map((stage) => stage.split('@sha256:'))
    const base = `docker.io/library/node:${devDependencies.node}-bookworm-slim`
    // A tag alone may name another image tomorrow.
    const digest = expect.stringMatching(/^[0-9a-f]{64} AS base$/)
    expect(stages).toEqual([[base, digest], ['base AS build'], ['base']])
  })
})

test.each(readdirSync(join(ROOT, 'docs/guides/run')))('every setting that a block of %s sets is one', (name) => {
  const blocks = [...readText(`docs/guides/run/${name}`).matchAll(/^```(?:sh|ini|env)\n([^]*?)^```/gm)]
  const set = blocks.flatMap(([, block = '']) => [...block.matchAll(/^([A-Z][A-Z_]{3,})=/gm)].map(([, found]) => found))
  expect(set.filter((found = '') => !isSetting(found) && !OTHERS.has(found))).toEqual([])
})

/** MiB at most, by the table of the guide. */
function readMeasuredMemory(): ReadonlyMap<string, number> {
  const [table = ''] = /<!-- footprint -->[^]*?\n\n/.exec(readText('docs/guides/run/limits.md')) ?? []
  const rows = [...table.matchAll(/^\| ([^|]+) \| (\d+) \| \d+ \| (\d+) \|$/gm)]
  return new Map(rows.map(([, name = '', start, load]) => [name, Math.max(Number(start), Number(load))]))
}

/** Of `512m`, `512M` and `512Mi`. */
function mebibytes(text = ''): number {
  return Number(/^(\d+)Mi?$/i.exec(text)?.[1])
}

/** As `start.sh` made it: in a folder with a space in its name, by a Docker that runs our command line. */
function startByScript(...hosts: readonly string[]) {
  const folder = join(temporaryFolder(), 'my service', 'deploy')
  const programs = join(folder, '..', 'programs')
  for (const each of [folder, programs]) mkdirSync(each, { recursive: true })
  for (const name of ['start.sh', 'compose.yaml']) copyFileSync(join(ROOT, 'deploy', name), join(folder, name))
  writeFileSync(join(programs, 'docker'), DOCKER, { mode: 0o755 })
  const start = (...given: readonly string[]) =>
    execFileSync(join(folder, 'start.sh'), given, {
      env: { ...process.env, PATH: `${programs}:${process.env['PATH']}`, PROGRAM },
      encoding: 'utf8',
    })
  return { folder, start, said: start(...hosts) }
}

function readCompose(): readonly Process[] {
  const { folder } = started
  const settings: Values = parseEnv(readFileSync(join(folder, '.env'), 'utf8'))
  const text = readText('deploy/compose.yaml')
    .replaceAll(/\$\{(\w+)[^}]*\}/g, (_, name: string) => settings[name] ?? '')
    .replaceAll('/run/secrets/', `${folder}/secrets/`)
  const { services }: { readonly services: Readonly<Record<string, ComposeService>> } = parse(text, { merge: true })
  return Object.entries(services).flatMap(([name, { command, env_file, environment }]) =>
    command?.[0] === 'serve'
      ? [{ name, args: command, env: { ...environment, ...(env_file.includes('page.env') ? readPageSettings() : {}) } }]
      : [],
  )
}

function readPageSettings(): Values {
  return parseEnv(readFileSync(join(started.folder, 'page.env'), 'utf8'))
}

function readKubernetes(): readonly Process[] {
  const { configMapGenerator, secretGenerator } = parse(readText(`${KUBERNETES}/example/kustomization.yaml`))
  const generated = (generators: readonly Generator[], wanted: string | undefined): Values => {
    const found = generators.find(({ name }) => name === wanted)
    const literals = (found?.literals ?? []).map((literal) => literal.split('=', 2))
    return Object.assign(Object.fromEntries(literals), ...(found?.envs ?? []).map(readFileOfGuide))
  }
  return ['core', 'page', 'provider'].map((name) => {
    const [deployment] = parseAllDocuments(readText(`${KUBERNETES}/base/${name}.yaml`))
    const [{ args, envFrom }] = deployment?.toJS().spec.template.spec.containers ?? []
    const env = (envFrom as readonly Readonly<Record<string, { readonly name: string }>>[]).map(
      ({ configMapRef, secretRef }) =>
        configMapRef ? generated(configMapGenerator, configMapRef.name) : generated(secretGenerator, secretRef?.name),
    )
    return { name, args, env: Object.assign({}, ...env) }
  })
}

/** Settings that the guide's command picks from `countersign.env`. */
function readFileOfGuide(file: string): Values {
  if (file === 'page.env') return page
  const guide = readText('docs/guides/run/kubernetes.md')
  const [, names = ''] = new RegExp(String.raw`grep -E '\^\(([^)]*)\)=' countersign\.env > ${file}`).exec(guide) ?? []
  const picked = names.split('|').map((name) => [name, secrets[name] ?? `'postgresql://countersign@db.internal/x'`])
  return Object.fromEntries(picked)
}

function readSettingsOfImage(): Values {
  const [, text = ''] = /^ENV (.*)$/m.exec(readText('deploy/Dockerfile')) ?? []
  return Object.fromEntries(text.split(' ').map((pair) => pair.split('=')))
}

function readText(path: string): string {
  return readFileSync(join(ROOT, path), 'utf8')
}
