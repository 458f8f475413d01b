import type { RestText } from '../messages.ts'

export const account: RestText['account'] = {
  title: 'Su cuenta',
}
