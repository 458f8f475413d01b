import type { EntryText } from '../messages.ts'
import { common } from './common.ts'
import { consent } from './consent.ts'
import { failures } from './failures.ts'
import { problem } from './problem.ts'
import { signIn } from './sign-in.ts'

/** On the way to an approval: loaded before anything is shown. */
export const entry: EntryText = { common, signIn, consent, problem, failures }
