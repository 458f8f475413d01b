import type { RestText } from '../messages.ts'

export const apps: RestText['apps'] = {
  title: '連携中のアプリ',
}
