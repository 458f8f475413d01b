import type { enAccount } from '../en/account.ts'
import { formatOf } from '../format.ts'

const { plural } = formatOf('fr')

export const frAccount: typeof enAccount = {
  account: {
    title: 'Votre compte',
    lead: 'Emportez tout, rapportez-le, ou partez.',
    busy: 'Un instant…',
    saved: 'Le fichier a été enregistré.',
    languageLead: 'De ces pages, sur cet appareil.',
    idle: 'Verrouiller le coffre-fort',
    idleLead: 'Sur cet appareil, quand personne ne touche la page.',
    idleAfter: 'Verrouiller après',
    export: 'Emportez vos données',
    plain: 'Copie lisible',
    plainHint: 'En clair, pour vous ou un autre service. Non chiffrée.',
    plainTitle: 'L’enregistrer sans la verrouiller ?',
    plainMessage:
      'Le fichier n’est pas chiffré. Quiconque peut ouvrir cet appareil, ou une sauvegarde de celui-ci, peut tout y lire.',
    plainSubmit: 'Enregistrer la copie lisible',
    sealed: 'Copie verrouillée',
    sealedHint:
      'Telle que le service la garde. Votre clé de récupération l’ouvre, même sans nous : avec la commande « countersign open-export ».',
    held: 'Ce que le service sait de vous',
    heldHint: 'Des heures, des réseaux et des moyens de connexion ; rien de ce qui est dans votre coffre-fort.',
    import: 'Importer des données',
    importLead: 'Depuis une copie lisible ou verrouillée. Vous voyez ce qu’elle ajouterait avant que rien ne change.',
    file: 'Choisir un fichier',
    notACopy: 'Ce fichier n’est pas la copie d’un coffre-fort. Choisissez-en un autre.',
    copyKey: 'Clé de récupération de cette copie',
    wrongKey: 'Cette clé n’ouvre pas cette copie.',
    look: 'Regarder dedans',
    madeOn: (date) => `Créée le ${date}.`,
    adds: (count) =>
      plural(count, {
        one: (number) => `Elle ajoute ${number} entrée.`,
        other: (number) => `Elle ajoute ${number} entrées.`,
      }),
    addsNothing: 'Elle n’ajoute rien : tout est déjà dans votre coffre-fort.',
    doubtful: (count) =>
      plural(count, {
        one: (number) =>
          `${number} entrée n’a pas la forme requise. Vous pourrez la corriger dans le coffre-fort ; aucune application ne la reçoit avant.`,
        other: (number) =>
          `${number} entrées n’ont pas la forme requise. Vous pourrez les corriger dans le coffre-fort ; aucune application ne les reçoit avant.`,
      }),
    already: (count) =>
      plural(count, {
        one: (number) => `${number} entrée y est déjà.`,
        other: (number) => `${number} entrées y sont déjà.`,
      }),
    commit: 'Ajouter à mon coffre-fort',
    imported: (count) =>
      plural(count, {
        one: (number) => `${number} entrée a été ajoutée à votre coffre-fort.`,
        other: (number) => `${number} entrées ont été ajoutées à votre coffre-fort.`,
      }),
    delete: 'Supprimer votre compte',
    deleteHint: 'Tout est effacé, définitivement.',
    deleteNext: 'Supprimer mon compte…',
    deleteTitle: 'Supprimer votre compte ?',
    deletePoints: [
      'Votre coffre-fort et tout son contenu sont effacés ici, et votre clé de récupération ne les rétablit pas. Les sauvegardes de l’exploitant peuvent les contenir, chiffrés, jusqu’à leur suppression.',
      'Les applications perdent leur accès. Ce que vous avez partagé avec elles auparavant reste chez elles : demandez-leur de l’effacer.',
      'Vous voulez peut-être enregistrer une copie avant.',
    ],
    deleteWord: 'supprimer',
    deleteType: (word) => `Saisissez « ${word} » pour confirmer`,
    deleteWrong: (word) => `Saisissez le mot « ${word} ».`,
    deleteSubmit: 'Tout supprimer maintenant',
    deleteBusy: 'Suppression…',
    keep: 'Garder mon compte',
    deletedTitle: 'Votre compte est supprimé',
    deleted:
      'Votre coffre-fort a été effacé et les applications perdent leur accès. Vous pouvez retirer de vos appareils les clés d’accès de ce service.',
  },

  passkeys: {
    title: 'Moyens de connexion',
    lead: 'Tout ce qui ouvre votre coffre-fort. Personne d’autre ne peut rien ajouter.',
    current: 'Utilisé en ce moment',
    addedOn: (date) => `Ajouté le ${date}`,
    usedOn: (date) => `utilisé le ${date}`,
    neverUsed: 'pas encore utilisé',
    passkeys: 'Clés d’accès',
    passkeysLead: 'Votre empreinte, votre visage ou le code de l’appareil ouvre le coffre-fort.',
    none: 'Pas encore de clé d’accès. Avec une clé, vous vous connectez sans rien saisir.',
    unnamed: 'Clé d’accès',
    synced: 'Synchronisée entre vos appareils',
    oneDevice: 'Sur un seul appareil',
    add: 'Ajouter une clé d’accès',
    addLead:
      'Votre navigateur demande deux ou trois fois : une fois pour la créer, puis pour vérifier qu’elle ouvre votre coffre-fort. Ensuite, tous les autres appareils sont déconnectés.',
    added: 'La clé d’accès a été ajoutée. Tous les autres appareils ont été déconnectés.',
    cancelled: 'Aucune clé d’accès n’a été ajoutée. Réessayez quand vous voulez.',
    unsupported:
      'Ce navigateur ne peut pas créer de clés d’accès ici. Essayez un autre navigateur ou un autre appareil.',
    name: 'Nom',
    nameHint: 'Pour la reconnaître, par exemple « Téléphone » ou « Clé de sécurité bleue ».',
    nameEmpty: 'Donnez-lui un nom.',
    rename: 'Renommer',
    renamed: 'La clé d’accès a un nouveau nom.',
    remove: 'Supprimer',
    removeTitle: (name) => `Supprimer « ${name} » ?`,
    removeMessage: 'Votre coffre-fort ne s’ouvrira plus ainsi, et tous les autres appareils seront déconnectés.',
    removed:
      'C’est supprimé. Quelqu’un d’autre pourrait-il s’en servir ? Verrouillez alors aussi tout avec une nouvelle clé.',
    lastTitle: 'Ce moyen doit rester',
    lastMessage:
      'C’est votre dernier accès en dehors de la clé de récupération. Ajoutez d’abord une clé d’accès ou un mot de passe.',
    passwordLead: 'Ouvre votre coffre-fort quand vous n’avez pas de clé d’accès sous la main.',
    noPassword: 'Pas de mot de passe. Vous n’en avez pas besoin tant que vous avez une clé d’accès.',
    setPassword: 'Définir un mot de passe',
    passwordSet: 'Votre mot de passe a été défini. Tous les autres appareils ont été déconnectés.',
    changePassword: 'Changer le mot de passe',
    newPassword: 'Nouveau mot de passe',
    changeLead: 'Le changement déconnecte tous les autres appareils.',
    known: 'Quelqu’un pourrait-il connaître l’ancien ?',
    knownNo: 'Non',
    knownNoHint: 'J’en veux simplement un autre.',
    knownYes: 'Oui, ou je n’en suis pas sûr',
    knownYesHint: 'Vous verrouillez alors tout avec une nouvelle clé juste après.',
    passwordChanged: 'Votre mot de passe a été changé. Tous les autres appareils ont été déconnectés.',
    changeLogin: 'Changer l’identifiant',
    changeLoginLead: 'Votre mot de passe est conservé sous votre identifiant : il nous faut les deux encore une fois.',
    currentLogin: 'Identifiant actuel',
    currentPassword: 'Mot de passe actuel',
    newLogin: 'Nouvel identifiant',
    loginChanged: 'Votre identifiant a été changé. Tous les autres appareils ont été déconnectés.',
    recoveryKey: 'Clé de récupération',
    recoveryLead: 'Ouvre votre coffre-fort quand tout le reste est perdu.',
    newKey: 'Créer une nouvelle clé de récupération',
    newKeyPoints: [
      'Vous recevez une nouvelle clé et montrez que vous l’avez conservée.',
      'L’ancienne ne prend fin qu’à ce moment-là.',
      'Tous les autres appareils sont déconnectés.',
    ],
    newKeyFinish: 'Utiliser cette clé désormais',
    keyReplaced: 'Votre nouvelle clé de récupération est valable. L’ancienne n’est plus acceptée.',
    accountKey: 'La clé de votre coffre-fort',
    accountKeyLead:
      'Si quelqu’un a pu avoir un accès, changez la clé : ce que cette personne possède n’ouvre alors plus votre coffre-fort.',
    rotate: 'Tout verrouiller avec une nouvelle clé',
    administer: 'Gérer les applications',
    rotateLead: 'Chaque entrée est chiffrée de nouveau, ici, sur cet appareil. Ensuite :',
    rotateStays: 'La clé d’accès ou le mot de passe avec lequel vous confirmez reste.',
    rotatePassword:
      'Votre nouveau mot de passe remplace l’ancien. Une clé d’accès ne reste que si vous confirmez avec elle.',
    rotatePoints: [
      'Les autres clés d’accès et mots de passe prennent fin. Vous pourrez les ajouter de nouveau.',
      'Vous recevez une nouvelle clé de récupération ; l’ancienne prend fin.',
      'Tous les autres appareils sont déconnectés.',
      'Toutes les applications perdent leur accès et devront vous le redemander.',
    ],
    rotateFinish: 'Tout verrouiller maintenant',
    rotateBusy: 'Nouveau chiffrement de tout le contenu…',
    rotated:
      'Tout est verrouillé avec une nouvelle clé. Ajoutez de nouveau vos autres moyens de connexion quand vous en aurez besoin.',
    renewTitle: 'Confirmez votre mot de passe',
    renewLead:
      'Le service renouvelle les secrets liés aux mots de passe. Saisissez le vôtre encore une fois, et il continuera d’ouvrir votre coffre-fort.',
    renewed: 'Merci. Votre mot de passe continue d’ouvrir votre coffre-fort.',

    stepUpTitle: 'Est-ce bien vous ?',
    stepUp: (act: string) => `${act} : confirmez que c’est bien ce que vous voulez. Cela ne vaut que pour cela.`,
    stepUpAdminister:
      'Confirmez que c’est bien vous. Pendant cinq minutes, cela vaut pour ce que vous changez dans la console, et pour rien d’autre.',
    stepUpPasskey: 'Confirmer avec une clé d’accès',
    stepUpPassword: 'Confirmer avec votre mot de passe',
    stepUpRecovery: 'Saisissez encore une fois la clé de récupération avec laquelle vous êtes venu.',
    stepUpSubmit: 'Confirmer',
    stepUpBusy: 'Vérification…',
    stepUpCancelled: 'Aucune clé d’accès n’a été utilisée. Réessayez, ou annulez.',
    unchanged:
      'Vous vous êtes arrêté avant la dernière étape. Rien n’a changé : tout ouvre votre coffre-fort comme avant.',
    maybeChanged:
      'La réponse s’est perdue : on ne sait pas si le changement a été fait. Connectez-vous encore une fois pour le voir, d’abord de la nouvelle façon.',
    notYet: 'Rien n’a encore changé. Le changement se fait à la dernière étape.',
    notYetPassword:
      'Votre mot de passe n’a pas encore changé : le nouveau compte à partir de la dernière étape. Si vous arrêtez avant, l’ancien reste.',
  },

  sessions: {
    title: 'Appareils',
    lead: 'Où votre compte est connecté en ce moment.',
    current: 'Cet appareil',
    unknownBrowser: 'Navigateur inconnu',
    unknownNetwork: 'réseau inconnu',
    methods: { password: 'par mot de passe', passkey: 'par clé d’accès', recovery: 'par clé de récupération' },
    network: (network) => `depuis ${network}`,
    lastSeen: (when) => `Vu le ${when}`,
    onlyThis: 'Votre compte n’est connecté nulle part ailleurs.',
    end: 'Déconnecter',
    ended: 'Cet appareil a été déconnecté.',
    endOthers: 'Déconnecter tous les autres appareils',
    endOthersTitle: 'Déconnecter tous les autres appareils ?',
    endOthersMessage: 'Il faudra s’y reconnecter. Cet appareil-ci reste connecté.',
    endOthersApps: 'Retirer aussi l’accès à toutes les applications ; elles devront vous le redemander.',
    endedOthers: (count) =>
      plural(count, {
        one: 'L’autre appareil a été déconnecté.',
        other: (number) => `${number} autres appareils ont été déconnectés.`,
      }),
    events: 'Ce que le service a remarqué',
    eventsLead:
      'C’est le service qui le dit ; votre coffre-fort ne peut pas le vérifier. Si quelque chose ici ne vient pas de vous, déconnectez tous les autres appareils et vérifiez vos moyens de connexion.',
    noEvents: 'Rien pour le moment.',
  },
}
