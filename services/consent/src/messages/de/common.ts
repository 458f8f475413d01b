import type { EntryText } from '../messages.ts'

export const common: EntryText['common'] = {
  tryAgain: 'Noch einmal versuchen',
  cancel: 'Abbrechen',
  close: 'Schließen',
  signOut: 'Abmelden',
  home: 'Zu Ihrem Tresor',
  start: 'Zur Startseite',
  show: 'Anzeigen',
  hide: 'Verbergen',
  required: 'Notwendig',
  loading: 'Wird geladen …',
  language: 'Sprache',
  support: 'Hilfe und Kontakt',
  navigation: 'Ihr Konto',
  quote: (words) => `„${words}“`,

  pages: {
    home: 'Daten',
    apps: 'Apps',
    activity: 'Aktivität',
    methods: 'Anmeldearten',
    sessions: 'Geräte',
    account: 'Konto',
  },

  claims: {
    name: 'Vollständiger Name',
    given_name: 'Vorname',
    family_name: 'Nachname',
    nickname: 'Spitzname',
    email: 'E-Mail-Adresse',
    phone: 'Telefonnummer',
    address: 'Postanschrift',
    birthdate: 'Geburtsdatum',
    locale: 'Sprache',
    picture: 'Bild',
  },
  claimHints: {
    phone: 'Mit Ländervorwahl, zum Beispiel +41 79 123 45 67.',
    locale: 'Als Sprachkürzel, zum Beispiel de, de-CH oder pt-BR.',
    picture: 'Die Internetadresse eines Bildes.',
  },
  scopes: {
    openid: {
      title: 'Sie anmelden',
      description: 'Ein Kennzeichen, an dem die App Sie wiedererkennt. Es enthält keine Ihrer Daten.',
    },
    email: { title: 'E-Mail-Adresse', description: 'Ihre E-Mail-Adresse.' },
    profile: { title: 'Profil', description: 'Ihr Name, Bild, Geburtsdatum und Ihre Sprache.' },
    phone: { title: 'Telefonnummer', description: 'Ihre Telefonnummer.' },
    address: { title: 'Postanschrift', description: 'Ihre Postanschrift.' },
  },
}
