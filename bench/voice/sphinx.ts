// Transcribes speech offline from a list of phrases, only for the bench.
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import createModule from 'soundswallower'
import type { CallTranscriber } from '../../apps/server/src/modules/voice/index.ts'
import { createVad } from '../../apps/server/src/modules/voice/audio/vad.ts'

const require = createRequire(import.meta.url)
const FRAME = 320
/** Bytes of audio before speech was detected. */
const BEFORE = 15 * FRAME

export async function createSphinx(phrases: readonly string[]): Promise<CallTranscriber> {
  // Its types omit the path of its models.
  const options: object = { modelBase: join(dirname(require.resolve('soundswallower')), 'model/') }
  const { Decoder } = await createModule(options)
  const decoder = new Decoder({ loglevel: 'FATAL', samprate: 16_000 })
  await decoder.initialize()
  decoder.set_grammar(`#JSGF V1.0; grammar phrases; public <phrase> = ${phrases.join(' | ')};`)
  const textOf = (pcm: readonly number[]): string => {
    decoder.start()
    decoder.process_audio(
      Float32Array.from(pcm, (sample) => sample / 32_768),
      false,
      true,
    )
    decoder.stop()
    return decoder.get_text()
  }
  return {
    service: { provider: 'sphinx', name: 'SoundSwallower', isOffline: true },
    open({ onText }) {
      const vad = createVad()
      let sound: number[] = []
      let isSpeech = false
      return {
        push(pcm) {
          sound.push(...pcm)
          const change = vad.push(pcm)
          if (change) isSpeech = change.on
          if (change && !change.on) {
            const text = textOf(sound)
            sound = []
            if (text !== '') onText(text, true)
          } else if (!isSpeech) sound = sound.slice(-BEFORE)
        },
        close: () => {},
      }
    },
  }
}
