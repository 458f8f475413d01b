import { formatOf } from '../format.ts'
import type { RestText } from '../texts.ts'
import { frAccount } from './account.ts'
import { frApps } from './apps.ts'
import { frUpdates } from './updates.ts'
import { frVault } from './vault.ts'

const { counted } = formatOf('fr')

export const frRest: RestText = {
  ...frVault,
  ...frAccount,
  ...frApps,
  ...frUpdates,

  home: {
    title: 'Vos données, à vos conditions',
    lead: (name) =>
      `${name} garde vos données dans un coffre-fort que seuls vos appareils peuvent ouvrir. Les applications reçoivent exactement ce que vous acceptez, et rien d’autre.`,
    signUp: 'Créer un compte',
    points: [
      [
        'Vous seul pouvez l’ouvrir',
        'Votre coffre-fort est chiffré sur cet appareil. Nous le gardons sans pouvoir le lire.',
      ],
      [
        'Vous voyez ce qui est partagé',
        'Avant qu’une application reçoive quoi que ce soit, vous voyez les valeurs exactes et choisissez.',
      ],
      ['Vous décidez à chaque fois', 'Dire non est aussi facile que dire oui. Rien n’est partagé dans votre dos.'],
    ],
  },

  signUp: {
    newTitle: 'Première visite ?',
    title: 'Créez votre compte',
    lead: 'Cela prend une minute. Vous choisissez comment vous connecter et enregistrez une clé de récupération.',
    appWaiting: 'Nous vous ramènerons ensuite à l’application.',
    passkeyTitle: 'Avec une clé d’accès',
    passkeyLead: 'Avec votre empreinte, votre visage ou le code de votre appareil. Rien à retenir.',
    name: 'Votre nom',
    nameHint: 'Vos appareils l’affichent à côté de cette clé d’accès. Nous ne le voyons jamais.',
    emptyName: 'Saisissez un nom, pour retrouver cette clé d’accès.',
    passkeySubmit: 'Créer une clé d’accès',
    passkeyAccount: (date) => `Mon coffre-fort, ${date}`,
    passkeyNext: 'Votre navigateur demandera deux ou trois fois : pour créer la clé d’accès, puis pour la tester.',
    cancelled: 'Aucune clé d’accès n’a été créée, et vous n’avez pas encore de compte. Réessayez quand vous voulez.',
    noPasskeys: 'Les clés d’accès ne fonctionnent pas dans ce navigateur : vous utiliserez un mot de passe.',
    noPrf: 'Les clés d’accès de ce navigateur ne peuvent pas ouvrir de coffre-fort : vous utiliserez un mot de passe.',
    maybeMade:
      'La connexion a été coupée : votre compte existe peut-être déjà. Connectez-vous avec la nouvelle clé d’accès pour vérifier.',
    or: 'ou',
    usePassword: 'Utiliser plutôt un mot de passe',
    passwordTitle: 'Choisissez un nom d’utilisateur et un mot de passe',
    loginHint: 'Un nom ou une adresse e-mail, de 3 à 64 caractères. Nous n’en gardons qu’un hash.',
    passwordHint: 'Au moins 15 caractères. Quatre ou cinq mots sans rapport entre eux sont faciles à retenir.',
    passwordMissing: counted({ one: 'Encore # caractère.', other: 'Encore # caractères.' }),
    passwordRepetitive: 'Trop répétitif. Utilisez davantage de caractères différents.',
    passwordName: 'Trop proche de votre nom d’utilisateur. Choisissez autre chose.',
    passwordGood: 'Assez long. Ne l’utilisez nulle part ailleurs.',
    passwordWarning:
      'Nous ne pouvons pas réinitialiser ce mot de passe. Choisissez quelques mots sans rapport entre eux ; votre clé de récupération est votre seul secours.',
    emptyLogin: 'Choisissez un nom d’utilisateur.',
    busy: 'Préparation…',
    finish: 'Créer le compte',
    finishBusy: 'Création de votre compte…',
    haveAccount: 'Vous avez déjà un compte ?',
  },

  /** Where not everyone may sign up. */
  invited: {
    title: 'Nouveaux comptes sur invitation',
    lead: 'Ouvrez le lien que vous avez reçu, ou collez-le ici.',
    label: 'Votre invitation',
    hint: 'Le lien entier.',
    wrong: 'Ce n’est pas une invitation. Copiez à nouveau le lien entier.',
    checking: 'Vérification de votre invitation…',
    refused:
      'Cette invitation ne fonctionne pas : elle est peut-être épuisée, expirée ou retirée. Demandez-en une nouvelle à la personne qui vous l’a envoyée.',
    closedTitle: 'Pas de nouveaux comptes',
    closed: 'Ce service n’accepte pas de nouvelles personnes pour le moment.',
    knownTitle: 'Vous avez déjà un compte',
    known: 'Quelqu’un est connecté dans ce navigateur, et une invitation est destinée à une nouvelle personne.',
    another: 'Créer un autre compte',
  },

  recovery: {
    title: 'Enregistrez votre clé de récupération',
    lead: 'Si vous perdez tout le reste, seule cette clé ouvre votre coffre-fort. Notez-la, imprimez-la ou enregistrez-la dans un gestionnaire de mots de passe. Vous ne la reverrez plus.',
    label: 'Clé de récupération',
    site: 'Ouvre le coffre-fort sur',
    madeOn: 'Créée le',
    keepSafe: 'Toute personne qui a cette clé peut ouvrir votre coffre-fort. Gardez-la avec vos papiers importants.',
    copy: 'Copier',
    copied:
      'Copiée. Enregistrez-la dans votre gestionnaire de mots de passe, puis copiez autre chose pour que rien d’autre ne puisse la lire.',
    copyFailed: 'La copie n’a pas fonctionné. Veuillez noter la clé.',
    saveInManager: 'Enregistrer dans votre gestionnaire de mots de passe',
    offered:
      'Votre gestionnaire de mots de passe devrait maintenant vous le proposer. Sinon, copiez la clé. Toute personne pouvant ouvrir ce gestionnaire peut ouvrir votre coffre-fort.',
    print: 'Imprimer',
    fileName: 'cle-de-recuperation.txt',
    next: 'Je l’ai enregistrée',
    confirmTitle: 'Vérifiez votre copie',
    confirmLead: 'Saisissez deux groupes de votre copie pour vérifier que vous l’avez enregistrée.',
    group: (number) => `Groupe ${number}`,
    groupHint: '4 caractères',
    groupWrong: 'Cela ne correspond pas à votre clé. Vérifiez votre copie.',
    back: 'Afficher la clé de nouveau',
    confirmAndApprove: 'Confirmer et accepter',
    beforeApproval:
      'Une étape avant votre premier accord. Rien n’est partagé tant que vous n’avez pas confirmé cette clé.',
    another:
      'C’est une nouvelle clé. Jetez toute clé précédente : elle ne fonctionnera plus une fois celle-ci confirmée.',
    replacedTitle: 'Vous avez confirmé une autre clé',
    replaced:
      'C’était dans une autre fenêtre ou sur un autre appareil. Jetez la clé enregistrée ici : elle n’ouvre rien.',
    enterLead:
      'Elle ouvre votre coffre-fort quand plus rien d’autre ne le peut. Ensuite, vous choisirez une nouvelle façon de vous connecter.',
    enterHint: 'Neuf groupes de quatre. Minuscules, espaces et tirets conviennent.',
    enterEmpty: 'Saisissez votre clé de récupération.',
    enterSubmit: 'Ouvrir mon coffre-fort',
    unknownKey: 'Aucun compte ici n’a cette clé. L’avez-vous remplacée par une plus récente ?',
    backToSignIn: 'Retour à la connexion',
    methodTitle: 'Comment voulez-vous vous connecter désormais ?',
    methodLead:
      'Votre coffre-fort est ouvert. Vous recevrez une nouvelle clé de récupération ; celle que vous avez utilisée ne fonctionnera plus.',
    methodPasskey: 'Créer une nouvelle clé d’accès',
    methodPassword: 'Définir un nouveau mot de passe',
    loginAgain: 'Si vous aviez un nom d’utilisateur, saisissez-le à nouveau ou choisissez-en un autre.',
    finishPasskey: 'Créer la clé d’accès et terminer',
    finishPassword: 'Définir le mot de passe et terminer',
    finishBusy: 'Enregistrement de votre nouvelle connexion…',
    cancelled: 'Aucune clé d’accès n’a été créée et rien n’a changé. Réessayez quand vous voulez.',
    unfinished: 'Rien n’a encore changé : votre ancienne clé fonctionne toujours.',
    doneTitle: 'Vous êtes de retour',
    donePasskey: 'Votre nouvelle clé d’accès ouvre votre coffre-fort.',
    donePassword: 'Votre nouveau mot de passe ouvre votre coffre-fort. L’ancien ne l’ouvre plus.',
    doneKey: 'Votre nouvelle clé de récupération fonctionne. Celle que vous avez utilisée ne fonctionne plus.',
    doneOthers: 'Tous les autres appareils ont été déconnectés.',
    doneApps: 'Toutes les applications ont perdu leur accès. Vous pouvez les accepter de nouveau.',
    doneOlder: {
      passkey:
        'Vos anciennes clés d’accès, et votre mot de passe si vous en avez un, ouvrent toujours votre coffre-fort. Supprimez ceux qui ne sont plus sûrs, par exemple la clé d’un appareil perdu.',
      password:
        'Vos anciennes clés d’accès ouvrent toujours votre coffre-fort. Supprimez celles qui ne sont plus sûres, par exemple celle d’un appareil perdu.',
    },
    doneMethods: 'Aller aux moyens de connexion',
  },

  refusal: {
    title: 'Nous n’avons pas ouvert ce coffre-fort',
    save: 'Enregistrer une copie lisible',
    rollbackTitle: 'Ce coffre-fort est plus ancien que celui que vous aviez ici',
    rollback:
      'L’exploitant a peut-être restauré une sauvegarde. Ou quelqu’un vous montre une ancienne copie, que des clés d’accès supprimées et d’anciens mots de passe pourraient de nouveau ouvrir. Rien n’a été ouvert ni modifié.',
    forkTitle: 'Ce coffre-fort ne correspond pas à celui que vous aviez ici',
    fork: 'L’exploitant a peut-être restauré une sauvegarde qu’un autre de vos appareils a ensuite modifiée. Ou quelqu’un montre un coffre-fort différent à chacun de vos appareils. Rien n’a été ouvert ni modifié.',
    expected: 'Ce navigateur connaît',
    found: 'Le serveur a envoyé',
    change: (number) => `Modification numéro ${number}`,
    writtenWith: (device) => `avec ${device}`,
    held: counted({
      one: 'Ce navigateur a encore votre coffre-fort tel qu’il était : 1 entrée y est plus récente et sera restaurée si vous continuez.',
      other:
        'Ce navigateur a encore votre coffre-fort tel qu’il était : # entrées y sont plus récentes et seront restaurées si vous continuez.',
    }),
    heldSealed:
      'Ce navigateur a encore votre coffre-fort tel qu’il était, mais cette façon de vous connecter ne peut pas l’ouvrir. Gardez cette page ouverte et connectez-vous autrement pour restaurer les entrées plus récentes.',
    notHeld:
      'Ce navigateur n’a pas ce qui manque. Votre coffre-fort est-il encore ouvert sur un autre appareil ou dans une autre fenêtre ? Connectez-vous d’abord là-bas : les entrées plus récentes pourront y être restaurées.',
    ask: 'Demandez à l’exploitant si une sauvegarde a été restaurée, et de quel jour.',
    goOn: 'Continuer avec ce coffre-fort…',
    goOnTitle: 'Continuer avec ce coffre-fort ?',
    goOnMessage:
      'Il devient votre coffre-fort dans ce navigateur. Entrées, moyens de connexion, clé de récupération et applications connues reviennent à ce moment-là, et ce que vous avez supprimé depuis est de nouveau là. Vérifiez ensuite vos moyens de connexion. Votre activité indiquera que vous avez continué.',
    understood: 'J’ai demandé à l’exploitant, ou je sais pourquoi.',
    confirm: 'Continuer',
  },

  navigation: {
    signedInAs: 'Connecté en tant que',
    pages: {
      home: 'Coffre',
      apps: 'Applis',
      activity: 'Activité',
      methods: 'Connexion',
      sessions: 'Appareils',
      account: 'Compte',
    },
  },

  problem: {
    malformedTitle: 'Ce lien n’est pas complet',
    malformed: 'Une partie de l’adresse manque ou est abîmée. Retournez à l’application et recommencez.',
    unknownTitle: 'Cette demande est introuvable',
    unknown:
      'Elle est peut-être trop ancienne, ou elle appartient à un autre compte. Retournez à l’application et recommencez.',
    expiredTitle: 'Cette demande a expiré',
    expired: (app) =>
      `Pour votre sécurité, les demandes ne restent ouvertes que quelques minutes. L’application n’a rien reçu. Retournez sur ${app} et recommencez.`,
    typed: (list) => `Votre saisie n’est pas encore dans votre coffre-fort : ${list}.`,
    typedWrong:
      'L’un de ces éléments n’a pas la bonne forme, donc rien n’a été enregistré. Vous pouvez les saisir dans votre coffre-fort.',
    saveTyped: 'Enregistrer dans votre coffre-fort',
    approvedTitle: 'Vous avez déjà accepté',
    approved: (app) => `Un accord ne vaut qu’une fois. Si ${app} ne vous a pas connecté, retournez-y et recommencez.`,
    deniedTitle: 'Vous avez déjà refusé',
    denied: (app) => `Rien n’a été partagé. Vous avez changé d’avis ? Retournez sur ${app} et recommencez.`,
    unsafeTitle: 'Le retour n’est pas sûr',
    unsafe:
      'L’adresse de retour de l’application n’est pas sûre : aucune réponse n’y a été envoyée. Votre activité indique ce qui a été partagé, le cas échéant. Merci de prévenir ceux qui font l’application.',
    backTo: (app) => `Retour à ${app}`,
    loadTitle: 'Nous n’avons pas pu charger la demande',
    load: 'Rien n’est partagé sans votre accord. Veuillez réessayer.',
  },

  notFound: {
    title: 'Page introuvable',
    lead: 'Cette adresse n’existe pas.',
  },
}
