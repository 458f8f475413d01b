import { formatOf } from '../format.ts'
import type { RestText } from '../messages.ts'

const { plural } = formatOf('es')

export const signUp: RestText['signUp'] = {
  title: 'Cree su cuenta',
  lead: 'Solo lleva un minuto. Usted elige cómo se abre su caja fuerte y guarda una clave de recuperación.',
  appWaiting: 'La aplicación desde la que llegó está esperando. Justo después verá lo que pide.',
  step: (step) => `Paso ${step} de 2`,
  passkeyTitle: 'Con una llave de acceso',
  passkeyLead:
    'Su huella, su rostro o el PIN de este dispositivo abre su caja fuerte: nada que recordar, nada que adivinar.',
  passkeySubmit: 'Crear una llave de acceso',
  passkeyAccount: (date) => `Mi caja fuerte, ${date}`,
  passkeyFinish: 'Crear la llave de acceso y la cuenta',
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
  loginHint: 'Un nombre o una dirección de correo electrónico; de 3 a 64 caracteres. Solo guardamos una huella de él.',
  passwordHint: 'Al menos 15 caracteres. Cuatro o cinco palabras sin relación entre sí son fáciles de recordar.',
  passwordMissing: (missing) =>
    plural(missing, { one: 'Falta 1 carácter.', other: (number) => `Faltan ${number} caracteres.` }),
  passwordRepetitive: 'Demasiado repetitiva. Use más caracteres distintos.',
  passwordName: 'Es casi solo su nombre de acceso. Use otra cosa.',
  passwordGood: 'Suficientemente larga. ¿Es una que no usa en ningún otro sitio?',
  passwordWarning:
    'Nadie puede restablecer esta contraseña por usted, ni siquiera nosotros. Para eso está la clave de recuperación.',
  emptyLogin: 'Elija un nombre de acceso.',
  submit: 'Continuar',
  busy: 'Preparando…',
  finish: 'Crear la cuenta',
  finishBusy: 'Creando su cuenta…',
  haveAccount: '¿Ya tiene una cuenta?',
  signIn: 'Iniciar sesión',
}
