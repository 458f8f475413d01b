import type { enApps } from '../en/apps.ts'
import { formatOf } from '../format.ts'

const { plural } = formatOf('es')

export const esApps: typeof enApps = {
  apps: {
    title: 'Aplicaciones conectadas',
    lead: 'Aplicaciones que usted aprobó: lo que cada una recibió de verdad y hasta cuándo puede volver.',
    shared: 'Lo que recibió',
    sharedUnknown:
      'Cuando usted aprobó la aplicación, su caja fuerte aún no guardaba esto. En la actividad figura lo que salió.',
    values: 'Mostrar los valores',
    given: (first, last) => (first === last ? `Entregado el ${first}.` : `Entregado del ${first} al ${last}.`),
    token: (until) => `Tiene un token de acceso hasta ${until}.`,
    noToken: 'Ahora no tiene ningún token de acceso.',
    ends: (date) => `Su acceso termina el ${date}, como usted eligió.`,
    endsUnused: (date) => `Su acceso termina el ${date} si no vuelve antes.`,
    since: (date) => `Aprobada desde el ${date}.`,
    firstApproved: (date) => `Aprobada por primera vez el ${date}.`,
    lastUsed: (moment) => `Último uso: ${moment}.`,
    revoke: 'Revocar',
    revoking: 'Revocando…',
    revokeTitle: (app) => `¿Revocar el acceso de ${app}?`,
    revokeText: (app) =>
      `${app} ya no podrá obtener nada y tendrá que volver a pedirle permiso. Si acepta tales avisos, se le pide que cierre su sesión allí; si no, sigue abierta hasta que usted la cierra. Lo que recibió se queda allí: pida a ${app} que lo borre. Esto no se puede deshacer.`,
    revoked: (app) => `${app} ya no tiene acceso.`,
    emptyTitle: 'Ninguna aplicación tiene acceso',
    empty: 'Cuando apruebe una aplicación, aparecerá aquí con lo que puede ver, y podrá revocarla.',
    unavailable:
      'Ahora no se puede obtener la lista de sus aplicaciones. Su caja fuerte no está afectada y ninguna aplicación recibe nada nuevo.',
    formerTitle: 'Sin acceso',
    formerLead:
      'Estas aplicaciones no tienen acceso ahora. La que acaba de autorizar aún puede obtener lo que usted permitió. Lo que recibieron se queda allí.',
  },

  activity: {
    title: 'Actividad',
    lead: 'Lo que salió de su caja fuerte, cuándo y hacia quién. Su caja fuerte lleva esta lista ella misma: nadie puede cambiarla sin que se note.',
    verified: 'Cada entrada de abajo se ha comprobado con su caja fuerte.',
    when: (moment, device) => `${moment}, con ${device}`,
    released: (app) => `Compartido con ${app}`,
    nothing: 'Ninguno de sus datos, solo que es usted.',
    sealed: 'Solo la aplicación pudo leerlo',
    plain: 'El servicio pudo leerlo al transmitirlo',
    uncertainBadge: 'Quizá no llegó',
    uncertain: 'La conexión se cortó mientras se enviaba. Figura aquí porque puede haber llegado.',
    methods: { opaque: 'una contraseña', prf: 'una llave de acceso', recovery: 'la clave de recuperación' },
    method_added: (method) => `Forma de iniciar sesión añadida: ${method}`,
    method_removed: (method) => `Forma de iniciar sesión eliminada: ${method}`,
    events: {
      not_released: 'Una aprobación no se completó',
      exported: 'Caja fuerte exportada',
      imported: 'Datos importados',
      older_vault_accepted: 'Se continuó con una caja fuerte anterior u otra',
    },
    emptyTitle: 'Nada ha salido de su caja fuerte',
    empty: 'En cuanto apruebe una aplicación, aquí figurará lo que recibió, con un recibo.',
    receipt: 'Recibo',
    receiptTitle: 'Su recibo',
    receiptText: 'Muestra qué autorizó, para quién y cuándo. Solo su caja fuerte puede confirmar que es auténtico.',
    receiptFile: 'recibo',
    checkTitle: 'Comprobar un recibo',
    checkLead: 'Elija un recibo que haya guardado. Se comprueba en este dispositivo y no se envía a ninguna parte.',
    checkFile: 'Archivo del recibo',
    genuine: (moment) => `Este recibo es auténtico: ${moment}.`,
    genuineRelease: (app, moment) => `Este recibo es auténtico. Autorizado para ${app} el ${moment}:`,
    notGenuine: 'Esto no es un recibo de su caja fuerte, o alguien lo ha modificado.',
    brokenTitle: 'Esta lista ha sido modificada',
    broken:
      'El servicio ha enviado otra lista que la que su caja fuerte garantiza. En el servidor se modificó, omitió, movió o añadió una entrada. No fue su dispositivo.',
    brokenAbove: 'Las entradas de arriba se han comprobado y son correctas. No se puede confiar en las anteriores.',
    brokenDo:
      'No ha cambiado nada en su caja fuerte. Conserve sus recibos, exporte su caja fuerte y pida una explicación al operador.',
    signIns: 'Los inicios de sesión y los cambios que notó el servicio están en Dispositivos.',
    appRevoked: (app) => `Acceso retirado a ${app}`,
    receiptBack: 'Volver a la actividad',
    receiptApp: 'Aplicación',
    receiptTime: 'Aprobado',
    receiptDevice: 'Con',
    receiptValues: 'Lo que se compartió',
    receiptHash: 'Huella de lo que se entregó',
    receiptJson: 'Descargar para comprobar',
    valueTooLong: 'Demasiado largo para la entrada. Su huella:',
    noValues: 'Las entradas de entonces nombran lo que se compartió, no los valores.',
  },

  events: {
    signed_up: 'Cuenta creada',
    signed_in: 'Inicio de sesión',
    silent_sign_in: 'Inicio de sesión en una aplicación sin preguntar',
    sign_in_failed: 'Un inicio de sesión falló',
    sign_in_paused: 'Inicio con contraseña detenido tras muchos intentos',
    session_ended: 'Se cerró la sesión en un dispositivo',
    other_sessions_ended: 'Se cerró la sesión en los demás dispositivos',
    method_added: 'Forma de iniciar sesión añadida',
    method_removed: 'Forma de iniciar sesión eliminada',
    password_changed: 'Contraseña cambiada',
    login_name_changed: 'Nombre de acceso cambiado',
    recovery_key_replaced: 'Clave de recuperación sustituida',
    account_key_rotated: 'Todo cerrado con una clave nueva',
    account_exported: 'Cuenta exportada',
    grant_revoked: 'Acceso de una aplicación revocado',
  },

  consentChecks: {
    reaches: (app) => `${app} podrá acceder, en su nombre, a:`,
    notAlone:
      'Lo que otros dicen de usted solo se comparte junto con otra cosa. Active también otra cosa para aprobar, o rechace la solicitud.',
    about: 'Sobre esta solicitud',
    sealed: (app) => `Cifrado solo para ${app}`,
    namesakesTitle: (app) => `Ya conoce otra aplicación como ${app}`,
    namesakes:
      'Puede ser la misma aplicación, registrada de nuevo, o una que quiere hacerse pasar por ella. Pregunta con otro identificador que la aplicación de abajo. Continúe solo si sabe por qué.',
    knownSince: (date) => `Conocida desde el ${date}`,
    marks: { new: 'Nuevo', left_out: 'La última vez no lo compartió', changed: 'Ha cambiado desde la última vez' },
    lastingLine: 'Acceso:',
    lasting: '¿Hasta cuándo puede volver?',
    lastingChoices: {
      open: 'Hasta que yo lo revoque',
      once: 'Solo esta vez',
      until: 'Hasta un día que yo elija',
    },
    lastingHints: {
      open: 'Puede renovar su acceso sin preguntar, hasta que termine por sí solo.',
      once: 'Recibe sus datos ahora y la próxima vez tendrá que volver a preguntar.',
    },
    lastDay: 'Último día',
    lastDayWrong: 'Elija un día a partir de mañana.',
    malformed: 'Revise el campo marcado.',
    nothingShared: 'No se ha compartido nada.',
    newOff: (count) =>
      plural(count, {
        one: '1 solicitud nueva está desactivada:',
        other: (number) => `${number} solicitudes nuevas están desactivadas:`,
      }),
  },

  asBefore: {
    same: (app: string, count: number) =>
      count === 0
        ? `Lo mismo que la última vez: ${app} sabrá que es usted y no recibirá ninguno de sus datos.`
        : `${app} recibe lo mismo que la última vez:`,
    change: 'Ver y cambiar lo que se comparte',
    changed: 'Algo no es como la última vez. Todavía no se ha compartido nada: mire antes de aprobar.',
  },

  logout: {
    loading: 'Comprobando quién lo pide…',
    title: '¿Cerrar la sesión también aquí?',
    asks: (app: string) => `${app} pide cerrar su sesión en este navegador.`,
    unknownAsks: 'Le han enviado aquí para cerrar la sesión en este navegador.',
    otherTitle: 'Aquí ha iniciado sesión otra persona',
    asksOther: (app: string) => `${app} pide cerrar la sesión de otra persona, no la de quien la tiene abierta aquí.`,
    signedInAs: 'Sesión abierta aquí:',
    effect:
      'Al cerrar la sesión, su caja fuerte se cierra en este navegador y se avisa a las aplicaciones en las que entró desde aquí, si aceptan tales avisos. Lo que les permite se mantiene: eso se retira en las aplicaciones conectadas.',
    stay: 'Seguir con la sesión abierta',
    doneTitle: 'Ha cerrado la sesión',
    done: 'Su sesión aquí ha terminado y su caja fuerte está cerrada en todas las pestañas de este navegador.',
    noneTitle: 'Aquí no se guarda ninguna sesión',
    none: 'Este navegador no guarda ninguna sesión de este servicio. Si su caja fuerte está abierta en otra pestaña, cierre la sesión también allí.',
    stayedTitle: 'Su sesión sigue abierta',
    stayed: 'No se ha cambiado nada. Puede cerrar esta página.',
    back: (app: string) => `Volver a ${app}`,
    overTitle: 'Este enlace ya no funciona',
    over: 'Se abrió demasiado tarde o está incompleto. No se ha cambiado nada. Vuelva a la aplicación y cierre la sesión allí otra vez.',
  },

  device: {
    title: 'Conectar un dispositivo',
    lead: 'Escriba el código que muestra su dispositivo.',
    code: 'Código del dispositivo',
    codeHint: '8 letras, por ejemplo WDJB-MJHT',
    codeWrong: 'Un código tiene 8 letras. Mire otra vez su dispositivo.',
    fromLink: 'Este código vino con el enlace. ¿Muestra su dispositivo el mismo?',
    warning:
      'Siga solo con un dispositivo que tenga delante. ¿Alguien le envió un código o este enlace? Entonces no siga: quien tenga ese dispositivo recibiría sus datos.',
    checking: 'Buscando su dispositivo…',
    unknown: 'Ningún dispositivo espera con este código. Compárelo con su dispositivo; quizá ya muestre otro.',
    expired: 'Este código ha caducado. Haga que su dispositivo muestre otro.',
    used: 'Este código ya se ha usado. Haga que su dispositivo muestre otro.',
    compareTitle: (app: string) => `${app} pregunta desde un dispositivo`,
    compare: '¿Muestra este código el dispositivo que tiene delante?',
    since: (time: string) => `Pregunta desde las ${time}.`,
    yes: 'Sí, es mi dispositivo',
    no: 'No, parar',
    stopped: 'No se ha aprobado nada. Quien tenga ese dispositivo no recibe nada.',
    target: 'El dispositivo que muestra el código recibe su respuesta',
    doneTitle: 'Puede volver a su dispositivo',
    approved: (app: string) => `${app} sigue allí en unos segundos. Puede cerrar esta página.`,
    denied: (app: string) => `${app} no ha recibido nada y lo dirá allí en unos segundos. Puede cerrar esta página.`,
  },
}
