import { readFileSync } from 'node:fs'
import { checkPackage, createPackageFromTarballData } from '@arethetypeswrong/core'
import { publint } from 'publint'
import { formatMessage } from 'publint/utils'

/** We publish modules alone, which `require` cannot be told of in types, and whatever is as old as Node 10 not at all. */
const UNSUPPORTED = new Set(['node10', 'node16-cjs'])

/** Findings of publint and arethetypeswrong in a tarball. */
export async function lintPackage(tarball: string): Promise<readonly string[]> {
  const content = new Uint8Array(readFileSync(tarball))
  const { messages, pkg } = await publint({ pack: { tarball: content.buffer } })
  const types = await checkPackage(createPackageFromTarballData(content))
  const problems = types.types ? types.problems : []
  return [
    ...messages.map((message) => formatMessage(message, pkg, { color: false }) ?? message.code),
    ...problems
      .filter((each) => !('resolutionKind' in each && UNSUPPORTED.has(each.resolutionKind)))
      .map((each) => JSON.stringify(each)),
  ]
}
