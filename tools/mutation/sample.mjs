/**
 * Breaks a part of the code only, so that a package whose tests are slow is measured within the hour: of the
 * declarations of each module one in `SAMPLE`. Which ones follows from their own text and `SEED`, so the same seed breaks
 * the same places again, wherever they moved to, and another one breaks others.
 */
import { createHash } from 'node:crypto'
import { declareValuePlugin, PluginKind } from '@stryker-mutator/api/plugin'

const { SAMPLE = '1', SEED = '1' } = process.env

// Whole declarations: what is ignored is ignored with everything in it, so a smaller place would be left out with the
// one around it.
const isDeclaration = (path) => path.parentPath?.isProgram() === true

const isChosen = (text) => createHash('sha256').update(`${SEED} ${text}`).digest().readUInt32BE() % Number(SAMPLE) === 0

const sample = {
  shouldIgnore: (path) => (isDeclaration(path) && !isChosen(path.toString()) ? 'not in the sample' : undefined),
}

export const strykerPlugins = [declareValuePlugin(PluginKind.Ignore, 'sample', sample)]
