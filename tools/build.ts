/** `npm run build`: the consent client and the extension that carries it, which alone do not run from their sources. */
import { buildExtension } from '@countersign/extension'
import { buildWeb } from '@countersign/web'

process.stdout.write('Building the web client and its extension …\n')
const [output] = await Promise.all([buildWeb(), buildExtension()])
const [budget = ''] = /^Script before unlock.*\n(?: {2}.*\n)+/m.exec(output) ?? []
process.stdout.write(budget)
