// Tells the server which page of the site the visitor is on, once they are in a conversation. The host page leaves out what the
// agent is not to be told of.
import type { Api } from './api.ts'

export interface HostPage {
  readonly url: string
  readonly title: string
}

/** Returns what to call with the conversation they are in. */
export function reportPages(
  api: Pick<Api, 'own'>,
  page: () => HostPage | undefined,
): (conversationId: string | undefined) => void {
  let current: string | undefined
  let told = ''
  const look = () => {
    const now = page()
    if (current === undefined || !now) return
    const what = `${current} ${now.url}`
    if (what === told) return
    told = what
    // What is not told now is told with the next page.
    api
      .own(`conversations/${encodeURIComponent(current)}/page`, { url: now.url, title: now.title })
      .catch(() => undefined)
  }
  // The host hears it too, and first.
  addEventListener('message', () => setTimeout(look))
  return (conversationId) => {
    current = conversationId
    look()
  }
}
