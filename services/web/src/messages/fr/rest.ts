import { formatOf } from '../format.ts'
import type { RestText } from '../messages.ts'
import { frAccount } from './account.ts'
import { frApps } from './apps.ts'
import { frVault } from './vault.ts'

const { counted } = formatOf('fr')

export const frRest: RestText = {
  ...frVault,
  ...frAccount,
  ...frApps,

  home: {
    title: 'Vos données, à vos conditions',
    lead: (name) =>
      `${name} garde votre profil dans un coffre-fort que seuls vos appareils peuvent ouvrir. Une application qui le demande voit exactement ce que vous acceptez, et rien d’autre.`,
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
    newTitle: 'Première visite ?',
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
    passwordMissing: counted({ one: 'Encore # caractère.', other: 'Encore # caractères.' }),
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
    held: counted({
      one: 'Ce navigateur détient encore votre coffre-fort tel qu’il était : 1 entrée y est plus récente et sera remise si vous continuez.',
      other:
        'Ce navigateur détient encore votre coffre-fort tel qu’il était : # entrées y sont plus récentes et seront remises si vous continuez.',
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
    pages: {
      home: 'Données',
      apps: 'Applications',
      activity: 'Activité',
      methods: 'Moyens de connexion',
      sessions: 'Appareils',
      account: 'Compte',
    },
  },

  notFound: {
    title: 'Il n’y a rien ici',
    lead: 'Cette adresse n’existe pas.',
  },
}
