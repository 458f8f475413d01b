import type { EntryText } from '../messages.ts'

export const signIn: EntryText['signIn'] = {
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
}
