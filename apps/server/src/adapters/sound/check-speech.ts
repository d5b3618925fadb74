// Checks whether a provider speaks with a key, by one word: only an answer shows permission and credit.
import type { KeyVerdict } from '@parlance/contract/workspaces/key-test'
import { type CallSpeech, SpeechError } from '../../modules/voice/index.ts'

const TIMEOUT_MS = 8000

export async function checkSpeech(speech: CallSpeech): Promise<KeyVerdict> {
  try {
    await speech.speak('Hi', { signal: AbortSignal.timeout(TIMEOUT_MS), onSound: () => {} })
    return { result: 'works' }
  } catch (error) {
    return error instanceof SpeechError ? verdictOf(error) : { result: 'unreachable' }
  }
}

function verdictOf({ kind, status, message }: SpeechError): KeyVerdict {
  // The account lacks the default voice; the agent names another one.
  if (status === 404 && message.includes('voice_not_found')) return { result: 'works' }
  if (kind === 'refused') return { result: 'refused', status: message.includes('missing_permissions') ? 403 : status }
  if (kind === 'limited' || kind === 'busy') return { result: 'limited', status }
  if (kind === 'unexpected' || status > 0) return { result: 'unexpected', status }
  return { result: 'unreachable' }
}
