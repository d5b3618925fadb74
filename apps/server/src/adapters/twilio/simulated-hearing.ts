// Uses what callers type in Twilio's simulator instead of speech recognition.
import type { CallTranscriber } from '../../modules/voice/index.ts'

const RETRY_MS = 300

export function simulatedHearing(baseUrl: string, providerId: string): CallTranscriber {
  return {
    service: { provider: 'simulator', name: 'Phone simulator', isOffline: true },
    open({ onText, onLost }) {
      const closing = new AbortController()
      void listen(`${baseUrl}/simulator/heard/${providerId}`, closing.signal, onText).catch((error: unknown) => {
        if (!closing.signal.aborted) setTimeout(() => onLost(String(error)), RETRY_MS).unref()
      })
      return { push: () => {}, close: () => closing.abort() }
    },
  }
}

async function listen(url: string, signal: AbortSignal, onText: (text: string, isFinal: boolean) => void) {
  const answer = await fetch(url, { signal })
  if (!answer.ok || !answer.body) throw new Error(`the simulator answered ${answer.status}`)
  const decoder = new TextDecoder()
  let rest = ''
  for await (const piece of answer.body) {
    rest += decoder.decode(piece, { stream: true })
    const lines = rest.split('\n')
    rest = lines.pop() ?? ''
    for (const line of lines) {
      const { text, final } = JSON.parse(line) as { text: string; final: boolean }
      onText(text, final)
    }
  }
  throw new Error('the simulator hung up')
}
