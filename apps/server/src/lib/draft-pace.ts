/** Limits drafts of answers per account or chat, so that the answers themselves stay within the provider's limit. */
export function createDraftPace(perMinute: number) {
  const asked = new Map<string, number[]>()
  return {
    mayAsk(key: string): boolean {
      const since = Date.now() - 60_000
      const lately = (asked.get(key) ?? []).filter((at) => at > since)
      if (lately.length >= perMinute) return false
      if (asked.size > 5000) asked.clear()
      asked.set(key, [...lately, Date.now()])
      return true
    },
  }
}
