import type { enVault } from '../en/vault.ts'
import { formatOf } from '../format.ts'

const { counted } = formatOf('de')

export const deVault: typeof enVault = {
  vault: {
    title: 'Ihr Tresor',
    lead: 'Angaben, um die Apps bitten können. Alles ist freiwillig, auf diesem Gerät verschlüsselt und wird nur mit Ihrer Zustimmung geteilt.',
    saved: 'In Ihrem Tresor gespeichert.',
    savedWithConflicts: counted({
      one: 'Gespeichert. Ein anderes Gerät hat gleichzeitig 1 Eintrag geändert; beide Fassungen wurden behalten.',
      other:
        'Gespeichert. Ein anderes Gerät hat gleichzeitig # Einträge geändert; beide Fassungen wurden jeweils behalten.',
    }),
    unsaved: counted({ one: '1 Änderung ist nicht gespeichert', other: '# Änderungen sind nicht gespeichert' }),
    discard: 'Verwerfen',
    groups: { person: 'Über Sie', contact: 'So erreicht man Sie', other: 'Weiteres' },
    emptyTitle: 'Ihr Tresor ist leer',
    empty: 'Tragen Sie ein, was Sie möchten, jetzt oder wenn eine App fragt. Ohne Ihre Zustimmung wird nichts geteilt.',
    room: counted({
      one: 'Ihr Tresor ist fast voll: Es ist noch Platz für 1 Eintrag.',
      other: 'Ihr Tresor ist fast voll: Es ist noch Platz für # Einträge.',
    }),
    add: 'Hinzufügen',
    addClaim: (label) => `${label} hinzufügen`,
    edit: 'Ändern',
    offeredFirst: 'Wird zuerst angeboten',
    search: 'Im Tresor suchen',
    searchEmpty: 'Nichts gefunden.',
    addAnother: 'Weitere hinzufügen',
    label: (number) => `Bezeichnung ${number}`,
    offerFirst: 'Zuerst anbieten',
    remove: 'Entfernen',
    removed: 'wird beim Speichern entfernt.',
    undo: 'Rückgängig',
    undone: 'Rückgängig gemacht. Ihr Tresor ist wie zuvor.',
    elsewhere: (value) =>
      `Auf einem anderen Gerät oder in einem anderen Tab geändert: „${value}“. Wenn Sie speichern, bleibt beides erhalten.`,
    takeMine: 'Durch meine Eingabe ersetzen',
    conflictTitle: (claim) => `${claim}: Was stimmt?`,
    conflict:
      'Zwei Geräte haben das gleichzeitig geändert. Bis Sie wählen, wird nur geteilt, was in Ihrem Tresor steht.',
    inVault: 'In Ihrem Tresor',
    setAside: 'Andere Fassung',
    gone: 'Entfernt',
    keepPresent: 'Die im Tresor behalten',
    keepRemoved: 'Entfernt lassen',
    keepAside: 'Die andere Fassung verwenden',
    keepBoth: 'Beide behalten',
    leaveTitle: 'Änderungen zuerst speichern?',
    leave: 'In Ihrem Tresor sind ungespeicherte Änderungen.',
    leaveSave: 'Speichern und abmelden',
    leaveDiscard: 'Ohne Speichern abmelden',
    whoHas: 'Wer hat das?',
    nobodyHas: 'In Ihrem Tresor ist keine App vermerkt, die das erhalten hat.',
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
      noCountry: 'Nicht gewählt',
      zip: 'ZIP-Code',
      regions: {
        state: 'Bundesstaat',
        province: 'Provinz',
        prefecture: 'Präfektur',
        county: 'Grafschaft',
      },
    },
    problems: {
      email: 'Geben Sie eine vollständige E-Mail-Adresse ein, zum Beispiel ana@example.org.',
      phone:
        'Das ist keine Telefonnummer aus dem gewählten Land. Wählen Sie ein anderes Land, oder beginnen Sie mit + und der Landesvorwahl.',
      date: 'Geben Sie das Datum als Jahr-Monat-Tag ein, zum Beispiel 1990-05-17.',
      futureDate: 'Dieses Datum liegt in der Zukunft.',
      language: 'Wählen Sie eine Sprache aus der Liste.',
      picture: 'Diese Datei lässt sich nicht als Bild teilen. Wählen Sie eine andere.',
      tooLong: 'Das ist zu lang zum Teilen.',
    },
  },

  origin: {
    firstUseTitle: 'Ist das Ihre letzte Änderung?',
    firstUse: (when, device, change) =>
      `Ihr Tresor ist neu in diesem Browser. Zuletzt geändert wurde er am ${when}, mit ${device}: Änderung Nummer ${change}. Wenn Sie das nicht wiedererkennen oder seither mehr geändert haben, teilen Sie nichts, melden Sie sich ab und sagen Sie dem Betreiber Bescheid: Vielleicht sehen Sie eine alte Kopie.`,
    confirm: 'Das stimmt',
    unprovenTitle: 'Stammen diese Änderungen von Ihnen?',
    unproven: (before, now) =>
      `Dieser Browser kennt Ihren Tresor bis ${before}. Jetzt steht er bei ${now}, und der Server hat nicht gezeigt, wie es dazu kam. Wenn Sie nicht glauben, dass sich so viel geändert hat, teilen Sie nichts und fragen Sie den Betreiber.`,
    state: (change, when) => (when === '' ? `Änderung Nummer ${change}` : `Änderung Nummer ${change} vom ${when}`),
    heldTitle: 'Neuere Einträge wiederherstellen',
    held: counted({
      one: 'Dieser Browser hat 1 Eintrag, der neuer ist als in Ihrem Tresor.',
      other: 'Dieser Browser hat # Einträge, die neuer sind als in Ihrem Tresor.',
    }),
    putBack: 'Wiederherstellen',
  },

  notices: {
    title: 'Neu seit Ihrem letzten Besuch',
    lead: 'Das geschah auf anderen Geräten.',
    new_device: 'Anmeldung auf einem neuen Gerät',
    recovery_key_used: 'Ihr Wiederherstellungs\u00adschlüssel wurde benutzt',
    app_approved: (app: string) => `Neue App: ${app}`,
    app_updated: (app: string) => `Änderungen gesendet an ${app}`,
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
    verify: 'Bestätigen',
    verifiedOn: (date) => `Bestätigt am ${date}`,
    title: (claim) => `Bestätigen: ${claim}`,
    lead: (value) =>
      `Wir schicken einen sechsstelligen Code an ${value}. Wenn Sie ihn eingeben, können sich Apps darauf verlassen.`,
    sending: 'Der Code wird gesendet …',
    sent: 'Der Code ist unterwegs. Er gilt 10 Minuten.',
    code: 'Code aus der Nachricht',
    codeHint: 'Sechs Ziffern. Sehen Sie auch im Spam-Ordner nach.',
    confirm: 'Code prüfen',
    confirming: 'Der Code wird geprüft …',
    again: 'Neuen Code senden',
    wrong: 'Dieser Code stimmt nicht. Prüfen Sie ihn, oder lassen Sie einen neuen senden.',
    expired: 'Dieser Code gilt nicht mehr. Lassen Sie einen neuen senden.',
    badValue: 'Dorthin können wir keinen Code senden. Prüfen Sie die Schreibweise.',
    notSent: 'Wir konnten den Code nicht senden. Versuchen Sie es in ein paar Minuten noch einmal.',
    changed: 'Dieser Eintrag wurde geändert. Schließen Sie dieses Fenster und beginnen Sie von vorn.',
    required: (app) => `${app} nimmt das nur bestätigt an.`,
    unavailable: 'Wir können gerade keine Codes senden. Schalten Sie es aus, oder lehnen Sie ab.',
    obstacle: (claim, app) => `Bestätigen Sie zuerst „${claim}“: ${app} nimmt es nur bestätigt an.`,
    refused:
      'Der Dienst erkennt diese Bestätigung nicht mehr an, darum hat Ihr Tresor sie entfernt. Die App hat nichts erhalten. Bestätigen Sie noch einmal, oder stimmen Sie so zu.',
  },

  issued: {
    title: 'Für Sie ausgestellt',
    lead: 'Von anderen bestätigt und unterschrieben, etwa von Ihrer Hochschule. Apps, die ihnen vertrauen, können sich darauf verlassen.',
    by: (name: string, host: string) => `Ausgestellt von ${name} (${host})`,
    until: (date: string) => `Gültig bis ${date}`,
    over: (date: string) => `Abgelaufen am ${date}`,
    endless: 'Unbegrenzt gültig',
    from: (issuer) => `, von ${issuer}`,
    on: (date) => `Ausgestellt am ${date}`,
    soon: 'Läuft bald ab',
    expired: 'Abgelaufen',
    states: {
      valid: 'Gültig',
      revoked: 'Widerrufen',
      suspended: 'Ausgesetzt',
      other: 'Vom Aussteller gekennzeichnet',
      unknown: 'Die Liste des Ausstellers ließ sich nicht prüfen',
    },
    asOf: (date) => `Laut Aussteller, Stand ${date}`,
    outOfForce: 'Der Aussteller hat es widerrufen oder ausgesetzt. Apps, die das prüfen, nehmen es nicht an.',
    details: 'Details',
    linkable:
      'Apps, die sich austauschen, können erkennen, dass Sie dieselbe Person sind: Sie sehen alle dieselbe Unterschrift.',
    removeLead: 'Es wird auf allen Ihren Geräten entfernt. Nur der Aussteller kann es Ihnen wieder geben.',
    add: 'Über einen Link hinzufügen',
    addTitle: 'Ausgestelltes hinzufügen',
    addLead:
      'Eine Hochschule, eine Bank oder eine Behörde gibt Ihnen einen Link. Was sie anbietet, kommt in Ihren Tresor.',
    addedTitle: 'In Ihren Tresor aufgenommen',
    signInLead: (host) =>
      `Melden Sie sich an, um zu sehen, was ${host} Ihnen anbietet. Ohne Ihre Zustimmung wird nichts hinzugefügt.`,
    link: 'Link des Angebots',
    linkHint:
      'Fügen Sie den ganzen Link ein. Er beginnt mit openid-credential-offer:// oder https://. Oder die Adresse des Ausstellers.',
    read: 'Öffnen',
    reading: 'Der Aussteller wird gefragt …',
    offerTitle: (name: string) => `${name} bietet Ihnen an:`,
    offerLead: (host: string) => `Von ${host}. Es kommt in Ihren Tresor und nirgendwo sonst hin, bis Sie es teilen.`,
    code: 'Code des Ausstellers',
    codeHint: 'Der Aussteller hat Ihnen diesen Code gegeben, etwa auf seiner Seite oder in einem Brief.',
    codeEmpty: 'Geben Sie den Code des Ausstellers ein.',
    accepting: 'Wird hinzugefügt …',
    toVault: 'Zurück zum Tresor',
    unavailable: 'Gerade können Sie nichts Neues hinzufügen. Was Sie schon haben, bleibt.',
    badOffer:
      'Dieser Link bietet nichts an, was Ihr Tresor aufnehmen kann. Fügen Sie den ganzen Link ein, oder bitten Sie den Aussteller um einen neuen.',
    unknownIssuer: 'Dieser Dienst nimmt diesen Aussteller nicht an. Bitten Sie den Betreiber, ihn aufzunehmen.',
    refused:
      'Der Code stimmt nicht, oder der Link wurde schon benutzt. Prüfen Sie den Code, oder bitten Sie den Aussteller um einen neuen Link.',
    badCredential:
      'Der Aussteller hat etwas anderes geschickt als angeboten. Es wurde nicht hinzugefügt. Sagen Sie dem Aussteller Bescheid.',
    away: 'Der Aussteller antwortet nicht. Versuchen Sie es gleich noch einmal.',
    missing: 'Sie haben keines von einem Aussteller, dem diese App vertraut. Sie können auch ohne zustimmen.',
    signInFirst: (host) =>
      `Sie melden sich bei ${host} an und stimmen zu. Dann kommt es in Ihren Tresor und nirgendwo sonst hin, bis Sie es teilen.`,
    goTo: (host) => `Weiter zu ${host}`,
    leaving: 'Weiter zum Aussteller …',
    returnLead: (host) => `Melden Sie sich an, um hinzuzufügen, was ${host} Ihnen gibt.`,
    mismatch:
      'Diese Antwort gehört zu nichts, was Sie in diesem Tab begonnen haben. Es wurde nichts hinzugefügt. Beginnen Sie noch einmal.',
    declined: 'Sie haben beim Aussteller abgelehnt. Es wurde nichts hinzugefügt.',
    unsupported:
      'Dieser Aussteller verlangt etwas, das Ihr Tresor nicht kann, etwa eine zertifizierte Wallet. Bitten Sie ihn um einen Link mit Code.',
    notGiven: 'Der Aussteller hat es Ihnen nicht gegeben. Beginnen Sie noch einmal, oder fragen Sie den Aussteller.',
    copies: counted({ one: 'Reicht noch für 1 App', other: 'Reicht noch für # Apps' }),
    copiesNone: 'Aufgebraucht: Nur Apps, die es schon haben, bekommen es wieder.',
    renew: 'Neue holen',
    unlinkable: 'Jede App bekommt ein eigenes Exemplar. So können Apps keine Unterschriften vergleichen.',
    noCopy:
      'Für diese App ist kein Exemplar mehr übrig. Holen Sie im Tresor neue beim Aussteller, oder lassen Sie es weg.',
  },

  stepUpActs: {
    add_passkey: 'Um einen Passkey hinzuzufügen.',
    set_password: 'Um ein Passwort festzulegen.',
    change_password: 'Um Ihr Passwort zu ändern.',
    change_login_name: 'Um Ihren Benutzernamen zu ändern.',
    remove_method: 'Um eine Anmeldeart zu entfernen.',
    replace_recovery_key: 'Um einen neuen Wiederherstellungs\u00adschlüssel zu erstellen.',
    rotate_account_key: 'Um Ihren Tresorschlüssel zu ersetzen.',
    export_account: 'Um unsere Daten über Sie herunterzuladen.',
    change_security_contact: 'Um die Adresse für Sicherheits-E-Mails zu ändern.',
    export_vault: 'Um eine lesbare Kopie Ihres Tresors zu speichern.',
    delete_account: 'Um Ihr Konto mit allem darin zu löschen.',
    recover: 'Um mit Ihrem Wiederherstellungs\u00adschlüssel abzuschließen.',
  },
}
