// Reports the visitor's current page to the server once they are in a conversation. The host page filters pages the
// agent must not see.
import type { Api } from './api.ts'

export interface HostPage {
  readonly url: string
  readonly title: string
}

/** Returns a function to call with the current conversation. */
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
    // A failed report is covered by the next page.
    api
      .own(`conversations/${encodeURIComponent(current)}/page`, { url: now.url, title: now.title })
      .catch(() => undefined)
  }
  // The host's own listener handles the message first.
  addEventListener('message', () => setTimeout(look))
  return (conversationId) => {
    current = conversationId
    look()
  }
}
