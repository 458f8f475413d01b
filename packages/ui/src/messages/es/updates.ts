import type { enUpdates } from '../en/updates.ts'
import { formatOf } from '../format.ts'

const { counted } = formatOf('es')

export const esUpdates: typeof enUpdates = {
  updates: {
    keep: 'Mantener estos datos al día',
    keepHint: (app) =>
      `Si más adelante cambia alguno, ${app} recibe el cambio cuando usted lo confirme. Solo ${app} puede leerlo. Puede dejar de hacerlo en cualquier momento.`,
    title: (apps) => `¿Mantener al día a ${apps}?`,
    others: counted({ one: '1 más', other: '# más' }),
    lead: (claims) =>
      `Usted cambió: ${claims}. Cada aplicación recibe exactamente lo que aparece bajo su nombre, y solo ella puede leerlo.`,
    sendTo: (app) => `Enviar a ${app}`,
    gone: 'Ya no se comparte',
    send: 'Enviar',
    sending: 'Enviando…',
    notNow: 'Ahora no',
    sent: (apps) => `Enviado a ${apps}.`,
    sentTitle: 'Sus cambios',
    sentLead: 'En «Aplicaciones conectadas» puede ver cuándo lo recogió cada una.',
    changedMeanwhile: (app) => `No se envió a ${app}: su caja fuerte cambió entretanto. Revíselo de nuevo.`,
    notSent: (app, reason) => `No se envió a ${app}. ${reason}`,
    lookAgain: 'Revisar de nuevo',
    done: 'Listo',
    newKey: (app) =>
      `${app} no recibe nada: tiene una clave nueva. Inicie sesión allí de nuevo para compartir con ella.`,
    malformed: (claims, app) => `Corrija primero «${claims}»: ${app} no puede aceptarlo en esta forma.`,
    toVault: 'Ir a su caja fuerte',
    kept: 'Se mantiene al día',
    since: (date) => `Desde el ${date}`,
    current: 'Al día',
    older: 'Tiene un valor anterior',
    waiting: (date) => `Enviado el ${date}, aún sin recoger`,
    fetched: (date) => `Al día: recogió lo que usted envió el ${date}`,
    sendNow: 'Enviar ahora',
    stop: 'Dejar de hacerlo',
    stopping: 'Un momento…',
    stopTitle: (app) => `¿Dejar de mantener al día a ${app}?`,
    stopText: (app) =>
      `${app} conserva su acceso y lo que tiene, y aún puede recoger lo que usted envió. No recibirá más cambios hasta que usted lo active de nuevo al iniciar sesión allí.`,
    stopped: (app) => `${app} ya no se mantiene al día.`,
    logged: (app) => `Cambios enviados a ${app}`,
    notLogged: (app) => `Cambios no enviados a ${app}`,
    failed: 'Este envío no se completó. La aplicación conserva lo que tenía.',
    emptied: 'Nada: usted quitó todo lo que tenía.',
    receiptTime: 'Enviado',
    receiptDevice: 'Enviado con',
    genuine: (app, moment) => `Este recibo es auténtico. Cambios enviados a ${app} el ${moment}:`,
  },
}
