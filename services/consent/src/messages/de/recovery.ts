import type { RestText } from '../messages.ts'

export const recovery: RestText['recovery'] = {
  title: 'Bewahren Sie Ihren Wiederherstellungsschlüssel auf',
  lead: 'Falls Sie Ihr Passwort vergessen, führt nur dieser Schlüssel zurück in Ihren Tresor. Schreiben Sie ihn auf, drucken Sie ihn aus oder legen Sie ihn in einen Passwortmanager. Er wird nur jetzt gezeigt.',
  label: 'Wiederherstellungsschlüssel',
  copy: 'Kopieren',
  copied: 'Kopiert',
  copyFailed: 'Das Kopieren hat nicht geklappt. Bitte schreiben Sie den Schlüssel auf.',
  print: 'Drucken',
  download: 'Herunterladen',
  fileName: 'wiederherstellungsschluessel.txt',
  fileText: (name, login, key) =>
    `${name}: Wiederherstellungsschlüssel\n\nAnmeldename: ${login}\nWiederherstellungsschlüssel: ${key}\n\nWer diesen Schlüssel hat, kann den Tresor öffnen. Bewahren Sie ihn bei Ihren wichtigen Papieren auf.\n`,
  next: 'Ich habe ihn aufbewahrt',
  confirmTitle: 'Haben Sie ihn aufbewahrt?',
  confirmLead:
    'Geben Sie zwei der neun Gruppen aus Ihrer Abschrift ein, damit wir beide wissen, dass man sie lesen kann.',
  group: (number) => `Gruppe ${number}`,
  groupHint: '4 Zeichen',
  groupWrong: 'In Ihrem Schlüssel steht dort etwas anderes. Sehen Sie noch einmal in Ihrer Abschrift nach.',
  back: 'Schlüssel noch einmal zeigen',
  submit: 'Konto erstellen',
  busy: 'Ihr Konto wird erstellt …',
  loginTaken:
    'Dieser Anmeldename ist vergeben. Wählen Sie einen anderen; Ihr Wiederherstellungsschlüssel bleibt derselbe.',
  newLogin: 'Ein anderer Anmeldename',
}
