import { execFileSync } from 'node:child_process'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { temporaryFolder } from '@countersign/testing'
import { expect, test } from 'vitest'

const COMMAND = join(import.meta.dirname, '../../../deploy/systemd/countersign')
const folder = temporaryFolder()

test('the command beside the service takes settings as they stand, and runs nothing that is in them', () => {
  const settings = {
    BRAND_NAME: 'Our School',
    MAIL_FROM: 'Example ID <no-reply@id.example>',
    BRAND_ACCENT: '#336699',
    SMTP_URL: 'smtp://user:a;b&c$(id)`id`@host:587',
    DATA_TOKEN_SECRET: `'{"kty":"EC"}'`,
    ADMIN_TOKEN: '"one = two"',
  }
  const lines = Object.entries(settings).map(([name, value]) => `${name}=${value}`)
  const env = runAsRoot(`# $(touch ran)\n\ntouch ran\n${lines.join('\n')}`)
  expect(env).toMatchObject({ ...settings, DATA_TOKEN_SECRET: '{"kty":"EC"}', ADMIN_TOKEN: 'one = two' })
  expect(env).toMatchObject({ NODE_ENV: 'production', DATA_DIR: join(folder, 'data'), ran: 'no' })
})

test('the command that replaces secrets stays root, who alone may change the settings', () => {
  const env = runAsRoot('BRAND_NAME=Our School', 'rotate-secrets')
  for (const name of ['BRAND_NAME', 'NODE_ENV']) expect(env).not.toHaveProperty(name, expect.stringMatching(/Our|prod/))
})

/** Returns the environment of a program where the service is installed in a folder and every user is root. */
function runAsRoot(settings: string, ...parameters: readonly string[]): unknown {
  mkdirSync(join(folder, 'data'), { recursive: true })
  writeFileSync(join(folder, 'countersign.env'), settings)
  writeProgram('id', 'echo 0')
  writeProgram('runuser', 'shift 3; exec "$@"')
  const say = `JSON.stringify({ ...process.env, ran: fs.existsSync('ran') ? 'yes' : 'no' })`
  writeProgram('countersign', `exec '${process.execPath}' --print "${say}"`)
  const script = readFileSync(COMMAND, 'utf8')
    .replaceAll('/etc/countersign', folder)
    .replaceAll('/var/lib/countersign', join(folder, 'data'))
    .replaceAll(/^PATH=.*$/gm, `PATH='${folder}':$PATH`)
  return JSON.parse(
    execFileSync('sh', ['-c', script, 'countersign', ...parameters], { cwd: join(folder, 'data'), encoding: 'utf8' }),
  )
}

function writeProgram(name: string, text: string): void {
  writeFileSync(join(folder, name), `#!/bin/sh\n${text}\n`, { mode: 0o755 })
}
