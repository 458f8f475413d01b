import type { RestText } from '../messages.ts'

export const events: RestText['events'] = {
  signed_up: 'Cuenta creada',
  signed_in: 'Inicio de sesión',
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
}
