// The requests that Vapi makes of its model. It sends the whole conversation each time, repeats a request that broke, and asks again with
// more words when the caller goes on: each word is said once.

/** The user messages of a request, the first one first. */
export interface ModelRequest {
  readonly said: readonly string[]
}

interface Watcher {
  readonly delta: (text: string) => void
  readonly end: () => void
}

/** An answer as it is generated; later watchers get its beginning at once. */
export function createStreamedAnswer() {
  const watchers = new Set<Watcher>()
  let text = ''
  let isEnded = false
  return {
    push(delta: string) {
      if (isEnded || delta === '') return
      text += delta
      for (const one of watchers) one.delta(delta)
    },
    end() {
      if (isEnded) return
      isEnded = true
      for (const one of watchers) one.end()
      watchers.clear()
    },
    text: () => text,
    isEnded: () => isEnded,
    isWatched: () => watchers.size > 0,
    /** Returns a function that stops it. */
    watch(one: Watcher): () => void {
      if (text !== '') one.delta(text)
      if (isEnded) one.end()
      else watchers.add(one)
      return () => void watchers.delete(one)
    },
  }
}
export type StreamedAnswer = ReturnType<typeof createStreamedAnswer>

const plain = (text: string) => text.replaceAll(/\s+/g, ' ').trim()

export function createModelRequests() {
  /** Messages taken so far, and the last one as it was then. */
  let taken = 0
  let lastText = ''
  let last: StreamedAnswer | undefined

  const newWords = (said: readonly string[]): string => {
    const text = plain(said.at(-1) ?? '')
    if (said.length > taken) return plain(said.slice(taken).join(' '))
    if (text === lastText) return ''
    return lastText !== '' && text.startsWith(`${lastText} `) ? text.slice(lastText.length + 1) : text
  }
  return {
    /** The words that are new, with the answer that is theirs; without new words, the answer there is. */
    take({ said }: ModelRequest): { readonly text: string | undefined; readonly answer: StreamedAnswer } {
      const text = newWords(said)
      if (text === '' && last) return { text: undefined, answer: last }
      last = createStreamedAnswer()
      taken = said.length
      lastText = plain(said.at(-1) ?? '')
      if (text === '') last.end()
      return { text: text === '' ? undefined : text, answer: last }
    },
  }
}
