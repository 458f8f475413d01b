import type { RestText } from '../messages.ts'

export const passkeys: RestText['passkeys'] = {
  title: 'Anmeldearten',
}
