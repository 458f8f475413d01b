import type { enApps } from '../en/apps.ts'
import { formatOf } from '../format.ts'

const { counted } = formatOf('fr')

export const frApps: typeof enApps = {
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
    newOff: counted({ one: '# nouvelle demande est désactivée :', other: '# nouvelles demandes sont désactivées :' }),
  },

  asBefore: {
    same: (app: string, count: number) =>
      count === 0
        ? `Comme la dernière fois : ${app} apprend que c’est vous et ne reçoit aucune de vos données.`
        : `${app} reçoit la même chose que la dernière fois :`,
    change: 'Voir et modifier ce qui est partagé',
    changed: 'Quelque chose a changé depuis la dernière fois. Rien n’a encore été partagé : vérifiez avant d’accepter.',
  },

  logout: {
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
    overTitle: 'Ce lien ne fonctionne plus',
    over: 'Il a été ouvert trop tard ou il est incomplet. Rien n’a été changé. Retournez à l’application et déconnectez-vous-y à nouveau.',
  },

  device: {
    title: 'Connecter un appareil',
    lead: 'Saisissez le code affiché par votre appareil.',
    code: 'Code de l’appareil',
    codeHint: '8 lettres, par exemple WDJB-MJHT',
    codeWrong: 'Un code a 8 lettres. Regardez à nouveau votre appareil.',
    fromLink: 'Ce code est venu avec le lien. Votre appareil affiche-t-il le même ?',
    warning:
      'Ne continuez qu’avec un appareil qui est devant vous. Quelqu’un vous a envoyé un code ou ce lien ? Alors arrêtez : la personne qui tient cet appareil recevrait vos données.',
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
