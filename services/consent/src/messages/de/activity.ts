import type { RestText } from '../messages.ts'

export const activity: RestText['activity'] = {
  title: 'Aktivität',
}
