import type { RestText } from '../messages.ts'
import { account } from './account.ts'
import { activity } from './activity.ts'
import { apps } from './apps.ts'
import { events } from './events.ts'
import { home } from './home.ts'
import { passkeys } from './passkeys.ts'
import { recovery } from './recovery.ts'
import { sessions } from './sessions.ts'
import { signUp } from './sign-up.ts'
import { vault } from './vault.ts'

/** Everything else: loaded with the first page that needs it. */
export const rest: RestText = { home, signUp, recovery, vault, account, passkeys, apps, activity, events, sessions }
