import { readdirSync } from 'node:fs'
import { DOCS, pagePath } from '../../links.ts'
import { titleOf } from '../../navigation.ts'

/** Every page, read at build. */
export default {
  load: () =>
    readdirSync(DOCS, { recursive: true, encoding: 'utf8' })
      .filter((file) => file.endsWith('.md'))
      .map((file) => ({ link: pagePath(file), text: titleOf(file) })),
}
