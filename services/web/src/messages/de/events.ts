import type { RestText } from '../messages.ts'

export const events: RestText['events'] = {
  signed_up: 'Konto erstellt',
  signed_in: 'Angemeldet',
  sign_in_failed: 'Eine Anmeldung ist fehlgeschlagen',
  sign_in_paused: 'Anmeldung mit Passwort nach vielen Versuchen angehalten',
  session_ended: 'Ein Gerät wurde abgemeldet',
  other_sessions_ended: 'Alle anderen Geräte wurden abgemeldet',
  method_added: 'Anmeldeart hinzugefügt',
  method_removed: 'Anmeldeart entfernt',
  password_changed: 'Passwort geändert',
  login_name_changed: 'Anmeldename geändert',
  recovery_key_replaced: 'Wiederherstellungsschlüssel ersetzt',
  account_key_rotated: 'Alles mit einem neuen Schlüssel verschlossen',
  account_exported: 'Konto exportiert',
  grant_revoked: 'Zugriff einer App widerrufen',
}
