import { formatOf } from '../format.ts'
import type { EntryText } from '../messages.ts'

const { plural } = formatOf('es')

export const failures: EntryText['failures'] = {
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
  refusedVault:
    'La caja fuerte que envió el servidor no es la que debería ser. No se abrió nada y no se cambió nada. Por favor, avise al responsable del servicio.',
  newerVault: 'Su caja fuerte se escribió con una versión más reciente. Cargue de nuevo esta página.',
  insufficientSession: 'Para hacer esto, inicie sesión con su contraseña.',
  reauthRequired: 'Para hacer esto, inicie sesión de nuevo.',
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
}
