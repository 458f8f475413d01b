import { formatOf } from '../format.ts'
import type { RestText } from '../messages.ts'

const { plural } = formatOf('fr')

/** The texts of everything else: loaded with the first page that needs them. */
export const frRest: RestText = {
  home: {
    title: 'Vos données, à vos conditions',
    lead: (name) =>
      `${name} garde votre profil dans un coffre-fort que seuls vos appareils peuvent ouvrir. Une application qui le demande voit exactement ce que vous acceptez, et rien d’autre.`,
    signIn: 'Se connecter',
    signUp: 'Créer un compte',
    points: [
      [
        'Vous seul pouvez l’ouvrir',
        'Votre coffre-fort est chiffré sur cet appareil. Nous le gardons et ne pouvons pas le lire.',
      ],
      [
        'Vous voyez ce qui sort',
        'Avant qu’une application reçoive quoi que ce soit, vous voyez les valeurs exactes et choisissez.',
      ],
      ['Vous décidez à chaque fois', 'Dire non est aussi facile que dire oui. Rien n’est partagé dans votre dos.'],
    ],
  },

  signUp: {
    title: 'Créez votre compte',
    lead: 'Cela prend une minute. Vous choisissez comment s’ouvre votre coffre-fort et gardez une clé de récupération.',
    appWaiting: 'L’application qui vous a envoyé ici attend. Vous verrez juste après ce qu’elle demande.',
    passkeyTitle: 'Avec une clé d’accès',
    passkeyLead:
      'Votre empreinte, votre visage ou le code de cet appareil ouvre votre coffre-fort : rien à retenir, rien à deviner.',
    name: 'Votre nom',
    nameHint: 'Vos appareils l’affichent à côté de cette clé d’accès. Il ne nous est pas transmis.',
    emptyName: 'Saisissez un nom, pour retrouver cette clé d’accès.',
    passkeySubmit: 'Créer une clé d’accès',
    passkeyAccount: (date) => `Mon coffre-fort, ${date}`,
    passkeyNext:
      'Votre navigateur va vous demander votre clé d’accès deux ou trois fois : une fois pour la créer, puis pour vérifier qu’elle ouvre.',
    cancelled: 'Aucune clé d’accès n’a été créée, et il n’y a pas encore de compte. Réessayez quand vous voulez.',
    noPasskeys:
      'Ce navigateur ne peut pas utiliser de clés d’accès ici : c’est un mot de passe qui ouvre votre coffre-fort.',
    noPrf:
      'Ce navigateur peut se connecter avec une clé d’accès, mais pas ouvrir un coffre-fort avec elle. Un mot de passe le peut.',
    maybeMade:
      'La réponse s’est perdue : votre compte existe peut-être déjà. Connectez-vous avec la nouvelle clé d’accès pour le savoir.',
    or: 'ou',
    usePassword: 'Utiliser plutôt un mot de passe',
    passwordTitle: 'Votre identifiant et votre mot de passe',
    loginHint:
      'Un nom ou une adresse e-mail ; de 3 à 64 caractères. Nous ne le gardons que sous une forme que personne ne peut relire.',
    passwordHint: 'Au moins 15 caractères. Quatre ou cinq mots sans rapport entre eux sont faciles à retenir.',
    passwordMissing: (missing) =>
      plural(missing, {
        one: (number) => `Encore ${number} caractère.`,
        other: (number) => `Encore ${number} caractères.`,
      }),
    passwordRepetitive: 'Trop répétitif. Utilisez davantage de caractères différents.',
    passwordName: 'C’est presque uniquement votre identifiant. Choisissez autre chose.',
    passwordGood: 'Assez long ; s’il est facile à deviner, on le vérifie ensuite. L’utilisez-vous uniquement ici ?',
    passwordWarning:
      'Personne ne peut réinitialiser ce mot de passe pour vous, pas même nous. C’est à cela que sert la clé de récupération. Qui gère ce service pourrait tenter de le deviner : prenez des mots que personne d’autre n’assemblerait.',
    emptyLogin: 'Choisissez un identifiant.',
    busy: 'Préparation…',
    finish: 'Créer le compte',
    finishBusy: 'Création de votre compte…',
    haveAccount: 'Vous avez déjà un compte ?',
    signIn: 'Se connecter',
  },

  recovery: {
    title: 'Conservez votre clé de récupération',
    lead: 'Si vous perdez tout le reste, cette clé est le seul moyen de rouvrir votre coffre-fort. Notez-la, imprimez-la ou mettez-la dans un gestionnaire de mots de passe. Elle n’est affichée que maintenant.',
    label: 'Clé de récupération',
    site: 'Ouvre le coffre-fort sur',
    madeOn: 'Créée le',
    keepSafe: 'Quiconque possède cette clé peut ouvrir le coffre-fort. Gardez-la avec vos papiers importants.',
    copy: 'Copier',
    copied:
      'Copiée. Rangez-la dans votre gestionnaire de mots de passe, puis copiez autre chose : qui peut coller ici pourrait la lire.',
    copyFailed: 'La copie n’a pas fonctionné. Veuillez noter la clé.',
    print: 'Imprimer',
    fileName: 'cle-de-recuperation.txt',
    next: 'Je l’ai conservée',
    confirmTitle: 'L’avez-vous conservée ?',
    confirmLead:
      'Saisissez deux des neuf groupes de votre copie, pour que nous sachions tous deux qu’elle est lisible.',
    group: (number) => `Groupe ${number}`,
    groupHint: '4 caractères',
    groupWrong: 'Ce n’est pas ce que votre clé contient à cet endroit. Vérifiez votre copie.',
    back: 'Afficher la clé de nouveau',
    confirmAndApprove: 'Confirmer et accepter',
    beforeApproval: 'Une chose avant votre premier accord. Rien n’est partagé tant que cette clé n’est pas confirmée.',
    another: 'C’est une nouvelle clé. Si vous en aviez noté une sans aller au bout, jetez-la : celle-ci la remplace.',
    replacedTitle: 'Une autre clé est valable',
    replaced:
      'Vous avez entre-temps confirmé une autre clé de récupération, dans une autre fenêtre ou sur un autre appareil. Jetez celle que vous avez conservée ici : elle n’ouvre rien.',
    enterTitle: 'Utiliser votre clé de récupération',
    enterLead:
      'Elle ouvre votre coffre-fort quand plus rien d’autre ne le peut. Vous choisirez ensuite une nouvelle façon de vous connecter.',
    enterHint: 'Neuf groupes de quatre. Minuscules, espaces et tirets sont sans importance, et O compte comme 0.',
    enterEmpty: 'Saisissez votre clé de récupération.',
    enterSubmit: 'Ouvrir mon coffre-fort',
    unknownKey: 'Cette clé n’ouvre aucun compte ici. A-t-elle été remplacée par une plus récente ?',
    backToSignIn: 'Retour à la connexion',
    methodTitle: 'Comment voulez-vous vous connecter désormais ?',
    methodLead:
      'Votre coffre-fort est ouvert. La clé utilisée prend fin avec ce changement, et vous en recevez une nouvelle.',
    methodPasskey: 'Créer une nouvelle clé d’accès',
    methodPassword: 'Définir un nouveau mot de passe',
    loginStays: 'Votre identifiant reste le même.',
    finishPasskey: 'Créer la clé d’accès et terminer',
    finishPassword: 'Définir le mot de passe et terminer',
    finishBusy: 'Changement de l’ouverture de votre coffre-fort…',
    cancelled: 'Aucune clé d’accès n’a été créée et rien n’a changé. Réessayez quand vous voulez.',
    unfinished: 'Rien n’a encore changé : votre ancienne clé reste valable.',
    doneTitle: 'Vous êtes de retour',
    donePasskey: 'Votre nouvelle clé d’accès ouvre votre coffre-fort.',
    donePassword: 'Votre nouveau mot de passe ouvre votre coffre-fort ; l’ancien ne l’ouvre plus.',
    doneKey: 'Votre nouvelle clé de récupération est valable. Celle que vous avez utilisée n’est plus acceptée.',
    doneOthers: 'Tous les autres appareils ont été déconnectés.',
    doneApps: 'Toutes les applications ont perdu leur accès. Vous pouvez les approuver de nouveau.',
    doneOlder: {
      passkey:
        'Vos anciennes clés d’accès, et votre mot de passe si vous en avez un, ouvrent toujours votre coffre-fort. Supprimez ceux qui ne sont plus sûrs, par exemple la clé d’un appareil perdu.',
      password:
        'Vos anciennes clés d’accès ouvrent toujours votre coffre-fort. Supprimez celles qui ne sont plus sûres, par exemple celle d’un appareil perdu.',
    },
    doneMethods: 'Aller aux moyens de connexion',
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
    remove: 'Supprimer',
    removeTitle: (name: string) => `Supprimer « ${name} » ?`,
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

  consentChecks: {
    reaches: (app) => `${app} pourra accéder, en votre nom, à :`,
    notAlone:
      'Ce que d’autres disent de vous ne se partage qu’avec autre chose. Activez aussi autre chose pour accepter, ou refusez.',
    about: 'À propos de cette demande',
    sealed: (app) => `Chiffré uniquement pour ${app}`,
    namesakesTitle: (app) => `Vous connaissez déjà une autre application comme ${app}`,
    namesakes:
      'C’est peut-être la même application, enregistrée de nouveau, ou une qui veut se faire passer pour elle. Elle demande sous un autre identifiant que l’application ci-dessous. Ne continuez que si vous savez pourquoi.',
    knownSince: (date) => `Connue depuis le ${date}`,
    marks: { new: 'Nouveau', left_out: 'Non partagé la dernière fois', changed: 'Modifié depuis la dernière fois' },
    lastingLine: 'Accès :',
    lasting: 'Jusqu’à quand peut-elle revenir ?',
    lastingChoices: {
      open: 'Jusqu’à révocation',
      once: 'Cette fois seulement',
      until: 'Jusqu’à un jour que je choisis',
    },
    lastingHints: {
      open: 'Elle peut renouveler son accès sans demander, jusqu’à ce qu’il expire.',
      once: 'Elle reçoit vos données maintenant et devra redemander la prochaine fois.',
    },
    lastDay: 'Dernier jour',
    lastDayWrong: 'Choisissez un jour à partir de demain.',
    malformed: 'Vérifiez le champ signalé.',
    nothingShared: 'Rien n’a été partagé.',
    newOff: (count) =>
      plural(count, {
        one: (number) => `${number} nouvelle demande est désactivée :`,
        other: (number) => `${number} nouvelles demandes sont désactivées :`,
      }),
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
    keyReplacedTitle: 'Votre clé de récupération a été remplacée',
    keyReplaced: (when, device) =>
      `${when === '' ? '' : `C’était le ${when}, avec ${device}. `}Un autre appareil l’a remplacée, comme lors d’une récupération du compte. Si ce n’était pas vous, remplacez-la à nouveau et vérifiez vos moyens de connexion.`,
    heldTitle: 'Il reste quelque chose à remettre',
    held: (count) =>
      plural(count, {
        one: 'Ce navigateur détient 1 entrée plus récente que celle de votre coffre-fort.',
        other: (number) => `Ce navigateur détient ${number} entrées plus récentes que celles de votre coffre-fort.`,
      }),
    putBack: 'Remettre',
  },

  refusal: {
    title: 'Ce coffre-fort n’a pas été ouvert',
    save: 'Enregistrer ce qui est lisible',
    rollbackTitle: 'Ce coffre-fort est plus ancien que celui que vous aviez ici',
    rollback:
      'L’exploitant a peut-être restauré une sauvegarde. Ou quelqu’un vous montre exprès une ancienne copie, que des clés d’accès supprimées et d’anciens mots de passe ouvriraient de nouveau. Rien n’a été ouvert ni modifié.',
    forkTitle: 'Ce coffre-fort a une autre histoire que celui que vous aviez ici',
    fork: 'L’exploitant a peut-être restauré une sauvegarde, et un autre de vos appareils a continué à partir d’elle. Ou quelqu’un montre autre chose à chacun de vos appareils. Rien n’a été ouvert ni modifié.',
    expected: 'Ce que ce navigateur connaît',
    found: 'Ce que le serveur a envoyé',
    change: (number) => `Modification numéro ${number}`,
    writtenWith: (device) => `avec ${device}`,
    held: (count) =>
      plural(count, {
        one: 'Ce navigateur détient encore votre coffre-fort tel qu’il était : 1 entrée y est plus récente et sera remise si vous continuez.',
        other: (number) =>
          `Ce navigateur détient encore votre coffre-fort tel qu’il était : ${number} entrées y sont plus récentes et seront remises si vous continuez.`,
      }),
    heldSealed:
      'Ce navigateur détient encore votre coffre-fort tel qu’il était, mais le moyen de connexion que vous avez utilisé ne l’ouvre pas. Laissez cette page ouverte et connectez-vous ici d’une autre façon : les entrées plus récentes pourront alors être remises.',
    notHeld:
      'Ce navigateur ne détient pas ce qui manque. Si votre coffre-fort est encore ouvert sur un autre appareil ou dans une autre fenêtre, connectez-vous d’abord là-bas : les entrées plus récentes peuvent y être remises.',
    ask: 'Demandez à l’exploitant si une sauvegarde a été restaurée, et de quel jour.',
    goOn: 'Continuer avec ce coffre-fort…',
    goOnTitle: 'Continuer avec ce coffre-fort ?',
    goOnMessage:
      'Il devient votre coffre-fort dans ce navigateur. Entrées, méthodes de connexion, clé de récupération et applications connues sont celles d’alors ; ce qui a été supprimé depuis est de nouveau là. Vérifiez ensuite vos méthodes de connexion. Votre activité dira que vous avez continué.',
    understood: 'J’ai demandé à l’exploitant, ou je sais pourquoi.',
    confirm: 'Continuer',
  },

  navigation: {
    label: 'Votre compte',
    pages: {
      home: 'Données',
      apps: 'Applications',
      activity: 'Activité',
      methods: 'Moyens de connexion',
      sessions: 'Appareils',
      account: 'Compte',
    },
  },

  vault: {
    title: 'Votre coffre-fort',
    lead: 'Ce que les applications peuvent vous demander. Tout est facultatif, chiffré sur cet appareil et partagé seulement avec votre accord.',
    saved: 'Enregistré dans votre coffre-fort.',
    savedWithConflicts: (count) =>
      plural(count, {
        one: (number) =>
          `Enregistré. Un autre appareil a modifié ${number} entrée en même temps ; le texte le plus récent reste et l’autre a été gardé en copie.`,
        other: (number) =>
          `Enregistré. Un autre appareil a modifié ${number} entrées en même temps ; les textes les plus récents restent et les autres ont été gardés en copie.`,
      }),
    unsaved: (count) =>
      plural(count, {
        one: (number) => `${number} modification non enregistrée`,
        other: (number) => `${number} modifications non enregistrées`,
      }),
    discard: 'Abandonner',
    groups: { person: 'À propos de vous', contact: 'Comment vous joindre', other: 'Autres données' },
    emptyTitle: 'Votre coffre-fort est vide',
    empty:
      'Remplissez ce que vous voulez, maintenant ou quand une application le demande. Rien n’est partagé tout seul.',
    room: (count) =>
      plural(count, {
        one: (number) => `Votre coffre-fort est presque plein : il reste de la place pour ${number} entrée.`,
        other: (number) => `Votre coffre-fort est presque plein : il reste de la place pour ${number} entrées.`,
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

  /** The values of claims, and what is wrong with them. */
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
    password: 'Mot de passe',
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

  /** An address that leads nowhere. */
  notFound: {
    title: 'Il n’y a rien ici',
    lead: 'Cette adresse n’existe pas.',
  },

  /** Signing out, where an app has sent somebody to do so. */
  logout: {
    loading: 'Recherche de l’origine de la demande…',
    title: 'Vous déconnecter ici aussi ?',
    asks: (app: string) => `${app} demande à vous déconnecter de ce navigateur.`,
    unknownAsks: 'On vous a envoyé ici pour vous déconnecter de ce navigateur.',
    otherTitle: 'Une autre personne est connectée ici',
    asksOther: (app: string) => `${app} demande à déconnecter une autre personne que celle qui est connectée ici.`,
    signedInAs: 'Connecté ici :',
    effect:
      'La déconnexion verrouille votre coffre-fort dans ce navigateur et prévient les applications auxquelles vous vous êtes connecté d’ici, si elles acceptent de tels avis. Ce que vous leur autorisez reste : vous le retirez dans les applications connectées.',
    stay: 'Rester connecté',
    doneTitle: 'Vous êtes déconnecté',
    done: 'Votre session ici est terminée et votre coffre-fort est verrouillé dans tous les onglets de ce navigateur.',
    noneTitle: 'Aucune session n’est conservée ici',
    none: 'Ce navigateur ne conserve aucune session de ce service. Si votre coffre-fort est ouvert dans un autre onglet, déconnectez-vous-y aussi.',
    stayedTitle: 'Vous restez connecté',
    stayed: 'Rien n’a été changé. Vous pouvez fermer cette page.',
    back: (app: string) => `Retour à ${app}`,
    overTitle: 'Ce lien ne fonctionne plus',
    over: 'Il a été ouvert trop tard ou il est incomplet. Rien n’a été changé. Retournez à l’application et déconnectez-vous-y à nouveau.',
  },

  apps: {
    title: 'Applications connectées',
    lead: 'Les applications que vous avez approuvées : ce que chacune a vraiment reçu, et jusqu’à quand elle peut revenir.',
    shared: 'Ce qu’elle a reçu',
    sharedUnknown:
      'Quand vous avez approuvé l’application, votre coffre-fort ne le gardait pas encore. L’activité indique ce qui est sorti.',
    values: 'Montrer les valeurs',
    given: (first, last) => (first === last ? `Donné le ${first}.` : `Donné du ${first} au ${last}.`),
    token: (until) => `Elle a un jeton d’accès jusqu’à ${until}.`,
    noToken: 'Elle n’a pas de jeton d’accès en ce moment.',
    ends: (date) => `Son accès prend fin le ${date}, comme vous l’avez choisi.`,
    endsUnused: (date) => `Son accès prend fin le ${date} si elle ne revient pas avant.`,
    since: (date) => `Approuvée depuis le ${date}.`,
    firstApproved: (date) => `Approuvée pour la première fois le ${date}.`,
    lastUsed: (moment) => `Dernière utilisation : ${moment}.`,
    revoke: 'Révoquer',
    revoking: 'Révocation…',
    revokeTitle: (app) => `Révoquer l’accès de ${app} ?`,
    revokeText: (app) =>
      `${app} ne peut plus rien obtenir désormais et devra vous redemander. Si elle accepte de tels avis, il lui est demandé de vous déconnecter ; sinon, vous y restez connecté jusqu’à ce que vous vous y déconnectiez. Ce qu’elle a reçu reste chez elle : demandez à ${app} de l’effacer. Cela ne peut pas être annulé.`,
    revoked: (app) => `${app} n’a plus accès.`,
    emptyTitle: 'Aucune application n’a accès',
    empty:
      'Quand vous approuvez une application, elle figure ici avec ce qu’elle peut voir, et vous pouvez la révoquer.',
    unavailable:
      'La liste de vos applications ne peut pas être obtenue pour l’instant. Votre coffre-fort n’est pas concerné et aucune application ne reçoit rien de nouveau.',
    formerTitle: 'Sans accès',
    formerLead:
      'Ces applications n’ont pas d’accès à présent. Celle que vous venez d’autoriser peut encore obtenir ce que vous avez permis. Ce qu’elles ont reçu reste chez elles.',
  },

  activity: {
    title: 'Activité',
    lead: 'Ce qui a quitté votre coffre-fort, quand et pour qui. Votre coffre-fort tient lui-même cette liste : personne ne peut la modifier sans que cela se voie.',
    verified: 'Chaque entrée ci-dessous a été vérifiée avec votre coffre-fort.',
    when: (moment, device) => `${moment}, avec ${device}`,
    released: (app) => `Partagé avec ${app}`,
    nothing: 'Aucune de vos données, seulement que c’est vous.',
    sealed: 'Seule l’application a pu le lire',
    plain: 'Le service a pu le lire au passage',
    uncertainBadge: 'Peut-être pas arrivé',
    uncertain: 'La connexion s’est interrompue pendant l’envoi. L’entrée figure ici parce que cela a pu arriver.',
    methods: { opaque: 'un mot de passe', prf: 'une clé d’accès', recovery: 'la clé de récupération' },
    method_added: (method) => `Moyen de connexion ajouté : ${method}`,
    method_removed: (method) => `Moyen de connexion supprimé : ${method}`,
    events: {
      not_released: 'Une approbation n’a pas abouti',
      exported: 'Coffre-fort exporté',
      imported: 'Données importées',
      older_vault_accepted: 'Poursuite avec un coffre-fort plus ancien ou différent',
    },
    emptyTitle: 'Rien n’a quitté votre coffre-fort',
    empty: 'Dès que vous approuvez une application, ce qu’elle a reçu figure ici, avec un reçu.',
    receipt: 'Reçu',
    receiptTitle: 'Votre reçu',
    receiptText:
      'Il montre ce que vous avez autorisé, pour qui et quand. Seul votre coffre-fort peut confirmer qu’il est authentique.',
    receiptFile: 'recu',
    checkTitle: 'Vérifier un reçu',
    checkLead: 'Choisissez un reçu que vous avez conservé. Il est vérifié sur cet appareil et n’est envoyé nulle part.',
    checkFile: 'Fichier du reçu',
    genuine: (moment) => `Ce reçu est authentique : ${moment}.`,
    genuineRelease: (app, moment) => `Ce reçu est authentique. Autorisé pour ${app} le ${moment} :`,
    notGenuine: 'Ce n’est pas un reçu de votre coffre-fort, ou quelqu’un l’a modifié.',
    brokenTitle: 'Cette liste a été modifiée',
    broken:
      'Le service a envoyé une autre liste que celle dont votre coffre-fort se porte garant. Une entrée a été modifiée, omise, déplacée ou ajoutée sur le serveur. Votre appareil n’y est pour rien.',
    brokenAbove: 'Les entrées ci-dessus ont été vérifiées et sont justes. On ne peut pas se fier aux plus anciennes.',
    brokenDo:
      'Rien n’a changé dans votre coffre-fort. Gardez vos reçus, exportez votre coffre-fort et demandez une explication à l’exploitant.',
    signIns: 'Les connexions et les modifications que le service a remarquées se trouvent sous Appareils.',
    appRevoked: (app) => `Accès retiré à ${app}`,
    receiptBack: 'Retour à l’activité',
    receiptApp: 'Application',
    receiptTime: 'Approuvé',
    receiptDevice: 'Avec',
    receiptValues: 'Ce qui a été partagé',
    receiptHash: 'Empreinte de ce qui a été remis',
    receiptJson: 'Télécharger pour vérifier',
    valueTooLong: 'Trop long pour l’entrée. Son empreinte :',
    noValues: 'Les entrées de cette époque nomment ce qui a été partagé, pas les valeurs.',
  },

  events: {
    signed_up: 'Compte créé',
    signed_in: 'Connexion',
    silent_sign_in: 'Connexion à une application sans question',
    sign_in_failed: 'Une connexion a échoué',
    sign_in_paused: 'Connexion par mot de passe suspendue après de nombreuses tentatives',
    session_ended: 'Un appareil a été déconnecté',
    other_sessions_ended: 'Tous les autres appareils ont été déconnectés',
    method_added: 'Moyen de connexion ajouté',
    method_removed: 'Moyen de connexion supprimé',
    password_changed: 'Mot de passe changé',
    login_name_changed: 'Identifiant changé',
    recovery_key_replaced: 'Clé de récupération remplacée',
    account_key_rotated: 'Tout verrouillé avec une nouvelle clé',
    account_exported: 'Compte exporté',
    grant_revoked: 'Accès d’une application révoqué',
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

  asBefore: {
    same: (app: string, count: number) =>
      count === 0
        ? `Comme la dernière fois : ${app} apprend que c’est vous et ne reçoit aucune de vos données.`
        : `${app} reçoit la même chose que la dernière fois :`,
    change: 'Voir et modifier ce qui est partagé',
    changed: 'Quelque chose a changé depuis la dernière fois. Rien n’a encore été partagé : vérifiez avant d’accepter.',
  },

  /** A device without a browser of its own: the code that it shows, and who asks with it. */
  device: {
    title: 'Connecter un appareil',
    lead: 'Saisissez le code affiché par votre appareil.',
    code: 'Code de l’appareil',
    codeHint: '8 lettres, par exemple WDJB-MJHT',
    codeWrong: 'Un code a 8 lettres. Regardez à nouveau votre appareil.',
    fromLink: 'Ce code est venu avec le lien. Votre appareil affiche-t-il le même ?',
    warning:
      'Ne continuez qu’avec un appareil qui est devant vous. Quelqu’un vous a envoyé un code ou ce lien ? Alors arrêtez : la personne qui tient cet appareil recevrait vos données.',
    next: 'Continuer',
    checking: 'Recherche de votre appareil…',
    unknown:
      'Aucun appareil n’attend avec ce code. Comparez-le avec votre appareil ; il en affiche peut-être un nouveau.',
    expired: 'Ce code a expiré. Faites afficher un nouveau code par votre appareil.',
    used: 'Ce code a déjà servi. Faites afficher un nouveau code par votre appareil.',
    compareTitle: (app: string) => `${app} fait une demande depuis un appareil`,
    compare: 'L’appareil devant vous affiche-t-il ce code ?',
    since: (time: string) => `La demande date de ${time}.`,
    yes: 'Oui, c’est mon appareil',
    no: 'Non, arrêter',
    stopped: 'Rien n’a été accepté. La personne qui tient cet appareil ne reçoit rien.',
    target: 'L’appareil qui affiche le code reçoit votre réponse',
    doneTitle: 'Vous pouvez revenir à votre appareil',
    approved: (app: string) => `${app} y continue dans quelques secondes. Vous pouvez fermer cette page.`,
    denied: (app: string) =>
      `${app} n’a rien reçu et le dira là-bas dans quelques secondes. Vous pouvez fermer cette page.`,
  },
}
