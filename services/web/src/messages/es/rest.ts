import { formatOf } from '../format.ts'
import type { RestText } from '../messages.ts'
import { esAccount } from './account.ts'
import { esApps } from './apps.ts'
import { esVault } from './vault.ts'

const { counted } = formatOf('es')

export const esRest: RestText = {
  ...esVault,
  ...esAccount,
  ...esApps,

  home: {
    title: 'Sus datos, según sus condiciones',
    lead: (name) =>
      `${name} guarda su perfil en una caja fuerte que solo sus dispositivos pueden abrir. Una aplicación que lo pide ve exactamente lo que usted aprueba, y nada más.`,
    signUp: 'Crear una cuenta',
    points: [
      [
        'Solo usted puede abrirla',
        'Su caja fuerte se cifra en este dispositivo. Nosotros la guardamos y no podemos leerla.',
      ],
      ['Usted ve lo que sale', 'Antes de que una aplicación reciba algo, usted ve los datos exactos y elige.'],
      ['Usted decide cada vez', 'Decir no es tan fácil como decir sí. Nada se comparte a sus espaldas.'],
    ],
  },

  signUp: {
    newTitle: '¿Es su primera vez aquí?',
    title: 'Cree su cuenta',
    lead: 'Solo lleva un minuto. Usted elige cómo se abre su caja fuerte y guarda una clave de recuperación.',
    appWaiting: 'La aplicación desde la que llegó está esperando. Justo después verá lo que pide.',
    passkeyTitle: 'Con una llave de acceso',
    passkeyLead:
      'Su huella, su rostro o el PIN de este dispositivo abre su caja fuerte: nada que recordar, nada que adivinar.',
    name: 'Su nombre',
    nameHint: 'Sus dispositivos lo muestran junto a esta llave de acceso. No se nos comunica.',
    emptyName: 'Escriba un nombre, para volver a encontrar esta llave de acceso.',
    passkeySubmit: 'Crear una llave de acceso',
    passkeyAccount: (date) => `Mi caja fuerte, ${date}`,
    passkeyNext:
      'A continuación, su navegador le pedirá la llave de acceso dos o tres veces: una para crearla y otra para comprobar que abre.',
    cancelled: 'No se creó ninguna llave de acceso y aún no hay cuenta. Vuelva a intentarlo cuando quiera.',
    noPasskeys: 'Este navegador no puede usar llaves de acceso aquí, así que una contraseña abre su caja fuerte.',
    noPrf:
      'Este navegador puede iniciar sesión con llaves de acceso, pero no abrir con ellas una caja fuerte. Una contraseña sí puede.',
    maybeMade:
      'La respuesta se perdió, así que puede que su cuenta ya exista. Inicie sesión con la nueva llave de acceso para saberlo.',
    or: 'o',
    usePassword: 'Usar una contraseña',
    passwordTitle: 'Su nombre y su contraseña',
    loginHint:
      'Un nombre o una dirección de correo electrónico; de 3 a 64 caracteres. Solo lo guardamos en una forma que nadie puede volver a leer.',
    passwordHint: 'Al menos 15 caracteres. Cuatro o cinco palabras sin relación entre sí son fáciles de recordar.',
    passwordMissing: counted({ one: 'Falta 1 carácter.', other: 'Faltan # caracteres.' }),
    passwordRepetitive: 'Demasiado repetitiva. Use más caracteres distintos.',
    passwordName: 'Es casi solo su nombre de acceso. Use otra cosa.',
    passwordGood:
      'Suficientemente larga; si es fácil de adivinar se comprueba después. ¿Es una que no usa en ningún otro sitio?',
    passwordWarning:
      'Nadie puede restablecer esta contraseña por usted, ni siquiera nosotros. Para eso está la clave de recuperación. Quien gestiona este servicio podría intentar adivinarla: use palabras que nadie más juntaría.',
    emptyLogin: 'Elija un nombre de acceso.',
    busy: 'Preparando…',
    finish: 'Crear la cuenta',
    finishBusy: 'Creando su cuenta…',
    haveAccount: '¿Ya tiene una cuenta?',
  },

  recovery: {
    title: 'Guarde su clave de recuperación',
    lead: 'Si pierde todo lo demás, esta clave es la única forma de volver a su caja fuerte. Anótela, imprímala o guárdela en un gestor de contraseñas. Solo se muestra ahora.',
    label: 'Clave de recuperación',
    site: 'Abre la caja fuerte en',
    madeOn: 'Creada el',
    keepSafe: 'Quien tenga esta clave puede abrir la caja fuerte. Guárdela donde guarda sus documentos importantes.',
    copy: 'Copiar',
    copied:
      'Copiada. Guárdela en su gestor de contraseñas y luego copie otra cosa: quien pueda pegar aquí podría leerla.',
    copyFailed: 'No se pudo copiar. Por favor, anote la clave.',
    print: 'Imprimir',
    fileName: 'clave-de-recuperacion.txt',
    next: 'Ya la he guardado',
    confirmTitle: '¿La ha guardado?',
    confirmLead: 'Escriba dos de los nueve grupos de su copia, para que ambos sepamos que se puede leer.',
    group: (number) => `Grupo ${number}`,
    groupHint: '4 caracteres',
    groupWrong: 'Eso no es lo que su clave tiene ahí. Vuelva a mirar su copia.',
    back: 'Mostrar la clave de nuevo',
    confirmAndApprove: 'Confirmar y aprobar',
    beforeApproval:
      'Una cosa antes de su primera aprobación. No se comparte nada hasta que esta clave esté confirmada.',
    another: 'Esta es una clave nueva. Si antes anotó una sin terminar, deséchela: esta la sustituye.',
    replacedTitle: 'Otra clave está vigente',
    replaced:
      'Mientras tanto ha confirmado otra clave de recuperación, en otra ventana o en otro dispositivo. Deseche la que guardó aquí: no abre nada.',
    enterTitle: 'Usar su clave de recuperación',
    enterLead: 'Abre su caja fuerte cuando nada más lo hace. Después elegirá una nueva forma de iniciar sesión.',
    enterHint: 'Nueve grupos de cuatro. No importan las minúsculas, los espacios ni los guiones, y la O vale como 0.',
    enterEmpty: 'Escriba su clave de recuperación.',
    enterSubmit: 'Abrir mi caja fuerte',
    unknownKey: 'Esta clave no abre ninguna cuenta aquí. ¿Se sustituyó por otra más reciente?',
    backToSignIn: 'Volver al inicio de sesión',
    methodTitle: '¿Cómo quiere iniciar sesión a partir de ahora?',
    methodLead: 'Su caja fuerte está abierta. La clave que ha usado termina con este cambio y recibirá una nueva.',
    methodPasskey: 'Crear una nueva llave de acceso',
    methodPassword: 'Establecer una nueva contraseña',
    loginStays: 'Su nombre de acceso sigue siendo el mismo.',
    finishPasskey: 'Crear la llave de acceso y terminar',
    finishPassword: 'Establecer la contraseña y terminar',
    finishBusy: 'Cambiando cómo se abre su caja fuerte…',
    cancelled: 'No se creó ninguna llave de acceso y no ha cambiado nada. Vuelva a intentarlo cuando quiera.',
    unfinished: 'Todavía no ha cambiado nada: su clave antigua sigue vigente.',
    doneTitle: 'Ya está de vuelta',
    donePasskey: 'Su nueva llave de acceso abre su caja fuerte.',
    donePassword: 'Su nueva contraseña abre su caja fuerte; la antigua ya no.',
    doneKey: 'Su nueva clave de recuperación está vigente. La que usó ya no se acepta.',
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
    title: 'Esta caja fuerte no se abrió',
    save: 'Guardar lo que se pueda leer',
    rollbackTitle: 'Esta caja fuerte es anterior a la que tenía aquí',
    rollback:
      'Puede que el operador haya restaurado una copia de seguridad. O que alguien le muestre a propósito una copia antigua, que se abriría otra vez con llaves eliminadas y contraseñas viejas. No se ha abierto ni cambiado nada.',
    forkTitle: 'Esta caja fuerte tiene otra historia que la que tenía aquí',
    fork: 'Puede que el operador haya restaurado una copia de seguridad y que otro de sus dispositivos haya seguido desde ahí. O que alguien muestre algo distinto a cada uno de sus dispositivos. No se ha abierto ni cambiado nada.',
    expected: 'Lo que conoce este navegador',
    found: 'Lo que envió el servidor',
    change: (number) => `Cambio número ${number}`,
    writtenWith: (device) => `con ${device}`,
    held: counted({
      one: 'Este navegador aún tiene su caja fuerte como estaba: 1 entrada es más reciente aquí y se devuelve si continúa.',
      other:
        'Este navegador aún tiene su caja fuerte como estaba: # entradas son más recientes aquí y se devuelven si continúa.',
    }),
    heldSealed:
      'Este navegador aún tiene su caja fuerte como estaba, pero la forma en que inició sesión no la abre. Deje abierta esta página e inicie sesión aquí de otra forma: entonces se pueden devolver las entradas más recientes.',
    notHeld:
      'Este navegador no tiene lo que falta. Si su caja fuerte sigue abierta en otro dispositivo o en otra ventana, inicie sesión allí primero: desde allí se pueden devolver las entradas más recientes.',
    ask: 'Pregunte al operador si se restauró una copia de seguridad, y de qué día.',
    goOn: 'Continuar con esta caja fuerte…',
    goOnTitle: '¿Continuar con esta caja fuerte?',
    goOnMessage:
      'Pasa a ser su caja fuerte en este navegador. Las entradas, los métodos de acceso, la clave de recuperación y las aplicaciones conocidas son los de entonces; lo que se eliminó después vuelve a estar. Revise luego sus métodos de acceso. Su actividad dirá que continuó.',
    understood: 'He preguntado al operador o sé por qué.',
    confirm: 'Continuar',
  },

  navigation: {
    pages: {
      home: 'Datos',
      apps: 'Aplicaciones',
      activity: 'Actividad',
      methods: 'Formas de iniciar sesión',
      sessions: 'Dispositivos',
      account: 'Cuenta',
    },
  },

  notFound: {
    title: 'Aquí no hay nada',
    lead: 'Esta dirección no existe.',
  },
}
