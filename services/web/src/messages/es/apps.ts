import type { RestText } from '../messages.ts'

export const apps: RestText['apps'] = {
  title: 'Aplicaciones conectadas',
  lead: 'Aplicaciones que usted aprobó. Cada una ve lo que usted aprobó y nada más de su caja fuerte.',
  maySee: 'Lo que usted aprobó',
  since: (date) => `Aprobada desde el ${date}.`,
  lastUsed: (moment) => `Último uso: ${moment}.`,
  revoke: 'Revocar',
  revoking: 'Revocando…',
  revokeTitle: (app) => `¿Revocar el acceso de ${app}?`,
  revokeText: (app) =>
    `La sesión de ${app} termina de inmediato y tendrá que volver a pedirle permiso. Lo que ya recibió se queda allí: pida a ${app} que lo borre. Esto no se puede deshacer.`,
  revoked: (app) => `${app} ya no tiene acceso.`,
  emptyTitle: 'Ninguna aplicación tiene acceso',
  empty: 'Cuando apruebe una aplicación, aparecerá aquí con lo que puede ver, y podrá revocarla.',
  unavailable:
    'Ahora no se puede obtener la lista de sus aplicaciones. Su caja fuerte no está afectada y ninguna aplicación recibe nada nuevo.',
}
