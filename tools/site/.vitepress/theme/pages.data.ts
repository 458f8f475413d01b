import { readdirSync } from 'node:fs'
import type { PageAddress } from '../../closest-pages.ts'
import { DOCS, pagePath } from '../../links.ts'
import { titleOf } from '../../navigation.ts'

/** VitePress puts what `load` returns in its place. */
declare const data: readonly PageAddress[]

export { data }

/** Every page, read at build. */
export default {
  load: () =>
    readdirSync(DOCS, { recursive: true, encoding: 'utf8' })
      .filter((file) => file.endsWith('.md'))
      .map((file) => ({ link: pagePath(file), text: titleOf(file) })),
}
