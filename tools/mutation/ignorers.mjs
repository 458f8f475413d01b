import { createHash } from 'node:crypto'
import { declareValuePlugin, PluginKind } from '@stryker-mutator/api/plugin'

const { SAMPLE = '1', SEED = '1' } = process.env

// A smaller place would be left out with the one around it.
const isDeclaration = (path) => path.parentPath?.isProgram() === true

const isChosen = (text) => createHash('sha256').update(`${SEED} ${text}`).digest().readUInt32BE() % Number(SAMPLE) === 0

/** Breaks one in `SAMPLE` declarations, for packages with slow tests; equal seeds choose equal texts. */
const sample = {
  shouldIgnore: (path) => (isDeclaration(path) && !isChosen(path.toString()) ? 'not in the sample' : undefined),
}

const isSentence = (text) => text.includes(' ')

/** Leaves out texts with a space: wording is not tested. */
const sentences = {
  shouldIgnore(path) {
    const { node } = path
    if (path.isStringLiteral() && isSentence(node.value)) return 'a sentence'
    if (path.isTemplateLiteral() && node.quasis.some(({ value }) => isSentence(value.raw))) return 'a sentence'
    return undefined
  },
}

export const strykerPlugins = [
  declareValuePlugin(PluginKind.Ignore, 'sample', sample),
  declareValuePlugin(PluginKind.Ignore, 'sentences', sentences),
]
