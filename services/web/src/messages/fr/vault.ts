import type { enVault } from '../en/vault.ts'
import { formatOf } from '../format.ts'

const { counted } = formatOf('fr')

export const frVault: typeof enVault = {
  vault: {
    title: 'Votre coffre-fort',
    lead: 'Ce que les applications peuvent vous demander. Tout est facultatif, chiffré sur cet appareil et partagé seulement avec votre accord.',
    saved: 'Enregistré dans votre coffre-fort.',
    savedWithConflicts: counted({
      one: 'Enregistré. Un autre appareil a modifié # entrée en même temps ; le texte le plus récent reste et l’autre a été gardé en copie.',
      other:
        'Enregistré. Un autre appareil a modifié # entrées en même temps ; les textes les plus récents restent et les autres ont été gardés en copie.',
    }),
    unsaved: counted({ one: '# modification non enregistrée', other: '# modifications non enregistrées' }),
    discard: 'Abandonner',
    groups: { person: 'À propos de vous', contact: 'Comment vous joindre', other: 'Autres données' },
    emptyTitle: 'Votre coffre-fort est vide',
    empty:
      'Remplissez ce que vous voulez, maintenant ou quand une application le demande. Rien n’est partagé tout seul.',
    room: counted({
      one: 'Votre coffre-fort est presque plein : il reste de la place pour # entrée.',
      other: 'Votre coffre-fort est presque plein : il reste de la place pour # entrées.',
    }),
    addAnother: 'Ajouter une autre valeur',
    label: (number) => `Libellé ${number}`,
    offerFirst: 'Proposer en premier',
    remove: 'Retirer',
    removed: 'sera retiré à l’enregistrement.',
    undo: 'Annuler',
    undone: 'Annulé. Votre coffre-fort est comme avant.',
    elsewhere: (value) =>
      `Modifié entre-temps sur un autre appareil ou dans un autre onglet : « ${value} ». Si vous enregistrez, ce que vous avez saisi est conservé à côté.`,
    takeMine: 'Le remplacer par ma saisie',
    conflictTitle: (claim) => `${claim} : lequel compte ?`,
    conflict:
      'Deux appareils ont modifié ceci en même temps. Les deux textes sont conservés jusqu’à votre choix ; seul le premier est partagé.',
    inVault: 'Dans votre coffre-fort',
    setAside: 'Mis de côté',
    gone: 'Retiré',
    keepPresent: 'Garder celui du coffre-fort',
    keepRemoved: 'Le laisser retiré',
    keepAside: 'Utiliser celui mis de côté',
    keepBoth: 'Garder les deux',
    leaveTitle: 'Enregistrer d’abord vos modifications ?',
    leave: 'Votre coffre-fort contient des modifications non enregistrées.',
    leaveSave: 'Enregistrer et se déconnecter',
    leaveDiscard: 'Se déconnecter sans enregistrer',
    whoHas: 'Qui a ceci ?',
    nobodyHas: 'Votre coffre-fort ne se souvient d’aucune application qui ait reçu ceci.',
  },

  values: {
    countryOf: (label) => `${label} : pays`,
    noLanguage: 'Non choisie',
    address: {
      street: 'Rue et numéro',
      postalCode: 'Code postal',
      locality: 'Ville',
      region: 'Région',
      country: 'Pays',
    },
    problems: {
      email: 'Ce n’est pas une adresse e-mail complète, comme ana@example.org.',
      phone:
        'Ce n’est pas un numéro de téléphone du pays choisi. Choisissez un autre pays ou commencez par + et son indicatif.',
      date: 'Ce n’est pas une date. Écrivez année-mois-jour, par exemple 1990-05-17.',
      futureDate: 'Ce jour n’est pas encore venu.',
      language: 'Ce n’est pas une langue. Choisissez-en une dans la liste.',
      picture: 'Ce n’est pas une image qui peut être partagée. Choisissez un fichier qui contient une image.',
      tooLong: 'C’est trop long pour être partagé.',
    },
  },

  origin: {
    firstUseTitle: 'Votre coffre-fort est nouveau pour ce navigateur',
    firstUse: (when, device, change) =>
      `Il a été modifié pour la dernière fois le ${when}, avec ${device} ; c’était la modification numéro ${change}. Est-ce exact ? Si vous ne la reconnaissez pas ou si vous avez modifié autre chose depuis, ne partagez rien, déconnectez-vous et prévenez l’exploitant : un serveur pourrait montrer une ancienne copie à un nouveau navigateur.`,
    confirm: 'C’est exact',
    unprovenTitle: 'Ce navigateur n’a pas vu comment votre coffre-fort en est arrivé là',
    unproven: (before, now) =>
      `La dernière fois qu’il en était sûr, votre coffre-fort en était à ${before}. Il en est maintenant à ${now}, et le serveur n’a pas encore montré que l’un a mené à l’autre. Si vous ne pensez pas que tant de choses ont changé, ne partagez rien et demandez à l’exploitant.`,
    state: (change, when) =>
      when === '' ? `la modification numéro ${change}` : `la modification numéro ${change}, du ${when}`,
    heldTitle: 'Il reste quelque chose à remettre',
    held: counted({
      one: 'Ce navigateur détient 1 entrée plus récente que celle de votre coffre-fort.',
      other: 'Ce navigateur détient # entrées plus récentes que celles de votre coffre-fort.',
    }),
    putBack: 'Remettre',
  },

  notices: {
    title: 'Nouveau depuis votre dernière visite',
    lead: 'Cela s’est passé sur d’autres appareils.',
    new_device: 'Connexion sur un nouvel appareil',
    recovery_key_used: 'Votre clé de récupération a été utilisée',
    app_approved: (app: string) => `Nouvelle application : ${app}`,
    remedies: {
      sessions: 'Ce n’était pas vous ? Déconnecter l’appareil',
      methods: 'Ce n’était pas vous ? Vérifier vos moyens de connexion',
      apps: 'Ce n’était pas vous ? Retirer son accès',
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
    title: (claim) => `Vérifier : ${claim}`,
    lead: (value) =>
      `Un code de six chiffres est envoyé à ${value}. Saisissez-le ici, et les applications peuvent s’y fier.`,
    sending: 'Envoi du code…',
    sent: 'Le code est en route. Il est valable 10 minutes. Pendant un jour, le service compte les codes qui y sont partis ; il n’enregistre ni adresse ni numéro.',
    code: 'Code reçu',
    codeHint: 'Six chiffres. Regardez aussi dans les courriers indésirables.',
    confirm: 'Confirmer',
    confirming: 'Vérification du code…',
    again: 'Envoyer un nouveau code',
    wrong: 'Ce n’est pas le code envoyé. Regardez encore une fois, ou demandez-en un nouveau.',
    expired: 'Ce code n’est plus valable. Demandez-en un nouveau.',
    badValue: 'Aucun code ne peut y être envoyé. Vérifiez l’orthographe.',
    notSent: 'Le code n’a pas pu être envoyé. Réessayez dans quelques minutes.',
    changed: 'Cette entrée a changé entre-temps. Fermez ceci et recommencez.',
    required: (app) => `${app} ne l’accepte que vérifié.`,
    unavailable: 'Rien ne peut être vérifié ici pour le moment. Désactivez-le, ou refusez.',
    obstacle: (claim, app) => `Vérifiez d’abord « ${claim} » : ${app} ne l’accepte que vérifié.`,
    refused:
      'Le service ne sait plus que cette valeur a été vérifiée, et votre coffre-fort ne le dit donc plus. L’application n’a rien reçu. Vérifiez-la à nouveau, ou approuvez-la telle quelle.',
  },

  issued: {
    title: 'Délivré à votre nom',
    lead: 'Ce que d’autres confirment à votre sujet, avec leur signature. Les applications qui leur font confiance peuvent s’y fier.',
    by: (name: string, host: string) => `Délivré par ${name} (${host})`,
    until: (date: string) => `Valable jusqu’au ${date}`,
    over: (date: string) => `Expiré le ${date}`,
    endless: 'Valable sans limite',
    linkable:
      'Chaque application à qui vous le montrez voit la même signature. Les applications qui comparent ces signatures peuvent reconnaître que vous êtes la même personne.',
    removeLead: 'Il disparaît de votre coffre-fort sur tous vos appareils. Seul l’émetteur peut vous le redonner.',
    add: 'Ajouter par un lien',
    addTitle: 'Ajouter ce qui vous a été délivré',
    addLead:
      'Une université, une banque ou une administration vous donne un lien. Ce à quoi il mène est gardé dans votre coffre-fort.',
    addedTitle: 'Ajouté à votre coffre-fort',
    signInLead: (host) =>
      `Connectez-vous pour voir ce que ${host} vous propose. Rien n’est ajouté tant que vous ne l’acceptez pas.`,
    link: 'Lien',
    linkHint: 'Collez-le en entier. Il commence par openid-credential-offer:// ou https://.',
    read: 'Regarder',
    reading: 'L’émetteur est interrogé…',
    offerTitle: (name: string) => `${name} vous propose :`,
    offerLead: (host: string) =>
      `Cela vient de ${host}. Cela va dans votre coffre-fort, et à personne d’autre tant que vous ne le partagez pas.`,
    code: 'Code de l’émetteur',
    codeHint: 'L’émetteur vous a donné ce code par un autre moyen, par exemple dans une lettre.',
    codeEmpty: 'Saisissez le code de l’émetteur.',
    accept: 'Mettre dans mon coffre-fort',
    accepting: 'Récupération…',
    toVault: 'Retour au coffre-fort',
    unavailable: 'Ce service ne récupère rien auprès d’émetteurs en ce moment. Ce que vous avez déjà reste tel quel.',
    badOffer:
      'Ce lien ne propose rien que votre coffre-fort puisse garder. Demandez-en un nouveau à l’émetteur et collez-le en entier.',
    unknownIssuer:
      'Votre coffre-fort ne s’adresse qu’aux émetteurs que ce service a nommés, et celui-ci n’en fait pas partie. Demandez à l’exploitant de l’ajouter.',
    refused:
      'L’émetteur n’a rien remis. Le code est peut-être faux, ou le lien a déjà servi. Vérifiez le code ou demandez un nouveau lien.',
    badCredential: 'Ce qui est arrivé n’est pas ce qui était proposé ; rien n’a été gardé. Dites-le à l’émetteur.',
    away: 'L’émetteur ne répond pas. Réessayez dans un instant.',
    missing:
      'Vous n’avez rien de cela d’un émetteur à qui cette application fait confiance. Vous pouvez accepter sans.',
  },
}
