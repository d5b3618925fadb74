/**
 * OpenAI's realtime transcription socket: validates what it receives and transcribes scripted utterances where it hears
 * sound.
 */
import type { WebSocket } from 'ws'
import type { JsonObject } from '../protocol/check-fields.ts'
import { invalidValue, missingField } from '../protocol/check-fields.ts'
import { createEar, newId, onMessage, soundIn, tellTo, tellTranscript } from './socket.ts'
import { checkTranscription } from './validation.ts'

/** What a session needs from its server. */
export interface TranscriptionWorld {
  /** The next utterances, in order. */
  readonly heard: string[]
  readonly sessions: JsonObject[]
  /** Transcribes nothing. */
  readonly isStalled: boolean
}

export function transcribe(client: WebSocket, { heard, sessions, isStalled }: TranscriptionWorld): void {
  const tell = tellTo(client)
  let silenceMs: number | undefined
  const hear = createEar(
    tell,
    () => heard.shift() ?? 'something',
    ({ said, item, audioMs }) => {
      tell('input_audio_buffer.committed', { previous_item_id: null, item_id: item })
      if (!isStalled) tellTranscript(tell, item, said, audioMs)
    },
  )
  tell('session.created', {
    session: { type: 'transcription', object: 'realtime.transcription_session', id: newId('sess') },
  })
  onMessage(client, tell, (message) => {
    if (message.type === 'input_audio_buffer.append') {
      if (silenceMs === undefined) throw missingField('session')
      return hear(soundIn(message), silenceMs)
    }
    if (message.type !== 'session.update')
      throw invalidValue('type', message.type, ['session.update', 'input_audio_buffer.append'])
    const { session, silence = 500 } = checkTranscription(message.session)
    sessions.push(session)
    silenceMs = silence
    return tell('session.updated', { session })
  })
}
