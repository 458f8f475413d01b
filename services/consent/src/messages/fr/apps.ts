import type { RestText } from '../messages.ts'

export const apps: RestText['apps'] = {
  title: 'Applications connectées',
}
