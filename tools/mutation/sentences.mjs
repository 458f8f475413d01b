/** Leaves out what people read: a text with a space in it is a sentence, and that it is worded so is no test's business. */
import { declareValuePlugin, PluginKind } from '@stryker-mutator/api/plugin'

const isSentence = (text) => text.includes(' ')

const sentences = {
  shouldIgnore(path) {
    const { node } = path
    if (path.isStringLiteral() && isSentence(node.value)) return 'a sentence'
    if (path.isTemplateLiteral() && node.quasis.some(({ value }) => isSentence(value.raw))) return 'a sentence'
    return undefined
  },
}

export const strykerPlugins = [declareValuePlugin(PluginKind.Ignore, 'sentences', sentences)]
