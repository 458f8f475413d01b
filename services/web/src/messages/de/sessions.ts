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
  endOthersApps: 'Auch allen Apps den Zugriff entziehen; sie müssen Sie neu fragen.',
  endedOthers: (count) =>
    plural(count, {
      one: 'Das andere Gerät wurde abgemeldet.',
      other: (number) => `${number} andere Geräte wurden abgemeldet.`,
    }),
  events: 'Was der Dienst bemerkt hat',
  eventsLead:
    'Das sagt der Dienst; Ihr Tresor kann es nicht prüfen. Waren Sie etwas davon nicht? Dann melden Sie alle anderen Geräte ab und sehen Sie Ihre Anmeldearten durch.',
  noEvents: 'Noch nichts.',
}
