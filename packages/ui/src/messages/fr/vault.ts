import type { enVault } from '../en/vault.ts'
import { formatOf } from '../format.ts'

const { counted } = formatOf('fr')

export const frVault: typeof enVault = {
  vault: {
    title: 'Votre coffre-fort',
    lead: 'Des données que les applications peuvent demander. Tout est facultatif, chiffré sur cet appareil, et partagé seulement avec votre accord.',
    saved: 'Enregistré dans votre coffre-fort.',
    savedWithConflicts: counted({
      one: 'Enregistré. Un autre appareil a modifié # entrée en même temps : les deux versions ont été gardées.',
      other:
        'Enregistré. Un autre appareil a modifié # entrées en même temps : les deux versions de chacune ont été gardées.',
    }),
    unsaved: counted({ one: '# modification non enregistrée', other: '# modifications non enregistrées' }),
    discard: 'Abandonner',
    groups: { person: 'À propos de vous', contact: 'Comment vous joindre', other: 'Autres données' },
    emptyTitle: 'Votre coffre-fort est vide',
    empty:
      'Remplissez ce que vous voulez, maintenant ou quand une application le demande. Rien n’est partagé sans votre accord.',
    room: counted({
      one: 'Votre coffre-fort est presque plein : il reste de la place pour # entrée.',
      other: 'Votre coffre-fort est presque plein : il reste de la place pour # entrées.',
    }),
    add: 'Ajouter',
    addClaim: (label) => `Ajouter : ${label}`,
    edit: 'Modifier',
    offeredFirst: 'Proposée en premier',
    search: 'Rechercher dans votre coffre-fort',
    searchEmpty: 'Aucun résultat.',
    addAnother: 'Ajouter une autre valeur',
    label: (number) => `Libellé ${number}`,
    offerFirst: 'Proposer en premier',
    remove: 'Retirer',
    removed: 'sera retiré à l’enregistrement.',
    undo: 'Annuler',
    undone: 'Annulé. Votre coffre-fort est comme avant.',
    elsewhere: (value) =>
      `Modifié sur un autre appareil ou dans un autre onglet : « ${value} ». Si vous enregistrez, les deux sont gardés.`,
    takeMine: 'Remplacer par ma saisie',
    conflictTitle: (claim) => `${claim} : laquelle est la bonne ?`,
    conflict:
      'Deux appareils ont modifié ceci en même temps. Jusqu’à votre choix, seule la version de votre coffre-fort est partagée.',
    inVault: 'Dans votre coffre-fort',
    setAside: 'Autre version',
    gone: 'Retiré',
    keepPresent: 'Garder celle de mon coffre-fort',
    keepRemoved: 'Le laisser retiré',
    keepAside: 'Utiliser l’autre version',
    keepBoth: 'Garder les deux',
    leaveTitle: 'Enregistrer d’abord vos modifications ?',
    leave: 'Votre coffre-fort contient des modifications non enregistrées.',
    leaveSave: 'Enregistrer et se déconnecter',
    leaveDiscard: 'Se déconnecter sans enregistrer',
    whoHas: 'Qui a ceci ?',
    nobodyHas: 'Votre coffre-fort n’a aucune trace d’une application qui ait reçu ceci.',
  },

  values: {
    countryOf: (label) => `${label} : pays`,
    noLanguage: 'Non choisie',
    address: {
      street: 'Rue et numéro',
      postalCode: 'Code postal',
      locality: 'Ville',
      region: 'Région',
      country: 'Pays',
      noCountry: 'Non choisi',
      zip: 'Code ZIP',
      regions: {
        state: 'État',
        province: 'Province',
        prefecture: 'Préfecture',
        county: 'Comté',
      },
    },
    problems: {
      email: 'Saisissez une adresse e-mail complète, comme ana@example.org.',
      phone: 'Ce n’est pas un numéro du pays choisi. Choisissez un autre pays, ou commencez par + et son indicatif.',
      date: 'Saisissez la date sous la forme année-mois-jour, par exemple 1990-05-17.',
      futureDate: 'Cette date est dans le futur.',
      language: 'Choisissez une langue dans la liste.',
      picture: 'Ce fichier ne peut pas être partagé comme image. Choisissez-en un autre.',
      tooLong: 'C’est trop long à partager.',
    },
  },

  origin: {
    firstUseTitle: 'Est-ce votre dernière modification ?',
    firstUse: (when, device, change) =>
      `Votre coffre-fort est nouveau dans ce navigateur. Dernière modification : le ${when}, avec ${device}, modification numéro ${change}. Si vous ne la reconnaissez pas, ou si vous avez modifié autre chose depuis, ne partagez rien, déconnectez-vous et prévenez l’exploitant : vous voyez peut-être une ancienne copie.`,
    confirm: 'C’est exact',
    unprovenTitle: 'Ces modifications viennent-elles de vous ?',
    unproven: (before, now) =>
      `Ce navigateur a vu votre coffre-fort pour la dernière fois à ${before}. Il en est maintenant à ${now}, et le serveur n’a pas montré comment. Si vous ne pensez pas que tant de choses ont changé, ne partagez rien et demandez à l’exploitant.`,
    state: (change, when) =>
      when === '' ? `la modification numéro ${change}` : `la modification numéro ${change}, du ${when}`,
    heldTitle: 'Des entrées plus récentes à restaurer',
    held: counted({
      one: 'Ce navigateur a 1 entrée plus récente que celle de votre coffre-fort.',
      other: 'Ce navigateur a # entrées plus récentes que celles de votre coffre-fort.',
    }),
    putBack: 'Restaurer',
  },

  notices: {
    title: 'Nouveau depuis votre dernière visite',
    lead: 'Cela s’est passé sur d’autres appareils.',
    new_device: 'Connexion sur un nouvel appareil',
    recovery_key_used: 'Votre clé de récupération a été utilisée',
    app_approved: (app: string) => `Nouvelle application : ${app}`,
    app_updated: (app: string) => `Mise à jour envoyée à ${app}`,
    remedies: {
      sessions: 'Ce n’était pas vous ? Déconnecter l’appareil',
      methods: 'Ce n’était pas vous ? Vérifier vos moyens de connexion',
      apps: 'Ce n’était pas vous ? Retirer son accès',
    },
    incomplete: 'Le service n’a pas montré tout ce qui a changé.',
    toActivity: 'Voir votre activité',
    more: counted({ one: '1 autre', other: '# autres' }),
    dismiss: 'Compris',
    keyReplaced: 'Votre clé de récupération a été remplacée sur un autre appareil.',
    seeChanges: 'Voir ce qui a changé',
  },

  verification: {
    verify: 'Vérifier',
    verifiedOn: (date) => `Vérifié le ${date}`,
    title: (claim) => `Vérifier : ${claim}`,
    lead: (value) =>
      `Nous enverrons un code à six chiffres à ${value}. Une fois saisi, les applications pourront s’y fier.`,
    sending: 'Envoi du code…',
    sent: 'Le code est en route. Il est valable 10 minutes.',
    code: 'Code reçu',
    codeHint: 'Six chiffres. Regardez aussi dans les courriers indésirables.',
    confirm: 'Confirmer',
    confirming: 'Vérification du code…',
    again: 'Envoyer un nouveau code',
    wrong: 'Ce code n’est pas le bon. Vérifiez-le, ou envoyez-en un nouveau.',
    expired: 'Ce code ne fonctionne plus. Envoyez-en un nouveau.',
    badValue: 'Nous ne pouvons pas y envoyer de code. Vérifiez l’orthographe.',
    notSent: 'Nous n’avons pas pu envoyer le code. Réessayez dans quelques minutes.',
    changed: 'Cette entrée a changé. Fermez ceci et recommencez.',
    required: (app) => `${app} ne l’accepte que vérifié.`,
    unavailable: 'Nous ne pouvons pas envoyer de codes pour le moment. Désactivez-le, ou refusez.',
    obstacle: (claim, app) => `Vérifiez d’abord « ${claim} » : ${app} ne l’accepte que vérifié.`,
    refused:
      'Le service ne confirme plus cette vérification : votre coffre-fort l’a retirée. L’application n’a rien reçu. Vérifiez de nouveau, ou acceptez tel quel.',
  },

  issued: {
    title: 'Délivré à votre nom',
    lead: 'Confirmé et signé par d’autres, par exemple votre université. Les applications qui leur font confiance peuvent s’y fier.',
    by: (name: string, host: string) => `Délivré par ${name} (${host})`,
    until: (date: string) => `Valable jusqu’au ${date}`,
    over: (date: string) => `Expiré le ${date}`,
    endless: 'Valable sans limite',
    from: (issuer) => `, de ${issuer}`,
    on: (date) => `Délivré le ${date}`,
    soon: 'Expire bientôt',
    expired: 'Expiré',
    states: {
      valid: 'En vigueur',
      revoked: 'Révoqué',
      suspended: 'Suspendu',
      other: 'Signalé par l’émetteur',
      unknown: 'La liste de l’émetteur n’a pas pu être vérifiée',
    },
    asOf: (date) => `Selon l’émetteur, au ${date}`,
    outOfForce: 'L’émetteur l’a révoqué ou suspendu. Les applications qui vérifient le refuseront.',
    details: 'Détails',
    linkable:
      'Les applications qui comparent leurs données peuvent voir que vous êtes la même personne : elles voient toutes la même signature.',
    removeLead: 'Ce sera supprimé de tous vos appareils. Seul l’émetteur peut vous le redonner.',
    add: 'Ajouter par un lien',
    addTitle: 'Ajouter ce qui vous a été délivré',
    addLead:
      'Une université, une banque ou une administration vous donne un lien. Ce qu’elle propose va dans votre coffre-fort.',
    addedTitle: 'Ajouté à votre coffre-fort',
    signInLead: (host) =>
      `Connectez-vous pour voir ce que ${host} vous propose. Rien n’est ajouté tant que vous ne l’acceptez pas.`,
    link: 'Lien',
    linkHint:
      'Collez le lien entier. Il commence par openid-credential-offer:// ou https://. Ou l’adresse de l’émetteur.',
    read: 'Ouvrir',
    reading: 'L’émetteur est interrogé…',
    offerTitle: (name: string) => `${name} vous propose :`,
    offerLead: (host: string) =>
      `De ${host}. Cela va dans votre coffre-fort, et nulle part ailleurs tant que vous ne le partagez pas.`,
    code: 'Code de l’émetteur',
    codeHint: 'L’émetteur vous a donné ce code, par exemple sur sa page ou dans une lettre.',
    codeEmpty: 'Saisissez le code de l’émetteur.',
    accepting: 'Ajout…',
    toVault: 'Retour au coffre-fort',
    unavailable: 'Vous ne pouvez rien ajouter pour le moment. Ce que vous avez déjà reste.',
    badOffer:
      'Ce lien ne propose rien que votre coffre-fort puisse garder. Collez le lien entier, ou demandez-en un nouveau à l’émetteur.',
    unknownIssuer: 'Ce service n’accepte pas cet émetteur. Demandez à l’exploitant de l’ajouter.',
    refused:
      'Ce code n’a pas fonctionné, ou le lien a déjà servi. Vérifiez le code, ou demandez un nouveau lien à l’émetteur.',
    badCredential:
      'L’émetteur a envoyé autre chose que ce qu’il proposait : rien n’a été ajouté. Dites-le à l’émetteur.',
    away: 'L’émetteur ne répond pas. Réessayez dans un instant.',
    missing: 'Vous n’en avez pas d’un émetteur à qui cette application fait confiance. Vous pouvez accepter sans.',
    signInFirst: (host) =>
      `Vous vous connectez chez ${host} et acceptez. Cela va ensuite dans votre coffre-fort, et nulle part ailleurs tant que vous ne le partagez pas.`,
    goTo: (host) => `Continuer vers ${host}`,
    leaving: 'Vers l’émetteur…',
    returnLead: (host) => `Connectez-vous pour ajouter ce que ${host} vous donne.`,
    mismatch: 'Cette réponse ne correspond à rien de commencé dans cet onglet : rien n’a été ajouté. Recommencez.',
    declined: 'Vous avez refusé chez l’émetteur : rien n’a été ajouté.',
    unsupported:
      'Cet émetteur exige quelque chose que votre coffre-fort ne sait pas faire, comme un portefeuille certifié. Demandez-lui un lien avec un code.',
    notGiven: 'L’émetteur ne vous l’a pas donné. Recommencez, ou demandez à l’émetteur.',
    copies: counted({ one: 'Suffit pour # application de plus', other: 'Suffit pour # applications de plus' }),
    copiesNone: 'Épuisé : seules les applications qui l’ont déjà le reçoivent encore.',
    renew: 'En obtenir d’autres',
    unlinkable: 'Chaque application reçoit son propre exemplaire : elles ne peuvent pas comparer les signatures.',
    noCopy:
      'Il ne reste aucun exemplaire pour cette application. Obtenez-en d’autres chez l’émetteur, depuis votre coffre-fort, ou ne le partagez pas.',
  },

  stepUpActs: {
    add_passkey: 'Pour ajouter une clé d’accès.',
    set_password: 'Pour définir un mot de passe.',
    change_password: 'Pour changer votre mot de passe.',
    change_login_name: 'Pour changer votre nom d’utilisateur.',
    remove_method: 'Pour supprimer un moyen de connexion.',
    replace_recovery_key: 'Pour obtenir une nouvelle clé de récupération.',
    rotate_account_key: 'Pour remplacer la clé de votre coffre-fort.',
    export_account: 'Pour télécharger nos données sur vous.',
    change_security_contact: 'Pour changer l’adresse des e-mails de sécurité.',
    export_vault: 'Pour enregistrer une copie lisible de votre coffre-fort.',
    delete_account: 'Pour supprimer votre compte et tout son contenu.',
    recover: 'Pour terminer avec votre clé de récupération.',
  },
}
