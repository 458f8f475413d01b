import type { ExtensionText } from './en.ts'

export const de: ExtensionText = {
  title: 'Ihre Dienste',
  lead: 'Diese Dienste öffnen sich in dieser Erweiterung. Ihre Seiten kommen von hier, nicht von einem Server.',
  none: 'In dieser Erweiterung öffnet sich noch kein Dienst.',
  switch: (host) => `${host} in dieser Erweiterung öffnen`,
  visit: 'Öffnen',
  remove: 'Entfernen',
  removeTitle: (host) => `${host} entfernen?`,
  removeLead:
    'Diese Erweiterung vergisst den Dienst und den Stand Ihres Tresors. Ihr Konto bleibt. Beim nächsten Mal öffnet sich die Seite des Dienstes selbst.',
  addTitle: 'Dienst hinzufügen',
  addLead:
    'Öffnen Sie ihn in einem Tab und drücken Sie die Schaltfläche dieser Erweiterung, oder geben Sie hier seine Adresse ein.',
  address: 'Adresse',
  addressHint: 'Zum Beispiel https://id.example',
  addressWrong: 'Geben Sie eine Adresse ein, die mit https:// beginnt.',
  look: 'Weiter',
  looking: 'Einen Moment …',
  refused: 'Ohne diese Erlaubnis kann die Erweiterung den Dienst nicht öffnen. Erlauben Sie sie beim nächsten Versuch.',
  noService: (address) => `Unter ${address} antwortet kein Dienst. Prüfen Sie Adresse und Verbindung.`,
  confirmTitle: (name) => `Ist das ${name}?`,
  confirmLead:
    'Vergleichen Sie die Adresse Buchstabe für Buchstabe mit der, die Sie kennen. Eine Nachahmung hat eine andere Adresse.',
  open: (host) => `${host} ab jetzt mit dieser Erweiterung öffnen`,
  added: (name) => `${name} öffnet sich jetzt in dieser Erweiterung`,
  stillOpen: (host) =>
    `Noch nicht fertig: In anderen Tabs sind noch Seiten offen, die ${host} gesendet hat, vielleicht in der Seite einer anderen Website. Schließen Sie diese Tabs.`,
  closeTabs: 'Diese Tabs schließen',
  rulesRefused:
    'Ihr Browser hat die Regeln dieser Erweiterung abgelehnt, darum öffnet sich die Seite des Dienstes selbst. Aktualisieren Sie Ihren Browser, oder entfernen Sie den Dienst hier.',
  howItWorks: 'So funktioniert das',
  answerTitle: 'Zurück zur App',
  answer: (host) => `Weiter zu ${host}`,
  operatorLink: (host) => `Link des Betreibers zu ${host}`,
  name: 'Name',
  core: 'Bewahrt Ihren verschlüsselten Tresor auf',
  issuer: 'Antwortet Apps als',
  passwordKeys: 'Schlüssel für die Anmeldung mit Passwort',
  any: 'Beliebige',
  credentialIssuers: 'Nachweise von',
  changedTitle: (name) => `${name} hat sich geändert`,
  changedLead:
    'Der Dienst beschreibt sich anders als bisher. Nehmen Sie das nur an, wenn sein Betreiber es Ihnen angekündigt hat. Bis dahin gilt, was Sie bestätigt haben.',
  was: 'Von Ihnen bestätigt',
  is: 'Das sagt der Dienst jetzt',
  keep: 'Beim Bestätigten bleiben',
  accept: 'Änderung annehmen',
  about: 'Über diese Erweiterung',
  version: 'Version',
  fingerprint: 'Fingerabdruck ihrer Dateien',
  fingerprintHint: 'Vergleichen Sie ihn mit dem Fingerabdruck, der zu dieser Version veröffentlicht wurde.',
  wrongFiles:
    'Manche Dateien sind nicht so, wie sie veröffentlicht wurden. Entfernen Sie die Erweiterung und installieren Sie sie neu.',
}
