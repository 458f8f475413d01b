import type { AppSecret } from '../api/console-api.ts'

type Secret = Pick<AppSecret, 'created_at' | 'last_used_at'>

export function newestFirst<Each extends Secret>(secrets: readonly Each[]): readonly Each[] {
  return secrets.toSorted((one, other) => other.created_at.localeCompare(one.created_at))
}

/** Of a rotation: make, hand over, wait, end. */
export function nextStep(secrets: readonly Secret[]): 'make' | 'handOver' | 'wait' | 'end' {
  const [newest, ...older] = newestFirst(secrets)
  if (!newest || older.length === 0) return 'make'
  const lastUse = newest.last_used_at
  if (lastUse === null) return 'handOver'
  return older.some(({ last_used_at: used }) => used !== null && used >= lastUse) ? 'wait' : 'end'
}
