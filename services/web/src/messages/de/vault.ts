import type { enVault } from '../en/vault.ts'
import { formatOf } from '../format.ts'

const { counted } = formatOf('de')

export const deVault: typeof enVault = {
  vault: {
    title: 'Ihr Tresor',
    lead: 'Worum Apps Sie bitten können. Alles ist freiwillig, wird auf diesem Gerät verschlüsselt und nur mit Ihrer Zustimmung weitergegeben.',
    saved: 'In Ihrem Tresor gespeichert.',
    savedWithConflicts: counted({
      one: 'Gespeichert. Ein anderes Gerät hat zugleich 1 Eintrag geändert; der neuere Text bleibt, der andere wurde als Kopie aufbewahrt.',
      other:
        'Gespeichert. Ein anderes Gerät hat zugleich # Einträge geändert; die neueren Texte bleiben, die anderen wurden als Kopien aufbewahrt.',
    }),
    unsaved: counted({ one: '1 Änderung ist nicht gespeichert', other: '# Änderungen sind nicht gespeichert' }),
    discard: 'Verwerfen',
    groups: { person: 'Über Sie', contact: 'Wie man Sie erreicht', other: 'Weiteres' },
    emptyTitle: 'Ihr Tresor ist leer',
    empty:
      'Tragen Sie ein, was Sie möchten, jetzt oder wenn eine App fragt. Nichts davon wird von selbst weitergegeben.',
    room: counted({
      one: 'Ihr Tresor ist fast voll: Es ist noch Platz für 1 Eintrag.',
      other: 'Ihr Tresor ist fast voll: Es ist noch Platz für # Einträge.',
    }),
    addAnother: 'Weitere hinzufügen',
    label: (number) => `Bezeichnung ${number}`,
    offerFirst: 'Zuerst anbieten',
    remove: 'Entfernen',
    removed: 'wird beim Speichern entfernt.',
    undo: 'Rückgängig',
    undone: 'Rückgängig gemacht. Ihr Tresor ist wie zuvor.',
    elsewhere: (value) =>
      `Inzwischen auf einem anderen Gerät oder in einem anderen Tab geändert: „${value}“. Wenn Sie speichern, bleibt Ihre Eingabe daneben erhalten.`,
    takeMine: 'Durch meine Eingabe ersetzen',
    conflictTitle: (claim) => `${claim}: Was gilt?`,
    conflict:
      'Zwei Geräte haben dies zugleich geändert. Beide Texte bleiben, bis Sie wählen; weitergegeben wird nur der erste.',
    inVault: 'Im Tresor',
    setAside: 'Zurückgelegt',
    gone: 'Entfernt',
    keepPresent: 'Den im Tresor behalten',
    keepRemoved: 'Entfernt lassen',
    keepAside: 'Den zurückgelegten verwenden',
    keepBoth: 'Beide behalten',
    leaveTitle: 'Änderungen zuerst speichern?',
    leave: 'In Ihrem Tresor sind Änderungen, die nicht gespeichert sind.',
    leaveSave: 'Speichern und abmelden',
    leaveDiscard: 'Ohne Speichern abmelden',
    whoHas: 'Wer hat das?',
    nobodyHas: 'Ihr Tresor erinnert sich an keine App, die das erhalten hat.',
  },

  values: {
    countryOf: (label) => `${label}: Land`,
    noLanguage: 'Nicht gewählt',
    address: {
      street: 'Straße und Hausnummer',
      postalCode: 'Postleitzahl',
      locality: 'Ort',
      region: 'Region',
      country: 'Land',
    },
    problems: {
      email: 'Das ist keine vollständige E-Mail-Adresse, zum Beispiel ana@example.org.',
      phone:
        'Das ist keine Telefonnummer des gewählten Landes. Wählen Sie ein anderes Land oder beginnen Sie mit + und der Vorwahl.',
      date: 'Das ist kein Datum. Schreiben Sie Jahr-Monat-Tag, zum Beispiel 1990-05-17.',
      futureDate: 'Dieser Tag ist noch nicht gekommen.',
      language: 'Das ist keine Sprache. Wählen Sie eine aus der Liste.',
      picture: 'Das ist kein Bild, das weitergegeben werden kann. Wählen Sie eine Datei mit einem Bild.',
      tooLong: 'Das ist zu lang, um weitergegeben zu werden.',
    },
  },

  origin: {
    firstUseTitle: 'Ihr Tresor ist für diesen Browser neu',
    firstUse: (when, device, change) =>
      `Er wurde zuletzt geändert am ${when}, mit ${device}; das war die Änderung Nummer ${change}. Stimmt das? Wenn Sie das nicht kennen oder seither mehr geändert haben, geben Sie nichts weiter, melden Sie sich ab und sagen Sie es dem Betreiber: Ein Server könnte einem neuen Browser eine alte Kopie zeigen.`,
    confirm: 'Das stimmt',
    unprovenTitle: 'Dieser Browser hat nicht gesehen, wie Ihr Tresor hierher kam',
    unproven: (before, now) =>
      `Als er zuletzt sicher war, stand Ihr Tresor bei ${before}. Jetzt steht er bei ${now}, und der Server hat noch nicht gezeigt, dass das eine zum anderen führte. Wenn Sie nicht glauben, dass sich so viel geändert hat, geben Sie nichts weiter und fragen Sie den Betreiber.`,
    state: (change, when) => (when === '' ? `Änderung Nummer ${change}` : `Änderung Nummer ${change} vom ${when}`),
    heldTitle: 'Etwas ist noch nicht zurückgelegt',
    held: counted({
      one: 'Dieser Browser hat 1 Eintrag, der neuer ist als in Ihrem Tresor.',
      other: 'Dieser Browser hat # Einträge, die neuer sind als in Ihrem Tresor.',
    }),
    putBack: 'Zurücklegen',
  },

  notices: {
    title: 'Neu seit Ihrem letzten Besuch',
    lead: 'Das geschah auf anderen Geräten.',
    new_device: 'Anmeldung auf einem neuen Gerät',
    recovery_key_used: 'Ihr Wiederherstellungs\u00adschlüssel wurde benutzt',
    app_approved: (app: string) => `Neue App: ${app}`,
    remedies: {
      sessions: 'Das waren nicht Sie? Gerät abmelden',
      methods: 'Das waren nicht Sie? Anmeldearten prüfen',
      apps: 'Das waren nicht Sie? Zugang entziehen',
    },
    incomplete: 'Der Dienst hat nicht alle Änderungen gezeigt.',
    toActivity: 'Aktivität ansehen',
    more: counted({ one: '1 weitere', other: '# weitere' }),
    dismiss: 'Verstanden',
    keyReplaced: 'Ihr Wiederherstellungs\u00adschlüssel wurde auf einem anderen Gerät ersetzt.',
    seeChanges: 'Änderungen ansehen',
  },

  verification: {
    verify: 'Bestätigen lassen',
    verifiedOn: (date) => `Bestätigt am ${date}`,
    title: (claim) => `Bestätigen: ${claim}`,
    lead: (value) =>
      `Ein Code aus sechs Ziffern geht an ${value}. Geben Sie ihn hier ein, dann können sich Apps darauf verlassen.`,
    sending: 'Der Code wird gesendet …',
    sent: 'Der Code ist unterwegs. Er gilt 10 Minuten. Einen Tag lang zählt der Dienst die Codes, die dorthin gingen; Adresse oder Nummer speichert er nicht.',
    code: 'Code aus der Nachricht',
    codeHint: 'Sechs Ziffern. Schauen Sie auch in den Spam-Ordner.',
    confirm: 'Code prüfen',
    confirming: 'Der Code wird geprüft …',
    again: 'Neuen Code senden',
    wrong:
      'Das ist nicht der Code, der gesendet wurde. Schauen Sie noch einmal nach, oder lassen Sie einen neuen senden.',
    expired: 'Dieser Code gilt nicht mehr. Lassen Sie einen neuen senden.',
    badValue: 'Dorthin lässt sich kein Code senden. Prüfen Sie die Schreibweise.',
    notSent: 'Der Code konnte nicht gesendet werden. Versuchen Sie es in einigen Minuten noch einmal.',
    changed: 'Dieser Eintrag ist inzwischen ein anderer. Schließen Sie dies und beginnen Sie neu.',
    required: (app) => `${app} nimmt das nur bestätigt an.`,
    unavailable: 'Hier lässt sich im Moment nichts bestätigen. Schalten Sie es aus, oder lehnen Sie ab.',
    obstacle: (claim, app) => `Lassen Sie zuerst „${claim}“ bestätigen: ${app} nimmt das nur bestätigt an.`,
    refused:
      'Der Dienst weiß nicht mehr, dass dieser Wert bestätigt wurde, deshalb sagt es Ihr Tresor auch nicht mehr. Die App hat nichts erhalten. Lassen Sie ihn neu bestätigen, oder genehmigen Sie ihn so.',
  },

  issued: {
    title: 'Für Sie ausgestellt',
    lead: 'Was andere über Sie bestätigen, mit ihrer Unterschrift. Apps, die ihnen vertrauen, können sich darauf verlassen.',
    by: (name: string, host: string) => `Ausgestellt von ${name} (${host})`,
    until: (date: string) => `Gültig bis ${date}`,
    over: (date: string) => `Abgelaufen am ${date}`,
    endless: 'Unbegrenzt gültig',
    linkable:
      'Jede App, der Sie es zeigen, sieht dieselbe Unterschrift. Apps, die sich austauschen, erkennen daran, dass Sie dieselbe Person sind.',
    removeLead: 'Es verschwindet auf allen Geräten aus Ihrem Tresor. Nur der Aussteller kann es Ihnen wieder geben.',
    add: 'Über einen Link hinzufügen',
    addTitle: 'Hinzufügen, was für Sie ausgestellt wurde',
    addLead:
      'Eine Universität, eine Bank oder eine Behörde gibt Ihnen einen Link. Was sich dahinter verbirgt, kommt in Ihren Tresor.',
    addedTitle: 'In Ihren Tresor aufgenommen',
    signInLead: (host) =>
      `Melden Sie sich an, um zu sehen, was ${host} Ihnen anbietet. Ohne Ihre Zustimmung wird nichts aufgenommen.`,
    link: 'Link des Angebots',
    linkHint: 'Fügen Sie ihn ganz ein. Er beginnt mit openid-credential-offer:// oder https://.',
    read: 'Ansehen',
    reading: 'Der Aussteller wird gefragt …',
    offerTitle: (name: string) => `${name} bietet Ihnen an:`,
    offerLead: (host: string) =>
      `Es kommt von ${host}. Es geht in Ihren Tresor und an niemanden sonst, bis Sie es teilen.`,
    code: 'Code des Ausstellers',
    codeHint: 'Der Aussteller hat Ihnen diesen Code auf anderem Weg mitgeteilt, etwa in einem Brief.',
    codeEmpty: 'Geben Sie den Code des Ausstellers ein.',
    accept: 'In meinen Tresor legen',
    accepting: 'Wird geholt …',
    toVault: 'Zurück zum Tresor',
    unavailable: 'Dieser Dienst holt zurzeit nichts von Ausstellern. Was Sie schon haben, bleibt, wie es ist.',
    badOffer:
      'Dieser Link bietet nichts an, was Ihr Tresor aufnehmen kann. Bitten Sie den Aussteller um einen neuen und fügen Sie ihn ganz ein.',
    unknownIssuer:
      'Ihr Tresor holt nur von Ausstellern, die dieser Dienst genannt hat, und dieser gehört nicht dazu. Bitten Sie den Betreiber, ihn aufzunehmen.',
    refused:
      'Der Aussteller hat nichts herausgegeben. Vielleicht stimmt der Code nicht, oder der Link wurde schon benutzt. Prüfen Sie den Code oder bitten Sie um einen neuen Link.',
    badCredential: 'Was kam, ist nicht, was angeboten wurde; es wurde nicht aufgenommen. Sagen Sie es dem Aussteller.',
    away: 'Der Aussteller antwortet nicht. Versuchen Sie es gleich noch einmal.',
    missing: 'Sie haben nichts davon von einem Aussteller, dem diese App vertraut. Sie können auch ohne zustimmen.',
  },
}
