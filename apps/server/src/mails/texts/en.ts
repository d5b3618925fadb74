// What mails say in English. The catalogues of the other languages have the same keys, and take the same values.
import { formFor, numberIn } from '../locale.ts'
import { PRODUCT } from '../product.ts'

/** Names and words of others come as one line without addresses in it. */
interface Named {
  readonly name: string
}
interface Invited {
  readonly inviter: string
  readonly workspace: string
}
interface InWorkspace {
  readonly workspace: string
}
interface Counted {
  readonly count: number
}
interface Timed {
  /** As `moment` writes it. */
  readonly time: string
}
interface OnDevice {
  readonly browser: string
  readonly platform: string
}

interface Notice {
  readonly visitor: string
  readonly agent: string
  /** Who did it. */
  readonly person: string
}

const PASSWORD = 'set a new password at once: that signs out everybody else'
const events = (count: number) => formFor('en', count, { one: 'An event', other: `${numberIn('en', count)} events` })

export const en = {
  letter: {
    sentBy: `Sent by ${PRODUCT}.`,
    noButton: 'If the button does not work, open this address:',
    /** Between a label and what it says, in plain text. */
    colon: ':',
  },
  verification: {
    subject: 'Confirm your e-mail address',
    welcome: `Welcome to ${PRODUCT}.`,
    text: 'Please confirm that this e-mail address is yours. The link works for 24 hours.',
    button: 'Confirm e-mail address',
    ignore: 'If you did not create an account, you can ignore this mail.',
    why: 'You got this mail because an account was made with this address.',
  },
  reset: {
    subject: 'Set a new password',
    text: `Someone asked to set a new password for your ${PRODUCT} account. The link works once, for 15 minutes.`,
    button: 'Set a new password',
    ignore: 'If it was not you, you can ignore this mail: your password stays as it is.',
    why: 'You got this mail because a new password was asked for with this address.',
  },
  addressChange: {
    subject: 'Confirm your new e-mail address',
    text: `Somebody wants to sign in to their ${PRODUCT} account with this address from now on. The link works once, for 24 hours.`,
    button: 'Use this address',
    ignore: 'If it was not you, you can ignore this mail.',
    why: 'You got this mail because this address was entered for an account.',
  },
  addressNotice: {
    subject: 'Your e-mail address is to be changed',
    text: `Your ${PRODUCT} account is to have another e-mail address. It changes once the link that went there is followed.`,
    newAddress: 'New address',
    undo: 'If it was not you, set a new password now: then the link that went there ends.',
    button: 'Open your account',
    why: 'You got this mail because this is the address of the account.',
  },
  invitation: {
    somebody: 'Somebody',
    subject: ({ inviter, workspace }: Invited) => `${inviter} invited you to ${workspace}`,
    text: ({ inviter, workspace }: Invited) =>
      `${inviter} wants to work with you in the workspace ${workspace} on ${PRODUCT}. Follow the link to begin: it signs up or in with this e-mail address, works once and for 7 days.`,
    workspace: 'Workspace',
    role: 'Your role',
    roles: {
      viewer: 'Viewer – looks at everything',
      editor: 'Editor – builds agents and answers visitors',
      admin: 'Admin – also manages members, keys and the workspace itself',
    },
    region: 'Region',
    regions: { eu: 'Europe (Frankfurt)', na: 'North America (Virginia)' },
    button: 'Open the workspace',
    ignore: ({ inviter }: Pick<Invited, 'inviter'>) => `If you don’t know ${inviter}, you can ignore this mail.`,
    why: 'You got this mail because somebody entered this address as a member of a workspace.',
  },
  client: {
    invitationSubject: ({ agency }: { readonly agency: string }) => `Your access to ${agency}`,
    invitation: ({ agency, org }: { readonly agency: string; readonly org: string }) =>
      `${agency} set up an account for you in ${org}. Set a password to sign in. The link works once, for three days.`,
    invitationByCode: ({ agency, org }: { readonly agency: string; readonly org: string }) =>
      `${agency} set up an account for you in ${org}. To sign in, enter this email address and we’ll send you a code.`,
    setPassword: 'Set your password',
    signIn: 'Sign in',
    invitationWhy: 'You got this mail because your agency added this address.',
    codeSubject: ({ code }: { readonly code: string }) => `${code} is your sign-in code`,
    code: ({ agency }: { readonly agency: string }) =>
      `Enter this code to sign in to ${agency}. It’s valid for 10 minutes.`,
    codeLabel: 'Code',
    codeWhy: 'Somebody asked for a sign-in code for this address. If it wasn’t you, you can ignore this mail.',
    notificationOpen: 'View conversation',
    notificationWhy:
      'You get this mail because of your notification settings. Change them at the bell of the dashboard.',
  },
  eventFailures: {
    subject: ({ count, workspace }: Counted & InWorkspace) => `${events(count)} of ${workspace} could not be delivered`,
    text: ({ count, workspace }: Counted & InWorkspace) =>
      `The endpoint of the workspace ${workspace} did not accept ${formFor('en', count, { one: 'this event', other: 'these events' })}. What is still to be tried again is tried again.`,
    endpoint: 'Endpoint',
    tried: ({ count }: Counted) =>
      formFor('en', count, { one: 'tried once', other: `tried ${numberIn('en', count)} times` }),
    more: ({ count }: Counted) => `And ${numberIn('en', count)} more.`,
    button: 'Look at the deliveries',
    why: ({ workspace }: InWorkspace) =>
      `You got this mail because you are a member of the workspace ${workspace}, which sends events to an endpoint.`,
  },
  workspaceLog: {
    subject: ({ workspace, type }: InWorkspace & { readonly type: string }) => `New log entry in ${workspace}: ${type}`,
    text: 'An integration wrote this into the log of your workspace.',
    type: 'Type',
    workspace: 'Workspace',
    agent: 'Agent',
    channel: 'Channel',
    button: 'Open the workspace',
    why: ({ workspace }: InWorkspace) => `You got this mail because you are a member of the workspace ${workspace}.`,
  },
  notice: {
    subject: ({ workspace }: InWorkspace) => `A message from ${workspace}`,
    why: ({ workspace }: InWorkspace) =>
      `You got this mail because the workspace ${workspace} sent it to this address through ${PRODUCT}. If you don’t know it, you can ignore this mail.`,
  },
  accountDeleted: {
    subject: 'Your account was deleted',
    text: ({ time }: Timed) =>
      `Your ${PRODUCT} account was deleted on ${time}, with the workspaces that you owned and everything in them. This can’t be undone.`,
    after:
      'Backups still hold it until they end. This is the last mail that we send to this address, unless you sign up again.',
    why: 'You got this mail because this was the address of the account.',
  },
  exportReady: {
    subject: 'Your data is ready to download',
    text: `The export of your ${PRODUCT} data that you asked for is ready.`,
    button: 'Download your data',
    until: ({ time }: Timed) =>
      `It can be downloaded until ${time} and is deleted then. It holds personal data: keep it in a safe place.`,
    why: 'You got this mail because an export of this account was asked for.',
  },
  facts: {
    time: 'Time',
    device: 'Device',
    network: 'Network',
    country: 'Country',
    deviceName: ({ browser, platform }: OnDevice) => `${browser} on ${platform}`,
  },
  security: {
    /** `undo` is one of those below. */
    nothingToDo: ({ undo }: { readonly undo: string }) =>
      `If it was you, there is nothing to do. If it was not, ${undo}.`,
    look: 'Look at your security settings',
    signIn: 'Sign in',
    why: 'You got this mail to keep your account safe.',
  },
  news: {
    'passkey-added': {
      subject: 'A passkey was added to your account',
      text: `A new passkey signs in to your ${PRODUCT} account from now on, without the password.`,
      undo: `${PASSWORD}. Then remove the passkey`,
    },
    'passkey-removed': {
      subject: 'A passkey of your account was removed',
      text: `A passkey can’t sign in to your ${PRODUCT} account any more.`,
      undo: PASSWORD,
    },
    'factor-on': {
      subject: 'The second factor of your account is on',
      text: `Your ${PRODUCT} account now asks for a code of an authenticator app after the password.`,
      undo: `${PASSWORD}. Then tell whoever runs this installation, who can take the second factor off again`,
    },
    'factor-off': {
      subject: 'The second factor of your account is off',
      text: `Your ${PRODUCT} account does not ask for a code any more: the password alone signs in.`,
      undo: `${PASSWORD}. Then turn the second factor on again`,
    },
    'codes-renewed': {
      subject: 'Your recovery codes were made anew',
      text: `Your ${PRODUCT} account has new recovery codes. The old ones don’t work any more.`,
      undo: `${PASSWORD}. Then make new recovery codes`,
    },
    'code-used': {
      subject: 'A recovery code of your account was used',
      text: `Somebody signed in to your ${PRODUCT} account with a recovery code instead of the authenticator app.`,
      undo: `${PASSWORD}. Then make new recovery codes`,
    },
    'provider-linked': {
      subject: ({ name }: Named) => `${name} was connected with your account`,
      text: ({ name }: Named) => `An account at ${name} signs in to your ${PRODUCT} account from now on.`,
      undo: ({ name }: Named) => `${PASSWORD}. Then disconnect ${name}`,
    },
    'provider-unlinked': {
      subject: ({ name }: Named) => `${name} was disconnected from your account`,
      text: ({ name }: Named) => `Nobody signs in to your ${PRODUCT} account by ${name} any more.`,
      undo: PASSWORD,
    },
    'password-changed': {
      subject: 'Your password was changed',
      text: `The password of your ${PRODUCT} account was changed, and all other devices were signed out.`,
      undo: 'set a new one with «Forgot password?» on the sign-in page, which goes by this mailbox',
    },
    'passwords-guessed': {
      subject: 'Someone tried to sign in with wrong passwords',
      text: `Someone has tried to sign in to your ${PRODUCT} account with wrong passwords, again and again. Nobody got in by that. Further tries from unfamiliar devices now have to wait; you can sign in from a device that you used before, or set a new password by e-mail.`,
      undo: 'choose a long password that you use nowhere else, and turn on two-factor authentication',
    },
    'password-reset': {
      subject: 'A new password was set',
      text: `A new password was set for your ${PRODUCT} account by a link that went to this mailbox, and all devices were signed out.`,
      undo: 'somebody else reads this mailbox: secure it first, then set a new password here',
    },
    'sessions-ended': {
      subject: 'All other devices were signed out',
      text: `Every other browser and program that was signed in to your ${PRODUCT} account has to sign in again.`,
      undo: PASSWORD,
    },
    'factors-reset': {
      subject: 'Your second factor and passkeys were removed',
      text: `Whoever runs this installation removed the second factor and all passkeys of your ${PRODUCT} account, as is done for somebody who has lost them, and signed out all devices. The password is as it was. Set up a second factor again once you have signed in.`,
      undo: 'tell whoever runs this installation, and set a new password',
    },
    'address-left': {
      subject: 'Your account has another e-mail address',
      text: `Your ${PRODUCT} account was moved from this address to another one. From now on the new one signs in, and mails go there. This address has nothing to do with the account any more.`,
      undo: 'write to whoever runs this installation at once',
    },
    'address-taken': {
      subject: 'This is the address of your account now',
      text: `Your ${PRODUCT} account was moved to this address. From now on you sign in with it, and our mails come here.`,
      undo: 'sign in, set a new password and change the address back',
    },
  },
  newsFacts: {
    passkey: 'Passkey',
    codesLeft: 'Codes left',
    noneLeft: 'None: make new ones',
    before: 'Before',
    now: 'Now',
  },
  signIn: {
    subject: 'New sign-in to your account',
    text: `Somebody signed in to your ${PRODUCT} account from a browser or a network that we have not seen before.`,
    method: 'Signed in with',
    methods: {
      password: 'Password',
      code: 'Code of the authenticator app',
      recovery: 'Recovery code',
      passkey: 'Passkey',
      provider: 'Another provider',
    },
    undo: 'If it was you, there is nothing to do. If it was not, sign out that device and set a new password.',
    button: 'Look at your devices',
  },
  notification: {
    visitor: 'A visitor',
    title: {
      handoff: ({ visitor }: Notice) => `${visitor} wants to talk to a human`,
      new: ({ visitor }: Notice) => `New conversation with ${visitor}`,
      message: ({ visitor }: Notice) => `${visitor} replied`,
      lead: ({ visitor }: Notice) => `New lead: ${visitor}`,
      assigned: ({ person }: Notice) => `${person} assigned you a conversation`,
    },
    body: {
      handoff: ({ agent }: Notice) => `Waiting at ${agent}.`,
      new: ({ agent }: Notice) => `At ${agent}.`,
      message: ({ agent }: Notice) => `At ${agent}.`,
      lead: ({ agent }: Notice) => `Captured by ${agent}.`,
      assigned: ({ visitor, agent }: Notice) => `${visitor} at ${agent}.`,
    },
  },
  transcript: {
    you: 'You',
    team: 'Team',
    chat: 'Chat',
    subject: ({ name }: Named) => `Your chat with ${name}`,
    preview: ({ name }: Named) => `What was said in your chat with ${name}`,
    /** As the conversation has them, to the letter. */
    notices: {
      'handoff-asked': 'The visitor asked for a person.',
      'handoff-cancelled': 'The visitor goes on with the agent.',
      'message-left': 'The visitor left a message.',
      'human-joined': 'A person joined the chat.',
      'human-left': 'The agent answers again.',
    },
    why: 'This mail was sent once, because somebody entered this address in the chat. If it was not you, you can ignore it.',
  },
}

/** Every text by type: a language that lacks one, or has one too many, does not compile. */
export type MailTexts = typeof en
