import type { RestText } from '../messages.ts'

export const apps: RestText['apps'] = {
  title: 'Verbundene Apps',
  lead: 'Apps, denen Sie zugestimmt haben. Jede sieht, dem Sie zugestimmt haben, und sonst nichts aus Ihrem Tresor.',
  maySee: 'Dem haben Sie zugestimmt',
  since: (date) => `Zugestimmt seit ${date}.`,
  lastUsed: (moment) => `Zuletzt verwendet ${moment}.`,
  revoke: 'Widerrufen',
  revoking: 'Wird widerrufen …',
  revokeTitle: (app) => `${app} den Zugriff entziehen?`,
  revokeText: (app) =>
    `${app} wird sofort abgemeldet und muss Sie neu fragen. Was die App schon erhalten hat, bleibt bei ihr: Bitten Sie ${app} selbst, es zu löschen. Das lässt sich nicht rückgängig machen.`,
  revoked: (app) => `${app} hat keinen Zugriff mehr.`,
  emptyTitle: 'Keine App hat Zugriff',
  empty: 'Wenn Sie einer App zustimmen, steht sie hier mit allem, was sie sehen darf, und Sie können es widerrufen.',
  unavailable:
    'Die Liste Ihrer Apps lässt sich gerade nicht holen. Ihr Tresor ist davon nicht betroffen, und keine App erhält etwas Neues.',
}
