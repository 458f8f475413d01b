import type { HealthFinding, ProcessHealth } from '@countersign/service/http'
import type { Environment } from '@countersign/service/settings'
import { type Database, findLastBackup } from '@countersign/service/sql'
import type { Component } from '../components.ts'
import { dataDirectoryOf } from '../settings/database-settings.ts'
import { inspectDatabase } from './database.ts'
import type { Finding, Inspected } from './finding.ts'
import {
  inspectEvents,
  inspectPasswordSecrets,
  inspectProxies,
  inspectSigningKeys,
  inspectTokenSecret,
  inspectVerifiedClaims,
} from './in-use.ts'
import { inspectPageOrigin } from './page.ts'
import { inspectWeakSettings } from './settings.ts'

type Reported = Parameters<ProcessHealth['inspect']>[0]

const INSPECTIONS: Readonly<Record<Reported, readonly ((inspected: Inspected) => Promise<Finding[]>)[]>> = {
  provider: [inspectSigningKeys, inspectTokenSecret, inspectProxies, inspectEvents],
  core: [inspectPasswordSecrets, inspectVerifiedClaims],
}

/** Some inspections read a whole table. */
const MAXIMUM_AGE_MS = 60_000

type Findings = Promise<readonly HealthFinding[]>

/** Doctor's findings about a process that serves `components`, for its health reports. */
export function createProcessHealth(
  { env, database }: { readonly env: Environment; readonly database: Database },
  components: readonly Component[],
): ProcessHealth {
  const inspected: Inspected = { env, withDatabase: (work) => work(database) }
  const inspectedAt = new Map<Reported, { readonly at: number; readonly findings: Findings }>()

  async function inspect(component: Reported): Findings {
    // Findings about what components share are told once.
    const isFirst = component === 'provider' || !components.includes('provider')
    const shared = isFirst ? [inspectWeakSettings(env), inspectPageOrigin(env), await inspectDatabase(inspected)] : []
    const own = await Promise.all(INSPECTIONS[component].map((each) => each(inspected)))
    return [...shared, ...own].flat().flatMap(toHealthFinding)
  }

  return {
    findLastBackup: () => findLastBackup(database, dataDirectoryOf(env)),
    inspect: (component) => {
      const at = performance.now()
      const last = inspectedAt.get(component)
      if (last && at - last.at < MAXIMUM_AGE_MS) return last.findings
      const findings = inspect(component)
      inspectedAt.set(component, { at, findings })
      // A failure is not kept.
      findings.catch(() => inspectedAt.delete(component))
      return findings
    },
  }
}

function toHealthFinding({ name, weakness, mustMend }: Finding): HealthFinding[] {
  return weakness === undefined ? [] : [{ severity: mustMend ? 'error' : 'warning', text: `${name} ${weakness}` }]
}
