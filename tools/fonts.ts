import { existsSync, mkdirSync, mkdtempSync, readdirSync, renameSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { run } from './command.ts'
import { ROOT } from './files.ts'

const FOLDER = join(ROOT, 'node_modules/.cache/fonts')

/** Debian's packages, and the files that are taken from each. */
const PACKAGES: Readonly<Record<string, string>> = {
  'fonts-inter': '*/Inter-*.otf',
  'fonts-sil-charis-compact': '*.ttf',
  'fonts-jetbrains-mono': '*/JetBrainsMono-*.ttf',
  'fonts-noto-core': '*/NotoSansArabic-*.ttf',
  'fonts-vlgothic': '*/VL-PGothic-*.ttf',
}

/** Families that the pages name, and the one that takes their place here. */
const FAMILIES: readonly (readonly [string, readonly string[]])[] = [
  ['Inter', ['system-ui', 'sans-serif', 'sans', 'Arial']],
  ['Charis SIL Compact', ['Charter', 'Georgia', 'serif', 'Times New Roman']],
  ['JetBrains Mono', ['ui-monospace', 'monospace']],
]

/**
 * Environment that gives a browser the same fonts on every Debian: they are unpacked into our cache, and the installed
 * ones are not used. Empty elsewhere.
 */
export async function provideFonts(): Promise<Readonly<Record<string, string>>> {
  const configuration = join(FOLDER, 'fonts.conf')
  if (existsSync(configuration)) return { FONTCONFIG_FILE: configuration }
  const { code } = await run(['apt-get', '--version'])
  if (code !== 0) {
    process.stdout.write('  … Without apt-get the pictures have the fonts of this machine\n')
    return {}
  }
  process.stdout.write('  … Fetching fonts (once)\n')
  const work = mkdtempSync(join(tmpdir(), 'countersign-fonts-'))
  await orThrow(['sh', '-c', 'cd "$0" && apt-get download -qq "$@"', work, ...Object.keys(PACKAGES)])
  for (const [name, files] of Object.entries(PACKAGES)) {
    const file = readdirSync(work).find((each) => each.startsWith(`${name}_`)) ?? ''
    const unpack = 'dpkg-deb --fsys-tarfile "$0" | tar -x -C "$1" --wildcards "$2"'
    await orThrow(['sh', '-c', unpack, join(work, file), work, files])
  }
  mkdirSync(FOLDER, { recursive: true })
  renameSync(join(work, 'usr/share/fonts'), join(FOLDER, 'files'))
  writeFileSync(configuration, describe())
  return { FONTCONFIG_FILE: configuration }
}

async function orThrow(command: readonly string[]): Promise<void> {
  const { code, output } = await run(command)
  if (code !== 0) throw new Error(`The fonts cannot be fetched: ${output}`)
}

function describe(): string {
  const aliases = FAMILIES.flatMap(([family, names]) =>
    names.map(
      (name) => `<match target="pattern"><test name="family"><string>${name}</string></test>
<edit name="family" mode="assign" binding="same"><string>${family}</string></edit></match>`,
    ),
  )
  return `<?xml version="1.0"?><!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig><dir>${FOLDER}/files</dir><dir>/usr/share/fonts</dir><cachedir>${FOLDER}/cache</cachedir>
${aliases.join('\n')}
<match target="pattern"><edit name="family" mode="append_last" binding="weak"><string>${FAMILIES[0]?.[0] ?? ''}</string></edit></match></fontconfig>\n`
}
