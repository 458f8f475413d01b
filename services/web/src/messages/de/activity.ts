import type { RestText } from '../messages.ts'

export const activity: RestText['activity'] = {
  title: 'Aktivität',
  lead: 'Was Ihren Tresor verlassen hat, wann und an wen. Ihr Tresor führt diese Liste selbst; niemand kann sie unbemerkt ändern.',
  verified: 'Jeder Eintrag unten wurde mit Ihrem Tresor abgeglichen.',
  when: (moment, device) => `${moment}, mit ${device}`,
  released: (app) => `An ${app} weitergegeben`,
  nothing: 'Keine Ihrer Daten, nur dass Sie es sind.',
  sealed: 'Nur die App konnte es lesen',
  uncertainBadge: 'Vielleicht nicht angekommen',
  uncertain: 'Die Verbindung brach ab, während dies gesendet wurde. Es steht hier, weil es angekommen sein kann.',
  methods: { opaque: 'ein Passwort', prf: 'ein Passkey', recovery: 'der Wiederherstellungsschlüssel' },
  method_added: (method) => `Anmeldeart hinzugefügt: ${method}`,
  method_removed: (method) => `Anmeldeart entfernt: ${method}`,
  events: {
    not_released: 'Eine Zustimmung ist nicht durchgegangen',
    exported: 'Tresor exportiert',
    imported: 'Daten importiert',
  },
  emptyTitle: 'Nichts hat Ihren Tresor verlassen',
  empty: 'Sobald Sie einer App zustimmen, steht hier, was sie erhalten hat, mit einem Beleg.',
  receipt: 'Beleg',
  receiptTitle: 'Ihr Beleg',
  receiptText: 'Er zeigt, was wann an wen weitergegeben wurde. Nur Ihr Tresor kann bestätigen, dass er echt ist.',
  receiptFile: 'beleg',
  checkTitle: 'Einen Beleg prüfen',
  checkLead:
    'Wählen Sie einen Beleg, den Sie aufbewahrt haben. Er wird auf diesem Gerät geprüft und nirgendwohin gesendet.',
  checkFile: 'Datei mit dem Beleg',
  genuine: (moment) => `Dieser Beleg ist echt: ${moment}.`,
  genuineRelease: (app, moment) => `Dieser Beleg ist echt. An ${app} weitergegeben am ${moment}:`,
  notGenuine: 'Das ist kein Beleg Ihres Tresors, oder jemand hat ihn verändert.',
  brokenTitle: 'Diese Liste wurde verändert',
  broken:
    'Der Dienst hat eine andere Liste gesendet als die, für die Ihr Tresor bürgt. Auf dem Server wurde ein Eintrag geändert, ausgelassen, verschoben oder hinzugefügt. Ihr Gerät war das nicht.',
  brokenAbove: 'Die Einträge oben wurden geprüft und stimmen. Älteren ist nicht zu trauen.',
  brokenDo:
    'In Ihrem Tresor wurde nichts geändert. Bewahren Sie Ihre Belege auf, exportieren Sie Ihren Tresor und bitten Sie den Betreiber um eine Erklärung.',
  signIns: 'Anmeldungen und Änderungen, die der Dienst bemerkt hat, stehen unter Geräte.',
}
