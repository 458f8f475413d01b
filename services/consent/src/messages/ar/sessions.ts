import type { RestText } from '../messages.ts'

export const sessions: RestText['sessions'] = {
  title: 'الأجهزة',
}
