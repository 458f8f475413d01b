// Long: every secret replaced by `rotate-secrets` while people sign in, and the copies of a former operator tried.
import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'

const MINUTES = 600_000

test(
  'rotate-secrets: replaces every secret without a failed request, and former copies open nothing',
  async () => {
    const env = { ...process.env, SECONDS: '2' }
    const { stdout } = await promisify(execFile)(process.execPath, [join(import.meta.dirname, 'rotation-check.ts')], {
      env,
    })
    expect(stdout).toContain('nothing failed')
  },
  MINUTES,
)
