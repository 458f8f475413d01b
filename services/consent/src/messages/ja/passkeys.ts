import type { RestText } from '../messages.ts'

export const passkeys: RestText['passkeys'] = {
  title: 'サインイン方法',
}
