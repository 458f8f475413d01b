import { formatOf } from '../format.ts'
import type { RestText } from '../texts.ts'
import { esAccount } from './account.ts'
import { esApps } from './apps.ts'
import { esUpdates } from './updates.ts'
import { esVault } from './vault.ts'

const { counted } = formatOf('es')

export const esRest: RestText = {
  ...esVault,
  ...esAccount,
  ...esApps,
  ...esUpdates,

  home: {
    title: 'Sus datos, según sus condiciones',
    lead: (name) =>
      `${name} guarda sus datos en una caja fuerte que solo sus dispositivos pueden abrir. Las aplicaciones reciben exactamente lo que usted aprueba, y nada más.`,
    signUp: 'Crear una cuenta',
    points: [
      [
        'Solo usted puede abrirla',
        'Su caja fuerte se cifra en este dispositivo. La guardamos, pero no podemos leerla.',
      ],
      ['Ve lo que se comparte', 'Antes de que una aplicación reciba algo, ve los datos exactos y elige.'],
      ['Decide cada vez', 'Decir que no es tan fácil como decir que sí. Nada se comparte a sus espaldas.'],
    ],
  },

  signUp: {
    newTitle: '¿Es su primera vez aquí?',
    title: 'Cree su cuenta',
    lead: 'Lleva un minuto. Elegirá cómo iniciar sesión y guardará una clave de recuperación.',
    appWaiting: 'Después le llevaremos de vuelta a la aplicación.',
    passkeyTitle: 'Con una llave de acceso',
    passkeyLead: 'Con su huella, su rostro o el PIN de su dispositivo. No hay nada que recordar.',
    name: 'Su nombre',
    nameHint: 'Sus dispositivos lo muestran junto a esta llave de acceso. Nosotros nunca lo vemos.',
    emptyName: 'Escriba un nombre, para volver a encontrar esta llave de acceso.',
    passkeySubmit: 'Crear una llave de acceso',
    passkeyAccount: (date) => `Mi caja fuerte, ${date}`,
    passkeyNext: 'Su navegador preguntará dos o tres veces: para crear la llave de acceso y luego para probarla.',
    cancelled: 'No se creó ninguna llave de acceso y aún no tiene cuenta. Vuelva a intentarlo cuando quiera.',
    noPasskeys: 'Las llaves de acceso no funcionan en este navegador, así que usará una contraseña.',
    noPrf: 'Las llaves de acceso de este navegador no pueden abrir una caja fuerte, así que usará una contraseña.',
    maybeMade:
      'Se cortó la conexión, así que puede que su cuenta ya exista. Inicie sesión con la nueva llave de acceso para comprobarlo.',
    or: 'o',
    usePassword: 'Mejor usar una contraseña',
    passwordTitle: 'Elija un nombre de usuario y una contraseña',
    loginHint: 'Un nombre o una dirección de correo, de 3 a 64 caracteres. Solo guardamos un hash de él.',
    passwordHint: 'Al menos 15 caracteres. Cuatro o cinco palabras sin relación entre sí son fáciles de recordar.',
    passwordMissing: counted({ one: 'Falta 1 carácter.', other: 'Faltan # caracteres.' }),
    passwordRepetitive: 'Demasiado repetitiva. Use más caracteres distintos.',
    passwordName: 'Demasiado parecida a su nombre de usuario. Elija otra cosa.',
    passwordGood: 'Suficientemente larga. No la use en ningún otro sitio.',
    passwordWarning:
      'No podemos restablecer esta contraseña. Elija varias palabras sin relación entre sí; su clave de recuperación es su único respaldo.',
    emptyLogin: 'Elija un nombre de usuario.',
    busy: 'Preparando…',
    finish: 'Crear la cuenta',
    finishBusy: 'Creando su cuenta…',
    haveAccount: '¿Ya tiene una cuenta?',
  },

  /** Where not everyone may sign up. */
  invited: {
    title: 'Cuentas nuevas solo con invitación',
    lead: 'Abra el enlace que recibió o péguelo aquí.',
    label: 'Su invitación',
    hint: 'El enlace completo.',
    wrong: 'Esto no es una invitación. Copie de nuevo el enlace completo.',
    checking: 'Comprobando su invitación…',
    refused:
      'Esta invitación no funciona: puede estar agotada, caducada o retirada. Pida una nueva a la persona que se la envió.',
    closedTitle: 'No se admiten cuentas nuevas',
    closed: 'Este servicio no admite a nuevas personas por ahora.',
    knownTitle: 'Ya tiene una cuenta',
    known: 'Alguien tiene la sesión iniciada en este navegador, y una invitación es para una persona nueva.',
    another: 'Crear otra cuenta',
  },

  recovery: {
    title: 'Guarde su clave de recuperación',
    lead: 'Si pierde todo lo demás, solo esta clave abre su caja fuerte. Anótela, imprímala o guárdela en un gestor de contraseñas. No volverá a verla.',
    label: 'Clave de recuperación',
    site: 'Abre la caja fuerte en',
    madeOn: 'Creada el',
    keepSafe: 'Cualquiera que tenga esta clave puede abrir su caja fuerte. Guárdela con sus documentos importantes.',
    copy: 'Copiar',
    copied: 'Copiada. Guárdela en su gestor de contraseñas y luego copie otra cosa, para que nada más pueda leerla.',
    copyFailed: 'No se pudo copiar. Por favor, anote la clave.',
    saveInManager: 'Guardar en su gestor de contraseñas',
    offered:
      'Su gestor de contraseñas debería preguntar ahora. Si no, copie la clave. Quien pueda abrir su gestor de contraseñas puede abrir su caja fuerte.',
    print: 'Imprimir',
    fileName: 'clave-de-recuperacion.txt',
    next: 'La he guardado',
    confirmTitle: 'Compruebe su copia',
    confirmLead: 'Escriba dos grupos de su copia para comprobar que la ha guardado.',
    group: (number) => `Grupo ${number}`,
    groupHint: '4 caracteres',
    groupWrong: 'Eso no coincide con su clave. Revise su copia.',
    back: 'Mostrar la clave de nuevo',
    confirmAndApprove: 'Confirmar y aprobar',
    beforeApproval: 'Un paso antes de su primera aprobación. No se comparte nada hasta que confirme esta clave.',
    another: 'Esta es una clave nueva. Deseche cualquier otra anterior: dejará de funcionar cuando confirme esta.',
    replacedTitle: 'Ha confirmado otra clave',
    replaced: 'Fue en otra ventana o en otro dispositivo. Deseche la clave que guardó aquí: no abre nada.',
    enterLead: 'Abre su caja fuerte cuando nada más lo hace. Después elegirá una nueva forma de iniciar sesión.',
    enterHint: 'Nueve grupos de cuatro. Valen minúsculas, espacios y guiones.',
    enterEmpty: 'Escriba su clave de recuperación.',
    enterSubmit: 'Abrir mi caja fuerte',
    unknownKey: 'Ninguna cuenta de aquí tiene esta clave. ¿La sustituyó por otra más reciente?',
    backToSignIn: 'Volver al inicio de sesión',
    methodTitle: '¿Cómo quiere iniciar sesión a partir de ahora?',
    methodLead:
      'Su caja fuerte está abierta. Recibirá una nueva clave de recuperación; la que ha usado dejará de funcionar.',
    methodPasskey: 'Crear una nueva llave de acceso',
    methodPassword: 'Establecer una nueva contraseña',
    loginAgain: 'Si ya tenía un nombre de usuario, vuelva a escribirlo o elija uno nuevo.',
    finishPasskey: 'Crear la llave de acceso y terminar',
    finishPassword: 'Establecer la contraseña y terminar',
    finishBusy: 'Guardando su nueva forma de iniciar sesión…',
    cancelled: 'No se creó ninguna llave de acceso y no ha cambiado nada. Vuelva a intentarlo cuando quiera.',
    unfinished: 'Todavía no ha cambiado nada: su clave antigua sigue funcionando.',
    doneTitle: 'Ya está de vuelta',
    donePasskey: 'Su nueva llave de acceso abre su caja fuerte.',
    donePassword: 'Su nueva contraseña abre su caja fuerte. La antigua ya no.',
    doneKey: 'Su nueva clave de recuperación funciona. La que usó ya no.',
    doneOthers: 'Se cerró la sesión en todos los demás dispositivos.',
    doneApps: 'Todas las aplicaciones perdieron su acceso. Puede volver a aprobarlas.',
    doneOlder: {
      passkey:
        'Sus llaves de acceso anteriores y su contraseña, si tiene una, siguen abriendo su caja fuerte. Elimine aquello en lo que ya no confíe, como la llave de un dispositivo perdido.',
      password:
        'Sus llaves de acceso anteriores siguen abriendo su caja fuerte. Elimine aquellas en las que ya no confíe, como la de un dispositivo perdido.',
    },
    doneMethods: 'Ir a las formas de iniciar sesión',
  },

  refusal: {
    title: 'No abrimos esta caja fuerte',
    save: 'Guardar una copia legible',
    rollbackTitle: 'Esta caja fuerte es anterior a la que tenía aquí',
    rollback:
      'Puede que el operador haya restaurado una copia de seguridad. O que alguien le muestre una copia antigua, que llaves eliminadas y contraseñas viejas podrían volver a abrir. No se ha abierto ni cambiado nada.',
    forkTitle: 'Esta caja fuerte no coincide con la que tenía aquí',
    fork: 'Puede que el operador haya restaurado una copia de seguridad que otro de sus dispositivos cambió después. O que alguien muestre una caja fuerte distinta a cada uno de sus dispositivos. No se ha abierto ni cambiado nada.',
    expected: 'Este navegador conoce',
    found: 'El servidor envió',
    change: (number) => `Cambio número ${number}`,
    writtenWith: (device) => `con ${device}`,
    held: counted({
      one: 'Este navegador aún tiene su caja fuerte como estaba: 1 entrada es más reciente aquí y se restaurará si continúa.',
      other:
        'Este navegador aún tiene su caja fuerte como estaba: # entradas son más recientes aquí y se restaurarán si continúa.',
    }),
    heldSealed:
      'Este navegador aún tiene su caja fuerte como estaba, pero esta forma de iniciar sesión no puede abrirla. Deje abierta esta página e inicie sesión de otra forma para restaurar las entradas más recientes.',
    notHeld:
      'Este navegador no tiene lo que falta. ¿Sigue abierta su caja fuerte en otro dispositivo o en otra ventana? Inicie sesión allí primero: desde allí se pueden restaurar las entradas más recientes.',
    ask: 'Pregunte al operador si se restauró una copia de seguridad, y de qué día.',
    goOn: 'Continuar con esta caja fuerte…',
    goOnTitle: '¿Continuar con esta caja fuerte?',
    goOnMessage:
      'Pasa a ser su caja fuerte en este navegador. Las entradas, las formas de iniciar sesión, la clave de recuperación y las aplicaciones conocidas vuelven a ser las de entonces, y lo que eliminó después está otra vez. Revise luego sus formas de iniciar sesión. Su actividad mostrará que continuó.',
    understood: 'He preguntado al operador o sé por qué.',
    confirm: 'Continuar',
  },

  navigation: {
    signedInAs: 'Sesión iniciada como',
    pages: {
      home: 'Caja',
      apps: 'Apps',
      activity: 'Actividad',
      methods: 'Acceso',
      sessions: 'Dispositivos',
      account: 'Cuenta',
    },
  },

  problem: {
    malformedTitle: 'Este enlace no está completo',
    malformed: 'Falta una parte de la dirección o está dañada. Vuelva a la aplicación y empiece de nuevo.',
    unknownTitle: 'No encontramos esta solicitud',
    unknown: 'Puede que sea demasiado antigua o de otra cuenta. Vuelva a la aplicación y empiece de nuevo.',
    expiredTitle: 'Esta solicitud ha caducado',
    expired: (app) =>
      `Por su seguridad, las solicitudes solo están abiertas unos minutos. La aplicación no ha recibido nada. Vuelva a ${app} y empiece de nuevo.`,
    typed: (list) => `Lo que escribió aún no está en su caja fuerte: ${list}.`,
    typedWrong:
      'Uno de estos datos no tiene la forma correcta, así que no se guardó nada. Puede escribirlos en su caja fuerte.',
    saveTyped: 'Guardar en su caja fuerte',
    approvedTitle: 'Ya lo ha aprobado',
    approved: (app) =>
      `Una aprobación sirve una sola vez. Si ${app} no inició su sesión, vuelva allí y empiece de nuevo.`,
    deniedTitle: 'Ya lo ha rechazado',
    denied: (app) => `No se ha compartido nada. ¿Ha cambiado de opinión? Vuelva a ${app} y empiece de nuevo.`,
    unsafeTitle: 'No es seguro llevarle de vuelta',
    unsafe:
      'La dirección de vuelta de la aplicación no es segura, así que no se envió ninguna respuesta. Su actividad muestra lo que se compartió, si hubo algo. Avise a quienes hacen la aplicación.',
    backTo: (app) => `Volver a ${app}`,
    loadTitle: 'No hemos podido cargar la solicitud',
    load: 'No se comparte nada sin su aprobación. Inténtelo de nuevo.',
  },

  notFound: {
    title: 'Página no encontrada',
    lead: 'Esta dirección no existe.',
  },
}
