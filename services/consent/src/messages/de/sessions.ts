import { formatOf } from '../format.ts'
import type { RestText } from '../messages.ts'

const { plural } = formatOf('de')

export const sessions: RestText['sessions'] = {
  title: 'Geräte',
  lead: 'Wo Ihr Konto gerade angemeldet ist.',
  current: 'Dieses Gerät',
  unknownBrowser: 'Unbekannter Browser',
  unknownNetwork: 'unbekanntes Netz',
  methods: { password: 'mit Passwort', passkey: 'mit Passkey', recovery: 'mit Wiederherstellungsschlüssel' },
  network: (network) => `aus ${network}`,
  lastSeen: (when) => `Zuletzt aktiv am ${when}`,
  onlyThis: 'Ihr Konto ist sonst nirgends angemeldet.',
  end: 'Abmelden',
  ended: 'Das Gerät wurde abgemeldet.',
  endOthers: 'Alle anderen Geräte abmelden',
  endOthersTitle: 'Alle anderen Geräte abmelden?',
  endOthersMessage: 'Wer sie benutzt, muss sich neu anmelden. Dieses Gerät bleibt angemeldet.',
  endedOthers: (count) =>
    plural(count, {
      one: 'Das andere Gerät wurde abgemeldet.',
      other: (number) => `${number} andere Geräte wurden abgemeldet.`,
    }),
  events: 'Was der Dienst bemerkt hat',
  eventsLead:
    'Waren Sie etwas davon nicht? Dann melden Sie alle anderen Geräte ab und sehen Sie Ihre Anmeldearten durch.',
  noEvents: 'Noch nichts.',
  more: 'Frühere zeigen',
  types: {
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
  },
}
