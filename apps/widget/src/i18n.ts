// Every sentence of the widget. English is complete by type; the other languages must match it by type too.
import { ar, de, es, fr, pt } from './languages.ts'

export const en = {
  chat: 'Chat',
  close: 'Close chat',
  menu: 'Options',
  restart: 'Start a new conversation',
  restartAsk: 'Start over? This conversation will no longer be shown here.',
  restartYes: 'Start over',
  cancel: 'Cancel',
  messages: 'Messages',
  you: 'You',
  team: 'Support team',
  placeholder: 'Write a message…',
  send: 'Send',
  stop: 'Stop the answer',
  typing: '{name} is typing',
  left: '{n} characters left',
  copy: 'Copy',
  copied: 'Copied',
  poweredBy: 'Powered by',
  sources: 'Sources',
  image: 'Image',
  retry: 'Try again',
  sending: 'Sending…',
  unsent: 'This message was not sent.',
  busy: 'Too many messages at once. Wait a moment, then try again.',
  failed: 'The answer could not be written. Your message is kept.',
  lost: 'The connection was lost before the answer was complete.',
  interrupted: 'This answer is incomplete.',
  stopped: 'Stopped.',
  reconnecting: 'Connection lost. Reconnecting…',
  offline: 'You are offline. The chat continues when the connection is back.',
  latest: 'Latest messages',
  older: 'Loading earlier messages…',
  crash: 'Something went wrong:',
  crashWhat: 'the chat could not be shown.',
  tryAgain: 'Try again',
  missing: 'This chat is not available.',
  choose: 'Choose…',
  previous: 'Previous',
  next: 'Next',
  cards: 'Cards',
  openPage: 'Open in a new tab',
  sent: 'Sent',
  uploading: 'Uploading…',
  uploadFailed: 'This file could not be uploaded.',
  remove: 'Remove',
  requiredFault: 'This is required.',
  emailFault: 'Enter a valid e-mail address.',
  urlFault: 'Enter a valid web address.',
  telFault: 'Enter a valid phone number.',
  numberFault: 'Enter a number.',
  minFault: 'Enter {n} or more.',
  maxFault: 'Enter {n} or less.',
  shortFault: 'Enter at least {n} characters.',
  longFault: 'Enter at most {n} characters.',
  wrongFault: 'Check this value.',
}
export type Texts = typeof en
export interface Language {
  readonly code: string
  readonly dir: 'ltr' | 'rtl'
  readonly texts: Texts
}

const ALL: Record<string, Texts> = { en, de, fr, es, pt, ar }

/** The agent's language when we have it, else the visitor's, else English. `auto` leaves it to the visitor. */
export function pickLanguage(agentLang: string | undefined, browser: readonly string[]): Language {
  for (const wanted of [agentLang ?? '', ...browser]) {
    const code = wanted.slice(0, 2).toLowerCase()
    const texts = ALL[code]
    if (texts) return { code, dir: code === 'ar' ? 'rtl' : 'ltr', texts }
  }
  return { code: 'en', dir: 'ltr', texts: en }
}

/** Puts values into `{name}` places. */
export const fill = (text: string, values: Record<string, string>) =>
  text.replace(/\{(\w+)\}/g, (place, key: string) => values[key] ?? place)
