import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { run } from '../command.ts'

/** The headless shell needs the files of the other. */
const PACKAGES = ['chromium-headless-shell', 'chromium-common']
const UNPACK =
  'cd "$0" && apt-get download -qq "$@" && for file in *.deb; do dpkg-deb --extract "$file" . || exit 1; done'

/** Runs work with Debian's oldest Chromium, not installed; undefined where all that Debian has are of one major version. */
export async function withOtherChromium<Result>(
  work: (env: NodeJS.ProcessEnv) => Promise<Result>,
): Promise<Result | undefined> {
  const { output } = await run(['apt-cache', 'madison', ...PACKAGES.slice(0, 1)])
  const versions = output.split('\n').flatMap((line) => line.split('|')[1]?.trim() ?? [])
  const oldest = versions.at(-1)
  if (oldest === undefined || new Set(versions.map((version) => version.split('.')[0])).size === 1) return undefined
  const folder = mkdtempSync(join(tmpdir(), 'countersign-chromium-'))
  try {
    const { code } = await run(['sh', '-c', UNPACK, folder, ...PACKAGES.map((name) => `${name}=${oldest}`)], {
      show: true,
    })
    if (code !== 0) return undefined
    return await work({ CHROMIUM_PATH: join(folder, 'usr/lib/chromium/chromium-headless-shell') })
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
