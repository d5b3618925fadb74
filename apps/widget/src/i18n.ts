// Every sentence of the widget. English is complete by type and always here; the others match it by type and are
// fetched when one of them is to be shown.
export const en = {
  chat: 'Chat',
  close: 'Close chat',
  menu: 'Options',
  messages: 'Messages',
  you: 'You',
  team: 'Support team',
  placeholder: 'Write a message…',
  send: 'Send',
  stop: 'Stop the answer',
  typing: '{name} is typing',
  left: '{n} characters left',
  poweredBy: 'Powered by',
  sources: 'Sources',
  retry: 'Try again',
  sending: 'Sending…',
  waiting: 'Waiting to be sent',
  discard: 'Delete',
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
}
export type Texts = typeof en
export interface Language {
  readonly code: string
  readonly dir: 'ltr' | 'rtl'
  readonly texts: Texts
}

/** The languages that can be fetched; languages/load.ts knows how. */
const CODES = 'ar bg cs da de el es fa fi fr he hi hu id it ja ko nb nl pl pt ro ru sv th tr uk vi zh'
const isOther = (code: string) => code.length === 2 && CODES.includes(code)
/** Codes whose words another code has. */
const ALIASES: Readonly<Record<string, string>> = { no: 'nb', nn: 'nb', iw: 'he', in: 'id' }
const FROM_THE_RIGHT = ['ar', 'he', 'fa', 'ur']
const ENGLISH: Language = { code: 'en', dir: 'ltr', texts: en }

/** Undefined for what is none of ours. */
const ours = (wanted = '') => {
  const code = wanted.slice(0, 2).toLowerCase()
  const known = ALIASES[code] ?? code
  return known === ENGLISH.code || isOther(known) ? known : undefined
}

/**
 * The agent's language when we have it, else the visitor's, else English. `auto` leaves it to the visitor. `browser` is not
 * asked where the agent has said it: `navigator` costs the frame 15 KB of memory.
 */
export function pickLanguage(agentLang: string | undefined, browser: () => readonly string[]): string {
  return (
    ours(agentLang) ??
    browser()
      .map((wanted) => ours(wanted))
      .find(Boolean) ??
    ENGLISH.code
  )
}

type Fetch = (code: string) => Promise<{ readonly texts: Texts }>
const fetchLanguage: Fetch = async (code) => (await import('./languages/load.ts')).loadTexts(code)

/** Never rejects: a language that can't be fetched, or that we don't have, is English. */
export async function loadLanguage(code: string, fetch: Fetch = fetchLanguage): Promise<Language> {
  if (!isOther(code)) return ENGLISH
  try {
    const { texts } = await fetch(code)
    return { code, dir: FROM_THE_RIGHT.includes(code) ? 'rtl' : 'ltr', texts }
  } catch {
    return ENGLISH
  }
}

/** Puts values into `{name}` places. */
export const fill = (text: string, values: Record<string, string>) =>
  text.replace(/\{(\w+)\}/g, (place, key: string) => values[key] ?? place)
