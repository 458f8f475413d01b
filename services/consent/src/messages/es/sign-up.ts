import { formatOf } from '../format.ts'
import type { RestText } from '../messages.ts'

const { plural } = formatOf('es')

export const signUp: RestText['signUp'] = {
  title: 'Cree su cuenta',
  lead: 'Solo lleva un minuto. Necesita un nombre de acceso, una contraseña y un lugar donde guardar una clave de recuperación.',
  appWaiting: 'La aplicación desde la que llegó está esperando. Justo después verá lo que pide.',
  step: (step) => `Paso ${step} de 2`,
  login: 'Nombre de acceso',
  loginHint: 'Un nombre o una dirección de correo electrónico; de 3 a 64 caracteres. Solo guardamos una huella de él.',
  password: 'Contraseña',
  passwordHint: 'Al menos 15 caracteres. Cuatro o cinco palabras sin relación entre sí son fáciles de recordar.',
  passwordMissing: (missing) =>
    plural(missing, { one: 'Falta 1 carácter.', other: (number) => `Faltan ${number} caracteres.` }),
  passwordShort: 'Use al menos 15 caracteres.',
  passwordRepetitive: 'Demasiado repetitiva. Use más caracteres distintos.',
  passwordName: 'Es casi solo su nombre de acceso. Use otra cosa.',
  passwordGood: 'Suficientemente larga. ¿Es una que no usa en ningún otro sitio?',
  passwordWarning:
    'Nadie puede restablecer esta contraseña por usted, ni siquiera nosotros. Para eso está la clave de recuperación.',
  emptyLogin: 'Elija un nombre de acceso.',
  submit: 'Continuar',
  busy: 'Preparando…',
  haveAccount: '¿Ya tiene una cuenta?',
  signIn: 'Iniciar sesión',
}
