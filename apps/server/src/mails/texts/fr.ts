// What mails say in French, with «vous».
import { formFor, numberIn } from '../locale.ts'
import { PRODUCT } from '../product.ts'
import type { MailTexts } from './en.ts'

const PASSWORD =
  'définissez tout de suite un nouveau mot de passe : toutes les autres personnes sont alors déconnectées'
const IGNORE = 'Si cela ne vient pas de vous, vous pouvez ignorer cet e-mail.'

export const fr: MailTexts = {
  letter: {
    sentBy: `Envoyé par ${PRODUCT}.`,
    noButton: 'Si le bouton ne fonctionne pas, ouvrez cette adresse :',
    colon: ' :',
  },
  verification: {
    subject: 'Confirmez votre adresse e-mail',
    welcome: `Bienvenue sur ${PRODUCT}.`,
    text: 'Merci de confirmer que cette adresse e-mail est la vôtre. Le lien est valable 24 heures.',
    button: 'Confirmer l’adresse e-mail',
    ignore: 'Si vous n’avez pas créé de compte, vous pouvez ignorer cet e-mail.',
    why: 'Vous recevez cet e-mail parce qu’un compte a été créé avec cette adresse.',
  },
  reset: {
    subject: 'Définir un nouveau mot de passe',
    text: `Un nouveau mot de passe a été demandé pour votre compte ${PRODUCT}. Le lien fonctionne une fois, pendant 15 minutes.`,
    button: 'Définir un nouveau mot de passe',
    ignore: 'Si cela ne vient pas de vous, vous pouvez ignorer cet e-mail : votre mot de passe reste le même.',
    why: 'Vous recevez cet e-mail parce qu’un nouveau mot de passe a été demandé avec cette adresse.',
  },
  addressChange: {
    subject: 'Confirmez votre nouvelle adresse e-mail',
    text: `Quelqu’un souhaite désormais se connecter à son compte ${PRODUCT} avec cette adresse. Le lien fonctionne une fois, pendant 24 heures.`,
    button: 'Utiliser cette adresse',
    ignore: IGNORE,
    why: 'Vous recevez cet e-mail parce que cette adresse a été saisie pour un compte.',
  },
  addressNotice: {
    subject: 'Votre adresse e-mail doit être modifiée',
    text: `Votre compte ${PRODUCT} doit recevoir une autre adresse e-mail. Elle change dès que le lien envoyé à cette adresse est suivi.`,
    newAddress: 'Nouvelle adresse',
    undo: 'Si cela ne vient pas de vous, définissez maintenant un nouveau mot de passe : le lien envoyé là-bas n’est alors plus valable.',
    button: 'Ouvrir votre compte',
    why: 'Vous recevez cet e-mail parce que c’est l’adresse du compte.',
  },
  invitation: {
    somebody: 'Quelqu’un',
    subject: ({ inviter, workspace }) => `${inviter} vous invite dans ${workspace}`,
    text: ({ inviter, workspace }) =>
      `${inviter} souhaite travailler avec vous dans l’espace de travail ${workspace} sur ${PRODUCT}. Suivez le lien pour commencer : il permet de créer un compte ou de se connecter avec cette adresse e-mail, et fonctionne une fois, pendant 7 jours.`,
    workspace: 'Espace de travail',
    role: 'Votre rôle',
    roles: {
      viewer: 'Lecteur – consulte tout',
      editor: 'Éditeur – construit les agents et répond aux visiteurs',
      admin: 'Admin – gère aussi les membres, les clés et l’espace de travail lui-même',
    },
    region: 'Région',
    regions: { eu: 'Europe (Francfort)', na: 'Amérique du Nord (Virginie)' },
    button: 'Ouvrir l’espace de travail',
    ignore: ({ inviter }) => `Si vous ne connaissez pas ${inviter}, vous pouvez ignorer cet e-mail.`,
    why: 'Vous recevez cet e-mail parce que quelqu’un a saisi cette adresse comme membre d’un espace de travail.',
  },
  client: {
    invitationSubject: ({ agency }) => `Votre accès à ${agency}`,
    invitation: ({ agency, org }) =>
      `${agency} vous a créé un compte dans ${org}. Choisissez un mot de passe pour vous connecter. Le lien fonctionne une seule fois, pendant trois jours.`,
    invitationByCode: ({ agency, org }) =>
      `${agency} vous a créé un compte dans ${org}. Pour vous connecter, saisissez cette adresse e-mail : nous vous enverrons un code.`,
    setPassword: 'Choisir un mot de passe',
    signIn: 'Se connecter',
    invitationWhy: 'Vous recevez cet e-mail parce que votre agence a ajouté cette adresse.',
    codeSubject: ({ code }) => `${code} est votre code de connexion`,
    code: ({ agency }) => `Saisissez ce code pour vous connecter à ${agency}. Il est valable 10 minutes.`,
    codeLabel: 'Code',
    codeWhy: 'Un code de connexion a été demandé pour cette adresse. Si ce n’était pas vous, ignorez cet e-mail.',
    notificationOpen: 'Voir la conversation',
    notificationWhy:
      'Vous recevez cet e-mail en raison de vos réglages de notification. Modifiez-les depuis la cloche du tableau de bord.',
  },
  eventFailures: {
    subject: ({ count, workspace }) =>
      formFor('fr', count, {
        one: `Un événement de ${workspace} n’a pas pu être envoyé`,
        other: `${numberIn('fr', count)} événements de ${workspace} n’ont pas pu être envoyés`,
      }),
    text: ({ count, workspace }) =>
      `L’endpoint de l’espace de travail ${workspace} n’a pas accepté ${formFor('fr', count, { one: 'cet événement', other: 'ces événements' })}. Ce qui doit être retenté l’est automatiquement.`,
    endpoint: 'Endpoint',
    tried: ({ count }) => formFor('fr', count, { one: 'une tentative', other: `${numberIn('fr', count)} tentatives` }),
    more: ({ count }) => formFor('fr', count, { one: 'Et un autre.', other: `Et ${numberIn('fr', count)} autres.` }),
    button: 'Voir les envois',
    why: ({ workspace }) =>
      `Vous recevez cet e-mail parce que vous êtes membre de l’espace de travail ${workspace}, qui envoie des événements à un endpoint.`,
  },
  workspaceLog: {
    subject: ({ workspace, type }) => `Nouvelle entrée dans le journal de ${workspace} : ${type}`,
    text: 'Une intégration a écrit ceci dans le journal de votre espace de travail.',
    type: 'Type',
    workspace: 'Espace de travail',
    agent: 'Agent',
    channel: 'Canal',
    button: 'Ouvrir l’espace de travail',
    why: ({ workspace }) => `Vous recevez cet e-mail parce que vous êtes membre de l’espace de travail ${workspace}.`,
  },
  notice: {
    subject: ({ workspace }) => `Un message de ${workspace}`,
    why: ({ workspace }) =>
      `Vous recevez cet e-mail parce que l’espace de travail ${workspace} l’a envoyé à cette adresse par ${PRODUCT}. Si vous ne le connaissez pas, vous pouvez ignorer cet e-mail.`,
  },
  accountDeleted: {
    subject: 'Votre compte a été supprimé',
    text: ({ time }) =>
      `Votre compte ${PRODUCT} a été supprimé le ${time}, avec les espaces de travail qui vous appartenaient et tout ce qu’ils contenaient. C’est définitif.`,
    after:
      'Les sauvegardes le conservent jusqu’à leur expiration. C’est le dernier e-mail que nous envoyons à cette adresse, sauf si vous créez un nouveau compte.',
    why: 'Vous recevez cet e-mail parce que c’était l’adresse du compte.',
  },
  exportReady: {
    subject: 'Vos données sont prêtes à être téléchargées',
    text: `L’export de vos données ${PRODUCT} que vous avez demandé est prêt.`,
    button: 'Télécharger vos données',
    until: ({ time }) =>
      `Il peut être téléchargé jusqu’au ${time}, puis il est supprimé. Il contient des données personnelles : conservez-le en lieu sûr.`,
    why: 'Vous recevez cet e-mail parce qu’un export de ce compte a été demandé.',
  },
  facts: {
    time: 'Heure',
    device: 'Appareil',
    network: 'Réseau',
    country: 'Pays',
    deviceName: ({ browser, platform }) => `${browser} sur ${platform}`,
  },
  security: {
    nothingToDo: ({ undo }) => `Si c’était vous, il n’y a rien à faire. Sinon, ${undo}.`,
    look: 'Voir vos paramètres de sécurité',
    signIn: 'Se connecter',
    why: 'Vous recevez cet e-mail pour que votre compte reste sûr.',
  },
  news: {
    'passkey-added': {
      subject: 'Une clé d’accès a été ajoutée à votre compte',
      text: `Une nouvelle clé d’accès permet désormais de se connecter à votre compte ${PRODUCT} sans le mot de passe.`,
      undo: `${PASSWORD}. Retirez ensuite la clé d’accès`,
    },
    'passkey-removed': {
      subject: 'Une clé d’accès de votre compte a été retirée',
      text: `Une clé d’accès ne permet plus de se connecter à votre compte ${PRODUCT}.`,
      undo: PASSWORD,
    },
    'factor-on': {
      subject: 'Le second facteur de votre compte est activé',
      text: `Votre compte ${PRODUCT} demande désormais un code d’une application d’authentification après le mot de passe.`,
      undo: `${PASSWORD}. Prévenez ensuite les responsables de cette installation, qui peuvent retirer le second facteur`,
    },
    'factor-off': {
      subject: 'Le second facteur de votre compte est désactivé',
      text: `Votre compte ${PRODUCT} ne demande plus de code : le mot de passe suffit pour se connecter.`,
      undo: `${PASSWORD}. Réactivez ensuite le second facteur`,
    },
    'codes-renewed': {
      subject: 'Vos codes de secours ont été renouvelés',
      text: `Votre compte ${PRODUCT} a de nouveaux codes de secours. Les anciens ne fonctionnent plus.`,
      undo: `${PASSWORD}. Créez ensuite de nouveaux codes de secours`,
    },
    'code-used': {
      subject: 'Un code de secours de votre compte a été utilisé',
      text: `Quelqu’un s’est connecté à votre compte ${PRODUCT} avec un code de secours au lieu de l’application d’authentification.`,
      undo: `${PASSWORD}. Créez ensuite de nouveaux codes de secours`,
    },
    'provider-linked': {
      subject: ({ name }) => `${name} a été associé à votre compte`,
      text: ({ name }) => `Un compte chez ${name} permet désormais de se connecter à votre compte ${PRODUCT}.`,
      undo: ({ name }) => `${PASSWORD}. Dissociez ensuite ${name}`,
    },
    'provider-unlinked': {
      subject: ({ name }) => `${name} a été dissocié de votre compte`,
      text: ({ name }) => `Plus personne ne se connecte à votre compte ${PRODUCT} par ${name}.`,
      undo: PASSWORD,
    },
    'password-changed': {
      subject: 'Votre mot de passe a été modifié',
      text: `Le mot de passe de votre compte ${PRODUCT} a été modifié, et tous les autres appareils ont été déconnectés.`,
      undo: 'définissez-en un nouveau avec « Mot de passe oublié ? » sur la page de connexion, ce qui passe par cette boîte',
    },
    'passwords-guessed': {
      subject: 'Quelqu’un a essayé de mauvais mots de passe',
      text: `Quelqu’un a essayé à plusieurs reprises de se connecter à votre compte ${PRODUCT} avec de mauvais mots de passe. Personne n’est entré ainsi. Les essais suivants depuis des appareils inconnus doivent maintenant attendre ; vous pouvez vous connecter depuis un appareil déjà utilisé ou définir un nouveau mot de passe par e-mail.`,
      undo: 'choisissez un mot de passe long que vous n’utilisez nulle part ailleurs et activez l’authentification à deux facteurs',
    },
    'password-reset': {
      subject: 'Un nouveau mot de passe a été défini',
      text: `Un nouveau mot de passe a été défini pour votre compte ${PRODUCT} par un lien envoyé à cette boîte, et tous les appareils ont été déconnectés.`,
      undo: 'quelqu’un d’autre lit cette boîte : sécurisez-la d’abord, puis définissez ici un nouveau mot de passe',
    },
    'sessions-ended': {
      subject: 'Tous les autres appareils ont été déconnectés',
      text: `Tous les autres navigateurs et programmes qui étaient connectés à votre compte ${PRODUCT} doivent se reconnecter.`,
      undo: PASSWORD,
    },
    'factors-reset': {
      subject: 'Votre second facteur et vos clés d’accès ont été retirés',
      text: `Les responsables de cette installation ont retiré le second facteur et toutes les clés d’accès de votre compte ${PRODUCT}, comme on le fait pour qui les a perdus, et déconnecté tous les appareils. Le mot de passe reste le même. Configurez de nouveau un second facteur une fois la connexion faite.`,
      undo: 'prévenez les responsables de cette installation et définissez un nouveau mot de passe',
    },
    'address-left': {
      subject: 'Votre compte a une autre adresse e-mail',
      text: `Votre compte ${PRODUCT} est passé de cette adresse à une autre. Désormais, c’est la nouvelle qui permet de se connecter et qui reçoit les e-mails. Cette adresse n’a plus rien à voir avec le compte.`,
      undo: 'écrivez tout de suite aux responsables de cette installation',
    },
    'address-taken': {
      subject: 'C’est désormais l’adresse de votre compte',
      text: `Votre compte ${PRODUCT} est passé à cette adresse. Désormais, vous vous connectez avec elle, et nos e-mails arrivent ici.`,
      undo: 'connectez-vous, définissez un nouveau mot de passe et rétablissez l’ancienne adresse',
    },
  },
  newsFacts: {
    passkey: 'Clé d’accès',
    codesLeft: 'Codes restants',
    noneLeft: 'Aucun : créez-en de nouveaux',
    before: 'Avant',
    now: 'Maintenant',
  },
  signIn: {
    subject: 'Nouvelle connexion à votre compte',
    text: `Quelqu’un s’est connecté à votre compte ${PRODUCT} depuis un navigateur ou un réseau que nous n’avions jamais vu.`,
    method: 'Moyen de connexion',
    methods: {
      password: 'Mot de passe',
      code: 'Code de l’application d’authentification',
      recovery: 'Code de secours',
      passkey: 'Clé d’accès',
      provider: 'Un autre fournisseur',
    },
    undo: 'Si c’était vous, il n’y a rien à faire. Sinon, déconnectez cet appareil et définissez un nouveau mot de passe.',
    button: 'Voir vos appareils',
  },
  notification: {
    visitor: 'Un visiteur',
    title: {
      handoff: ({ visitor }) => `${visitor} souhaite parler à un humain`,
      new: ({ visitor }) => `Nouvelle conversation avec ${visitor}`,
      message: ({ visitor }) => `${visitor} a répondu`,
      lead: ({ visitor }) => `Nouveau prospect : ${visitor}`,
      assigned: ({ person }) => `${person} vous a attribué une conversation`,
    },
    body: {
      handoff: ({ agent }) => `En attente chez ${agent}.`,
      new: ({ agent }) => `Chez ${agent}.`,
      message: ({ agent }) => `Chez ${agent}.`,
      lead: ({ agent }) => `Capté par ${agent}.`,
      assigned: ({ visitor, agent }) => `${visitor} chez ${agent}.`,
    },
  },
  transcript: {
    you: 'Vous',
    team: 'Équipe',
    chat: 'Conversation',
    subject: ({ name }) => `Votre conversation avec ${name}`,
    preview: ({ name }) => `Ce qui s’est dit dans votre conversation avec ${name}`,
    notices: {
      'handoff-asked': 'Une personne a été demandée.',
      'handoff-cancelled': 'La conversation continue avec l’agent.',
      'message-left': 'Un message a été laissé.',
      'human-joined': 'Une personne a rejoint le chat.',
      'human-left': 'L’assistant répond de nouveau.',
    },
    why: 'Cet e-mail a été envoyé une seule fois, parce que quelqu’un a saisi cette adresse dans le chat. Si cela ne vient pas de vous, vous pouvez l’ignorer.',
  },
}
