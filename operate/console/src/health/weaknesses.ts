import type { HealthReport } from '@countersign/contracts'
import { HEALTH_TEXTS } from './health-texts.ts'

export type Reports = Readonly<Partial<Record<HealthReport['component'], HealthReport>>>

type Finding = HealthReport['findings'][number]
export type Weakness = Finding & { readonly component: string }

/** More than this between a process and the database refuses tokens that are right. */
const CLOCK_SECONDS = 5

/** Findings of the components and of comparing them, errors first. */
export function findWeaknesses(reports: Reports): readonly Weakness[] {
  const all = Object.values(reports).flatMap((report) => {
    const component: string = HEALTH_TEXTS.components[report.component]
    return report.findings.concat(findClock(report)).map(({ severity, text }) => ({ severity, text, component }))
  })
  const { provider, core } = reports
  if (provider && core && provider.version !== core.version) {
    const text = HEALTH_TEXTS.versionsDiffer(provider.version, core.version)
    all.push({ severity: 'warning', text, component: '' })
  }
  return all.toSorted((one, other) => Number(other.severity === 'error') - Number(one.severity === 'error'))
}

function findClock({ component, clock_offset_seconds: offset }: HealthReport): Finding[] {
  if (offset === null || Math.abs(offset) < CLOCK_SECONDS) return []
  const text = HEALTH_TEXTS.clockOff(HEALTH_TEXTS.owners[component], Math.abs(offset).toFixed(0), offset > 0)
  return [{ severity: 'warning', text }]
}
