import { select, text } from '@clack/prompts'
import { checkEmpty, readName } from './check-folder.ts'
import { FRAMEWORKS } from './frameworks.ts'
import { Refusal } from './refusal.ts'

/** @throws Refusal if the person leaves */
export async function askFolder(): Promise<string> {
  const folder = await text({
    message: 'Where?',
    initialValue: 'my-app',
    validate: (typed = '') => problemOf(() => [readName(typed), checkEmpty(typed)]),
  })
  return answered(folder)
}

/** @throws Refusal if the person leaves */
export async function askFramework(): Promise<string> {
  const options = Array.from(FRAMEWORKS, ([value, { title }]) => ({ value, label: title }))
  return answered(await select({ message: 'Which framework?', options }))
}

/** A symbol stands for Ctrl-C. */
function answered(answer: string | symbol): string {
  if (typeof answer === 'symbol') throw new Refusal('Nothing was made.')
  return answer
}

function problemOf(check: () => unknown): string | undefined {
  try {
    check()
    return undefined
  } catch (error) {
    if (error instanceof Refusal) return error.message
    throw error
  }
}
