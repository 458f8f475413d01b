import { formatOf } from '../format.ts'
import type { EntryText } from '../messages.ts'

const { plural } = formatOf('es')

/** The texts of the way to an approval: loaded before anything is shown. */
export const esEntry: EntryText = {
  common: {
    tryAgain: 'Volver a intentarlo',
    cancel: 'Cancelar',
    close: 'Cerrar',
    signOut: 'Cerrar sesión',
    home: 'Ir a su caja fuerte',
    start: 'Ir a la página de inicio',
    show: 'Mostrar',
    hide: 'Ocultar',
    required: 'Necesario',
    loading: 'Cargando…',
    save: 'Guardar',
    saving: 'Guardando…',
    next: 'Continuar',
    back: 'Atrás',
    download: 'Descargar',
    earlier: 'Mostrar entradas anteriores',
    language: 'Idioma',
    support: 'Ayuda y contacto',
    navigation: 'Su cuenta',
    quote: (words) => `«${words}»`,

    pages: {
      home: 'Datos',
      apps: 'Aplicaciones',
      activity: 'Actividad',
      methods: 'Formas de iniciar sesión',
      sessions: 'Dispositivos',
      account: 'Cuenta',
    },

    claims: {
      name: 'Nombre completo',
      given_name: 'Nombre',
      family_name: 'Apellidos',
      nickname: 'Apodo',
      email: 'Dirección de correo electrónico',
      phone: 'Número de teléfono',
      address: 'Dirección postal',
      birthdate: 'Fecha de nacimiento',
      locale: 'Idioma',
      picture: 'Imagen',
    },
    claimHints: {
      phone: 'Con el prefijo del país, por ejemplo +34 612 345 678.',
      locale: 'Como código de idioma, por ejemplo es, es-MX o pt-BR.',
      picture: 'La dirección web de una imagen.',
    },
    scopes: {
      openid: {
        title: 'Iniciar su sesión',
        description:
          'Un identificador que indica a la aplicación que es usted de nuevo. No contiene ninguno de sus datos.',
      },
      email: { title: 'Correo electrónico', description: 'Su dirección de correo electrónico.' },
      profile: { title: 'Perfil', description: 'Su nombre, imagen, fecha de nacimiento e idioma.' },
      phone: { title: 'Número de teléfono', description: 'Su número de teléfono.' },
      address: { title: 'Dirección postal', description: 'Su dirección postal.' },
    },
  },

  signIn: {
    title: 'Iniciar sesión',
    lead: 'Un solo gesto inicia la sesión y abre su caja fuerte, aquí, en este dispositivo.',
    appWaitingTitle: 'Una aplicación espera su aprobación',
    appWaiting: 'Inicie sesión para ver qué aplicación es y qué pide. No se comparte nada hasta que usted lo apruebe.',
    passkey: 'Iniciar sesión con una llave de acceso',
    passkeyBusy: 'Esperando su llave de acceso…',
    or: 'o con su contraseña',
    noPasskeys: 'Este navegador no puede usar llaves de acceso aquí. Su contraseña también abre su caja fuerte.',
    cancelled:
      'No se usó ninguna llave de acceso. Si este dispositivo no tiene ninguna para este servicio, use su contraseña o su clave de recuperación.',
    unknownPasskey:
      'El servicio no conoce esa llave de acceso: se eliminó o pertenece a otra cuenta. Elija otra, o use su contraseña o su clave de recuperación.',
    login: 'Nombre de acceso',
    password: 'Contraseña',
    submit: 'Iniciar sesión y abrir la caja fuerte',
    busy: 'Abriendo su caja fuerte…',
    busyHint: 'Tarda uno o dos segundos: eso es lo que hace lento adivinar su contraseña.',
    throttled: (time) =>
      `Demasiados intentos. Podrá volver a probar su contraseña a las ${time}. Una llave de acceso o su clave de recuperación funcionan ahora mismo.`,
    recovery: 'Usar su clave de recuperación',
    saveReadable: 'Guardar lo que se pueda leer',
    noAccount: '¿Aún no tiene cuenta?',
    signUp: 'Crear una',
    emptyLogin: 'Escriba su nombre de acceso.',
    emptyPassword: 'Escriba su contraseña.',

    locked: {
      idle: 'Su caja fuerte se cerró tras cinco minutos sin actividad. Inicie sesión para continuar.',
      idleUnsaved: 'Su caja fuerte se cerró tras cinco minutos sin actividad. Los cambios no guardados se han perdido.',
      session_ended: 'Su sesión ha terminado. Inicie sesión de nuevo para continuar; lo que escribió sigue aquí.',
      recent_sign_in: 'Esta aplicación le pide que inicie sesión de nuevo antes de aprobar. Lo que eligió sigue aquí.',
      signed_out: 'Ha cerrado la sesión y su caja fuerte está cerrada.',
      left: 'Su caja fuerte se cerró cuando usted salió de la página. Inicie sesión para continuar.',
    },
  },

  consent: {
    loading: 'Obteniendo la solicitud…',
    title: (app) => `${app} pide algunos de sus datos`,
    returnsTo: {
      site: (host) => `Usted volverá a ${host}`,
      local: (host) => `Usted volverá a un programa de este ordenador, en ${host}`,
      program: (scheme) => `Usted volverá a una aplicación de este dispositivo, ${scheme}`,
    },
    firstTime: 'Es la primera vez que se lo pide.',
    knownSince: (date) => `Usted la usa desde el ${date}.`,
    changedTitle: (app) => `${app} no es exactamente la aplicación que usted aprobó`,
    hostChanged: 'Ahora le lleva de vuelta a otra dirección. Continúe solo si sabe por qué.',
    before: 'Antes',
    now: 'Ahora',
    keyChanged:
      'Ahora cifra con otra clave. O bien la ha renovado, o bien otra persona quiere leer sus datos en su lugar.',
    keyGone: 'Ya no cifra lo que usted comparte, así que los servicios intermedios también podrían leerlo.',
    acceptKey: (app) => `Esperaba este cambio de ${app} o he preguntado a su operador.`,
    keyNotAccepted: 'Confirme primero arriba la clave cambiada, o rechace la solicitud.',
    scopes: 'Lo que pide',
    reason: (app) => `${app} dice:`,
    requiredBecause: (app) => `${app} no funciona sin esto.`,
    signsIn: (app) => `Cualquier aprobación inicia también su sesión en ${app}.`,
    shareScope: (title) => `Compartir: ${title}`,
    noData: 'No comparte ninguno de sus datos.',
    off: 'No se comparte.',
    claimOff: 'No se comparte',
    chooseOne: (claim) => `${claim}: elija una opción`,
    nothingYet: 'Su caja fuerte aún no contiene nada para esto. Lo que añada aquí se guarda en su caja fuerte.',
    addMore: (count) => plural(count, { one: 'Añadir 1 dato más', other: (number) => `Añadir ${number} datos más` }),
    addedHint: 'Opcional. Lo que añada aquí también se comparte y se guarda en su caja fuerte.',
    summaryNone: (app) => `${app} sabrá que es usted y no recibirá ninguno de sus datos.`,
    summary: (app, count) =>
      plural(count, {
        one: `${app} recibe 1 dato de su caja fuerte:`,
        other: (number) => `${app} recibe ${number} datos de su caja fuerte:`,
      }),
    summaryOff: 'Todo está desactivado. Active algo para aprobar, o rechace la solicitud.',
    approve: 'Aprobar',
    approving: 'Aprobando…',
    deny: 'Rechazar',
    denying: 'Rechazando…',
    requiredGap: (claim, app) => `Rellene «${claim}»: ${app} no funciona sin ello.`,
    requiredOff: (claim, app) =>
      `Active «${claim}» u otro dato del mismo grupo: ${app} no funciona sin ninguno de ellos.`,
    policy: (app) => `Política de privacidad de ${app}`,
    terms: (app) => `Condiciones de uso de ${app}`,
    promiseSealed: (app) =>
      `Su dispositivo cifra lo que usted comparte para que solo ${app} pueda leerlo. Solo se envía lo que ve aquí, y solo cuando usted lo aprueba.`,
    openUntil: 'Esta solicitud está abierta hasta las',
    promise:
      'Su caja fuerte está abierta solo en este dispositivo. Solo se firma y se envía lo que ve aquí, y solo cuando usted lo aprueba.',
    leavingTitle: (app) => `Le llevamos de vuelta a ${app}`,
    leaving: 'Si no ocurre nada, use este enlace.',
    continue: (app) => `Continuar a ${app}`,
  },

  problem: {
    malformedTitle: 'Este enlace no está completo',
    malformed: 'La dirección de la solicitud falta o está dañada. Vuelva a la aplicación y empiece de nuevo.',
    unknownTitle: 'No conocemos esta solicitud',
    unknown:
      'Puede que sea demasiado antigua o que se abriera con otra cuenta. Vuelva a la aplicación y empiece de nuevo.',
    expiredTitle: 'Esta solicitud ha caducado',
    expired: (app) =>
      `Por su seguridad, una solicitud solo está abierta unos minutos. No se ha compartido nada. Vuelva a ${app} y empiece de nuevo.`,
    approvedTitle: 'Ya ha aprobado esto',
    approved: (app) =>
      `Una aprobación sirve una sola vez. Si ${app} no inició su sesión, vuelva allí y empiece de nuevo.`,
    deniedTitle: 'Ya ha rechazado esto',
    denied: (app) => `No se ha compartido nada. Para decidir de nuevo, vuelva a ${app} y empiece otra vez.`,
    unsafeTitle: 'No le enviaremos allí',
    unsafe:
      'La aplicación dio una dirección que no es seguro abrir. No se ha compartido nada. Por favor, avise a su responsable.',
    backTo: (app) => `Volver a ${app}`,
    loadTitle: 'No hemos podido obtener la solicitud',
    load: 'No se ha compartido nada. Su solicitud sigue esperando.',
    pageTitle: 'No hemos podido cargar esta página',
    page: 'Una parte de esta página no ha llegado. Compruebe su conexión e inténtelo de nuevo.',
    notFoundTitle: 'Aquí no hay nada',
    notFound: 'Esta dirección no existe.',
  },

  failures: {
    offline: 'No se puede acceder al servicio. Compruebe su conexión e inténtelo de nuevo.',
    timeout: 'El servicio no respondió a tiempo. Inténtelo de nuevo.',
    unavailable: 'El servicio no está disponible ahora mismo. Inténtelo de nuevo en un momento.',
    serverError: 'Algo ha fallado por nuestra parte. Inténtelo de nuevo en un momento.',
    unexpectedAnswer: 'El servicio dio una respuesta que no entendemos. Inténtelo de nuevo.',
    tooMany: 'Demasiados intentos. Espere un poco e inténtelo de nuevo.',
    tooManyFor: (minutes) =>
      plural(minutes, {
        one: 'Demasiados intentos. Inténtelo de nuevo dentro de 1 minuto.',
        other: (number) => `Demasiados intentos. Inténtelo de nuevo dentro de ${number} minutos.`,
      }),
    invalidCredentials: 'El nombre de acceso o la contraseña no son correctos.',
    sessionEnded: 'Su sesión ha terminado. Inicie sesión de nuevo.',
    locked: 'Su caja fuerte está cerrada. Inicie sesión de nuevo.',
    loginTaken: 'Este nombre de acceso ya está en uso. Elija otro.',
    loginMalformed: 'El nombre de acceso contiene un espacio o un carácter invisible.',
    loginTooShort: 'El nombre de acceso necesita al menos 3 caracteres.',
    loginTooLong: 'El nombre de acceso puede tener como máximo 64 caracteres.',
    passwordTooShort: 'Use al menos 15 caracteres.',
    passwordTooLong: 'Use como máximo 256 caracteres.',
    passwordWeak: 'Esta contraseña es fácil de adivinar. Use varias palabras que nadie más juntaría.',
    passwordMalformed: 'La contraseña contiene un carácter dañado. Escríbala de nuevo.',
    registrationExpired:
      'Eso tardó demasiado para el servicio. Inténtelo de nuevo; su clave de recuperación sigue siendo la misma.',
    staleVault: 'Otro dispositivo está cambiando su caja fuerte. Inténtelo de nuevo en un momento.',
    tooLarge: 'Eso es más de lo que cabe en la caja fuerte.',
    requestNotPending: 'Esta solicitud ya se respondió. Vuelva a la aplicación y empiece de nuevo.',
    requestExpired: 'Esta solicitud ha caducado. No se ha compartido nada.',
    notFound: 'El servicio no conoce esta solicitud.',
    invalidClaims: 'El servicio no acepta uno de los datos. No se ha compartido nada.',
    workerFailed: 'Su caja fuerte no pudo iniciarse en este navegador. Actualícelo o pruebe con otro.',
    rollback:
      'El servidor envió una caja fuerte más antigua que la que este dispositivo ya ha visto. No se abrió y no se cambió nada. Por favor, avise al responsable del servicio.',
    missingUnlock:
      'El servidor omitió una forma de acceso que figura en su caja fuerte. No se abrió y no se cambió nada. Por favor, avise al responsable del servicio.',
    refusedVault:
      'La caja fuerte que envió el servidor no es la que debería ser. No se abrió nada y no se cambió nada. Por favor, avise al responsable del servicio.',
    newerVault: 'Su caja fuerte se escribió con una versión más reciente. Cargue de nuevo esta página.',
    insufficientSession: 'Para hacer esto, inicie sesión con su contraseña.',
    reauthRequired: 'Para hacer esto, confirme que es usted.',
    userMismatch: 'Esto pertenece a otra cuenta.',
    tookTooLong: 'Eso tardó demasiado. Inténtelo de nuevo.',
    invalidScope: 'El servicio no conoce una de las cosas que pide la aplicación. No se ha compartido nada.',
    wrongRecoveryKey: 'Esto no es una clave de recuperación. Vuelva a mirar su copia.',
    activityBroken:
      'El servidor envió una actividad distinta de la que figura en su caja fuerte. No se cambió nada. Avise al operador.',
    keyRotated: 'Otro dispositivo renovó la clave de su caja fuerte. Inicie sesión de nuevo.',
    appKeyChanged:
      'La aplicación cifraría con una clave distinta de la que usted aprobó. No se compartió nada. Continúe solo si sabe por qué.',
    invalidPasskey: 'El servicio no aceptó esta llave de acceso. Inténtelo de nuevo.',
    lastMethod: 'Es su última forma de iniciar sesión aparte de la clave de recuperación. Añada otra primero.',
    passkeyCancelled: 'No se usó la llave de acceso. Inténtelo de nuevo cuando quiera.',
    passkeyExists: 'Este dispositivo ya tiene una llave de acceso de su cuenta.',
    passkeyNoPrf: 'Esta llave de acceso no puede abrir una caja fuerte. Use otra, o una contraseña.',
    passkeyUnstable: 'Esta llave de acceso da cada vez una clave distinta y no puede abrir una caja fuerte. Use otra.',
    passkeyUnsupported: 'Este navegador no puede usar llaves de acceso aquí. Use una contraseña u otro navegador.',
    bug: 'Algo ha fallado en esta página. Cárguela de nuevo; si continúa, avise al responsable del servicio.',
  },
}
