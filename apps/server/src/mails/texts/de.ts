// What mails say in German: neutral forms where German has them, «Sie» elsewhere.
import { formFor, numberIn } from '../locale.ts'
import { PRODUCT } from '../product.ts'
import type { MailTexts } from './en.ts'

const PASSWORD = 'legen Sie sofort ein neues Passwort fest: Das meldet alle anderen ab'
const IGNORE = 'Falls das nicht von Ihnen kam, können Sie diese E-Mail ignorieren.'
const events = (count: number) =>
  formFor('de', count, { one: 'Ein Ereignis', other: `${numberIn('de', count)} Ereignisse` })

export const de: MailTexts = {
  letter: {
    sentBy: `Gesendet von ${PRODUCT}.`,
    noButton: 'Falls die Schaltfläche nicht funktioniert, öffnen Sie diese Adresse:',
    colon: ':',
  },
  verification: {
    subject: 'Bestätigen Sie Ihre E-Mail-Adresse',
    welcome: `Willkommen bei ${PRODUCT}.`,
    text: 'Bitte bestätigen Sie, dass diese E-Mail-Adresse Ihnen gehört. Der Link gilt 24 Stunden.',
    button: 'E-Mail-Adresse bestätigen',
    ignore: 'Falls Sie kein Konto erstellt haben, können Sie diese E-Mail ignorieren.',
    why: 'Sie haben diese E-Mail erhalten, weil mit dieser Adresse ein Konto erstellt wurde.',
  },
  reset: {
    subject: 'Neues Passwort festlegen',
    text: `Für Ihr ${PRODUCT}-Konto wurde ein neues Passwort angefordert. Der Link gilt einmal, 15 Minuten lang.`,
    button: 'Neues Passwort festlegen',
    ignore: 'Falls das nicht von Ihnen kam, können Sie diese E-Mail ignorieren: Ihr Passwort bleibt, wie es ist.',
    why: 'Sie haben diese E-Mail erhalten, weil mit dieser Adresse ein neues Passwort angefordert wurde.',
  },
  addressChange: {
    subject: 'Bestätigen Sie Ihre neue E-Mail-Adresse',
    text: `Jemand möchte sich ab jetzt mit dieser Adresse am eigenen ${PRODUCT}-Konto anmelden. Der Link gilt einmal, 24 Stunden lang.`,
    button: 'Diese Adresse verwenden',
    ignore: IGNORE,
    why: 'Sie haben diese E-Mail erhalten, weil diese Adresse für ein Konto eingegeben wurde.',
  },
  addressNotice: {
    subject: 'Ihre E-Mail-Adresse soll geändert werden',
    text: `Ihr ${PRODUCT}-Konto soll eine andere E-Mail-Adresse bekommen. Sie ändert sich, sobald jemand dem Link folgt, der dorthin ging.`,
    newAddress: 'Neue Adresse',
    undo: 'Falls das nicht von Ihnen kam, legen Sie jetzt ein neues Passwort fest: Dann gilt der Link, der dorthin ging, nicht mehr.',
    button: 'Konto öffnen',
    why: 'Sie haben diese E-Mail erhalten, weil dies die Adresse des Kontos ist.',
  },
  invitation: {
    somebody: 'Jemand',
    subject: ({ inviter, workspace }) => `${inviter} lädt Sie zu ${workspace} ein`,
    text: ({ inviter, workspace }) =>
      `${inviter} möchte mit Ihnen im Workspace ${workspace} auf ${PRODUCT} arbeiten. Folgen Sie zum Beginnen dem Link: Er führt mit dieser E-Mail-Adresse zur Registrierung oder Anmeldung und gilt einmal, 7 Tage lang.`,
    workspace: 'Workspace',
    role: 'Ihre Rolle',
    roles: {
      viewer: 'Betrachter – sieht alles an',
      editor: 'Bearbeiter – baut Agenten und antwortet Besuchern',
      admin: 'Admin – verwaltet auch Mitglieder, Schlüssel und den Workspace selbst',
    },
    region: 'Region',
    regions: { eu: 'Europa (Frankfurt)', na: 'Nordamerika (Virginia)' },
    button: 'Workspace öffnen',
    ignore: ({ inviter }) => `Falls Ihnen ${inviter} nichts sagt, können Sie diese E-Mail ignorieren.`,
    why: 'Sie haben diese E-Mail erhalten, weil jemand diese Adresse als Mitglied eines Workspace eingegeben hat.',
  },
  client: {
    invitationSubject: ({ agency }) => `Ihr Zugang zu ${agency}`,
    invitation: ({ agency, org }) =>
      `${agency} hat für Sie ein Konto in ${org} angelegt. Legen Sie ein Passwort fest, um sich anzumelden. Der Link gilt einmal, drei Tage lang.`,
    invitationByCode: ({ agency, org }) =>
      `${agency} hat für Sie ein Konto in ${org} angelegt. Geben Sie zum Anmelden diese E-Mail-Adresse ein; wir schicken Ihnen einen Code.`,
    setPassword: 'Passwort festlegen',
    signIn: 'Anmelden',
    invitationWhy: 'Sie bekommen diese E-Mail, weil Ihre Agentur diese Adresse hinzugefügt hat.',
    codeSubject: ({ code }) => `${code} ist Ihr Anmeldecode`,
    code: ({ agency }) => `Geben Sie diesen Code ein, um sich bei ${agency} anzumelden. Er gilt 10 Minuten.`,
    codeLabel: 'Code',
    codeWhy:
      'Für diese Adresse wurde ein Anmeldecode angefordert. Falls Sie das nicht waren, können Sie diese E-Mail ignorieren.',
    notificationOpen: 'Gespräch ansehen',
    notificationWhy:
      'Sie erhalten diese E-Mail wegen Ihrer Benachrichtigungseinstellungen. Sie ändern sie an der Glocke des Dashboards.',
  },
  eventFailures: {
    subject: ({ count, workspace }) =>
      `${events(count)} von ${workspace} ${formFor('de', count, { one: 'konnte', other: 'konnten' })} nicht zugestellt werden`,
    text: ({ count, workspace }) =>
      `Der Endpunkt des Workspace ${workspace} hat ${formFor('de', count, { one: 'dieses Ereignis', other: 'diese Ereignisse' })} nicht angenommen. Was noch einmal zu versuchen ist, wird noch einmal versucht.`,
    endpoint: 'Endpunkt',
    tried: ({ count }) =>
      formFor('de', count, { one: 'einmal versucht', other: `${numberIn('de', count)}-mal versucht` }),
    more: ({ count }) => `Und ${numberIn('de', count)} weitere.`,
    button: 'Zustellungen ansehen',
    why: ({ workspace }) =>
      `Sie haben diese E-Mail erhalten, weil Sie Mitglied des Workspace ${workspace} sind, der Ereignisse an einen Endpunkt sendet.`,
  },
  workspaceLog: {
    subject: ({ workspace, type }) => `Neuer Protokolleintrag in ${workspace}: ${type}`,
    text: 'Eine Integration hat dies in das Protokoll Ihres Workspace geschrieben.',
    type: 'Art',
    workspace: 'Workspace',
    agent: 'Agent',
    channel: 'Kanal',
    button: 'Workspace öffnen',
    why: ({ workspace }) => `Sie haben diese E-Mail erhalten, weil Sie Mitglied des Workspace ${workspace} sind.`,
  },
  notice: {
    subject: ({ workspace }) => `Eine Nachricht von ${workspace}`,
    why: ({ workspace }) =>
      `Sie haben diese E-Mail erhalten, weil der Workspace ${workspace} sie über ${PRODUCT} an diese Adresse gesendet hat. Falls er Ihnen nichts sagt, können Sie diese E-Mail ignorieren.`,
  },
  accountDeleted: {
    subject: 'Ihr Konto wurde gelöscht',
    text: ({ time }) =>
      `Ihr ${PRODUCT}-Konto wurde am ${time} gelöscht, mit den Workspaces, die Ihnen gehörten, und allem darin. Das lässt sich nicht rückgängig machen.`,
    after:
      'In Sicherungskopien bleibt es, bis sie ablaufen. Dies ist die letzte E-Mail, die wir an diese Adresse senden, außer Sie registrieren sich neu.',
    why: 'Sie haben diese E-Mail erhalten, weil dies die Adresse des Kontos war.',
  },
  exportReady: {
    subject: 'Ihre Daten stehen zum Download bereit',
    text: `Der Export Ihrer ${PRODUCT}-Daten, den Sie angefordert haben, ist fertig.`,
    button: 'Daten herunterladen',
    until: ({ time }) =>
      `Bis ${time} lässt er sich herunterladen, danach wird er gelöscht. Er enthält personenbezogene Daten: Bewahren Sie ihn sicher auf.`,
    why: 'Sie haben diese E-Mail erhalten, weil ein Export dieses Kontos angefordert wurde.',
  },
  facts: {
    time: 'Zeit',
    device: 'Gerät',
    network: 'Netzwerk',
    country: 'Land',
    deviceName: ({ browser, platform }) => `${browser} unter ${platform}`,
  },
  security: {
    nothingToDo: ({ undo }) => `Wenn Sie das waren, ist nichts zu tun. Wenn nicht, ${undo}.`,
    look: 'Sicherheitseinstellungen ansehen',
    signIn: 'Anmelden',
    why: 'Sie haben diese E-Mail erhalten, damit Ihr Konto sicher bleibt.',
  },
  news: {
    'passkey-added': {
      subject: 'Zu Ihrem Konto kam ein Passkey hinzu',
      text: `Ab jetzt meldet ein neuer Passkey an Ihrem ${PRODUCT}-Konto an, ohne das Passwort.`,
      undo: `${PASSWORD}. Entfernen Sie dann den Passkey`,
    },
    'passkey-removed': {
      subject: 'Ein Passkey Ihres Kontos wurde entfernt',
      text: `Ein Passkey kann an Ihrem ${PRODUCT}-Konto nicht mehr anmelden.`,
      undo: PASSWORD,
    },
    'factor-on': {
      subject: 'Der zweite Faktor Ihres Kontos ist eingeschaltet',
      text: `Ihr ${PRODUCT}-Konto fragt nach dem Passwort nun einen Code aus einer Authenticator-App ab.`,
      undo: `${PASSWORD}. Sagen Sie dann den Betreibern dieser Installation Bescheid, die den zweiten Faktor wieder entfernen können`,
    },
    'factor-off': {
      subject: 'Der zweite Faktor Ihres Kontos ist ausgeschaltet',
      text: `Ihr ${PRODUCT}-Konto fragt keinen Code mehr ab: Zum Anmelden genügt das Passwort.`,
      undo: `${PASSWORD}. Schalten Sie dann den zweiten Faktor wieder ein`,
    },
    'codes-renewed': {
      subject: 'Ihre Wiederherstellungscodes wurden neu erstellt',
      text: `Ihr ${PRODUCT}-Konto hat neue Wiederherstellungscodes. Die alten gelten nicht mehr.`,
      undo: `${PASSWORD}. Erstellen Sie dann neue Wiederherstellungscodes`,
    },
    'code-used': {
      subject: 'Ein Wiederherstellungscode Ihres Kontos wurde verwendet',
      text: `Jemand hat sich an Ihrem ${PRODUCT}-Konto mit einem Wiederherstellungscode statt mit der Authenticator-App angemeldet.`,
      undo: `${PASSWORD}. Erstellen Sie dann neue Wiederherstellungscodes`,
    },
    'provider-linked': {
      subject: ({ name }) => `${name} wurde mit Ihrem Konto verbunden`,
      text: ({ name }) => `Ab jetzt meldet ein Konto bei ${name} an Ihrem ${PRODUCT}-Konto an.`,
      undo: ({ name }) => `${PASSWORD}. Trennen Sie dann ${name}`,
    },
    'provider-unlinked': {
      subject: ({ name }) => `${name} wurde von Ihrem Konto getrennt`,
      text: ({ name }) => `Über ${name} meldet sich niemand mehr an Ihrem ${PRODUCT}-Konto an.`,
      undo: PASSWORD,
    },
    'password-changed': {
      subject: 'Ihr Passwort wurde geändert',
      text: `Das Passwort Ihres ${PRODUCT}-Kontos wurde geändert, und alle anderen Geräte wurden abgemeldet.`,
      undo: 'legen Sie auf der Anmeldeseite mit „Passwort vergessen?“ ein neues fest: Das geht über dieses Postfach',
    },
    'passwords-guessed': {
      subject: 'Jemand hat falsche Passwörter ausprobiert',
      text: `Jemand hat wiederholt versucht, sich mit falschen Passwörtern bei Ihrem ${PRODUCT}-Konto anzumelden. Dadurch ist niemand hineingekommen. Weitere Versuche von unbekannten Geräten müssen jetzt warten; Sie selbst können sich von einem Gerät anmelden, das Sie schon benutzt haben, oder per E-Mail ein neues Passwort festlegen.`,
      undo: 'wählen Sie ein langes Passwort, das Sie nirgends sonst verwenden, und schalten Sie die Zwei-Faktor-Authentifizierung ein',
    },
    'password-reset': {
      subject: 'Ein neues Passwort wurde festgelegt',
      text: `Über einen Link an dieses Postfach wurde für Ihr ${PRODUCT}-Konto ein neues Passwort festgelegt, und alle Geräte wurden abgemeldet.`,
      undo: 'liest jemand anderes in diesem Postfach mit: Sichern Sie zuerst das Postfach und legen Sie dann hier ein neues Passwort fest',
    },
    'sessions-ended': {
      subject: 'Alle anderen Geräte wurden abgemeldet',
      text: `Jeder andere Browser und jedes andere Programm, das an Ihrem ${PRODUCT}-Konto angemeldet war, muss sich neu anmelden.`,
      undo: PASSWORD,
    },
    'factors-reset': {
      subject: 'Ihr zweiter Faktor und Ihre Passkeys wurden entfernt',
      text: `Wer diese Installation betreibt, hat den zweiten Faktor und alle Passkeys Ihres ${PRODUCT}-Kontos entfernt, wie es bei deren Verlust geschieht, und alle Geräte abgemeldet. Das Passwort ist, wie es war. Richten Sie nach dem Anmelden wieder einen zweiten Faktor ein.`,
      undo: 'sagen Sie den Betreibern dieser Installation Bescheid und legen Sie ein neues Passwort fest',
    },
    'address-left': {
      subject: 'Ihr Konto hat eine andere E-Mail-Adresse',
      text: `Ihr ${PRODUCT}-Konto ist von dieser Adresse zu einer anderen umgezogen. Ab jetzt meldet die neue an, und E-Mails gehen dorthin. Diese Adresse hat mit dem Konto nichts mehr zu tun.`,
      undo: 'schreiben Sie sofort den Betreibern dieser Installation',
    },
    'address-taken': {
      subject: 'Dies ist nun die Adresse Ihres Kontos',
      text: `Ihr ${PRODUCT}-Konto ist zu dieser Adresse umgezogen. Ab jetzt melden Sie sich mit ihr an, und unsere E-Mails kommen hierher.`,
      undo: 'melden Sie sich an, legen Sie ein neues Passwort fest und ändern Sie die Adresse zurück',
    },
  },
  newsFacts: {
    passkey: 'Passkey',
    codesLeft: 'Übrige Codes',
    noneLeft: 'Keine: Erstellen Sie neue',
    before: 'Vorher',
    now: 'Jetzt',
  },
  signIn: {
    subject: 'Neue Anmeldung an Ihrem Konto',
    text: `Jemand hat sich von einem Browser oder Netzwerk aus an Ihrem ${PRODUCT}-Konto angemeldet, das wir noch nicht kennen.`,
    method: 'Angemeldet mit',
    methods: {
      password: 'Passwort',
      code: 'Code der Authenticator-App',
      recovery: 'Wiederherstellungscode',
      passkey: 'Passkey',
      provider: 'Anderer Anbieter',
    },
    undo: 'Wenn Sie das waren, ist nichts zu tun. Wenn nicht, melden Sie dieses Gerät ab und legen Sie ein neues Passwort fest.',
    button: 'Geräte ansehen',
  },
  notification: {
    visitor: 'Ein Besucher',
    title: {
      handoff: ({ visitor }) => `${visitor} möchte mit einem Menschen sprechen`,
      new: ({ visitor }) => `Neues Gespräch mit ${visitor}`,
      message: ({ visitor }) => `${visitor} hat geantwortet`,
      lead: ({ visitor }) => `Neuer Lead: ${visitor}`,
      assigned: ({ person }) => `${person} hat Ihnen ein Gespräch zugewiesen`,
    },
    body: {
      handoff: ({ agent }) => `Wartet bei ${agent}.`,
      new: ({ agent }) => `Bei ${agent}.`,
      message: ({ agent }) => `Bei ${agent}.`,
      lead: ({ agent }) => `Erfasst von ${agent}.`,
      assigned: ({ visitor, agent }) => `${visitor} bei ${agent}.`,
    },
  },
  transcript: {
    you: 'Sie',
    team: 'Team',
    chat: 'Chat',
    subject: ({ name }) => `Ihr Chat mit ${name}`,
    preview: ({ name }) => `Was in Ihrem Chat mit ${name} gesagt wurde`,
    notices: {
      'handoff-asked': 'Ein Mensch wurde gewünscht.',
      'handoff-cancelled': 'Das Gespräch geht mit dem Agenten weiter.',
      'message-left': 'Eine Nachricht wurde hinterlassen.',
      'human-joined': 'Jemand ist dem Chat beigetreten.',
      'human-left': 'Der Assistent antwortet wieder.',
    },
    why: 'Diese E-Mail wurde einmal gesendet, weil jemand diese Adresse im Chat eingegeben hat. Falls das nicht von Ihnen kam, können Sie sie ignorieren.',
  },
}
