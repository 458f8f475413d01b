import type { HealthReport } from '@countersign/contracts'
import { HEALTH_TEXTS } from './health-texts.ts'

export type Reports = Readonly<Partial<Record<HealthReport['component'], HealthReport>>>

export type Weakness = HealthReport['findings'][number] & { readonly component: string }

/** More than this between a process and the database refuses tokens that are right. */
const CLOCK_SECONDS = 5

/** All that an operator should mend, errors first: what the components found, and what shows by comparing them. */
export function findWeaknesses(reports: Reports): readonly Weakness[] {
  const all = Object.values(reports).flatMap((report) => [
    ...report.findings.map((finding) => ({ ...finding, component: HEALTH_TEXTS.components[report.component] })),
    ...clockWeakness(report),
  ])
  const { provider, core } = reports
  if (provider && core && provider.version !== core.version) {
    const text = HEALTH_TEXTS.versionsDiffer(provider.version, core.version)
    all.push({ severity: 'warning', text, component: '' })
  }
  return all.toSorted((one, other) => Number(other.severity === 'error') - Number(one.severity === 'error'))
}

function clockWeakness({ component, clock_offset_seconds: offset }: HealthReport): readonly Weakness[] {
  if (offset === null || Math.abs(offset) < CLOCK_SECONDS) return []
  const text = HEALTH_TEXTS.clockOff(HEALTH_TEXTS.owners[component], Math.abs(offset).toFixed(0), offset > 0)
  return [{ severity: 'warning', text, component: HEALTH_TEXTS.components[component] }]
}
