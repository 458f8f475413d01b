import type { HealthReport } from '@countersign/contracts'
import { expect, test } from 'vitest'
import { findWeaknesses } from './weaknesses.ts'

const PROVIDER: HealthReport = {
  component: 'provider',
  version: '1.1.0',
  node: '24.21.0',
  started_at: '2026-11-27T11:00:00.000Z',
  checks: [],
  clock_offset_seconds: 0.2,
  database: { engine: 'postgresql', version: '17.2' },
  last_backup_at: null,
  keys_rotate_at: null,
  mail: null,
  findings: [{ severity: 'warning', text: 'A weakness.' }],
}
const CORE: HealthReport = { ...PROVIDER, component: 'core', findings: [{ severity: 'error', text: 'An error.' }] }

const textsOf = (provider: HealthReport, core: HealthReport) =>
  findWeaknesses({ provider, core }).map(({ severity, component, text }) => `${severity} ${component}: ${text}`)

test('health lists what to mend, errors first, with the component that found it', () => {
  expect(textsOf(PROVIDER, CORE)).toEqual(['error Core: An error.', 'warning Provider: A weakness.'])
})

test('health notices different versions and a wrong clock', () => {
  const well = { ...PROVIDER, findings: [] }
  const late = { ...CORE, findings: [], version: '1.0.0', clock_offset_seconds: -3_600 }
  const [clock = '', versions = ''] = textsOf(well, late)
  expect(clock).toContain('Core’s clock is 3600 s behind')
  expect(versions).toContain('The provider is version 1.1.0 and core is version 1.0.0')
})
