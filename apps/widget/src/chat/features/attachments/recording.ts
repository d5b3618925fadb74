// Records the microphone into one file and measures its level.

export interface Recording {
  readonly level: () => number
  /** Stops and returns the recording; rejects when it is empty. */
  readonly stop: () => Promise<File>
  readonly cancel: () => void
}

const TYPES = ['audio/webm;codecs=opus', 'audio/ogg;codecs=opus', 'audio/mp4']
const BITS_PER_SECOND = 32_000

type Policy = { readonly featurePolicy?: { readonly allowsFeature: (name: string) => boolean } }

/** Whether this browser and frame allow recording. */
export function canRecord(page: Document & Policy = document): boolean {
  if (typeof MediaRecorder === 'undefined' || !('mediaDevices' in navigator)) return false
  return page.featurePolicy?.allowsFeature('microphone') ?? true
}

/** Rejects as `getUserMedia` does: `NotAllowedError` where it is denied, `NotFoundError` without a microphone. */
export async function record(): Promise<Recording> {
  const stream = await navigator.mediaDevices.getUserMedia({
    audio: { echoCancellation: true, noiseSuppression: true },
  })
  const release = () => stream.getTracks().forEach((track) => track.stop())
  try {
    const type = TYPES.find((one) => MediaRecorder.isTypeSupported(one))
    const recorder = new MediaRecorder(stream, { audioBitsPerSecond: BITS_PER_SECOND, ...(type && { mimeType: type }) })
    const meter = createMeter(stream)
    const pieces: Blob[] = []
    recorder.addEventListener('dataavailable', ({ data }) => pieces.push(data))
    recorder.start(1000)
    let ended = false
    const end = () => {
      if (ended) return
      ended = true
      release()
      meter.close()
    }
    return {
      level: meter.level,
      stop: () =>
        new Promise((resolve, reject) => {
          recorder.addEventListener('stop', () => {
            end()
            const [kind = 'audio/webm'] = recorder.mimeType.split(';')
            const file = new File(pieces, `voice-note.${kind.slice('audio/'.length)}`, { type: kind })
            if (file.size > 0) resolve(file)
            else reject(new Error('Nothing was recorded'))
          })
          recorder.addEventListener('error', () => reject(new Error('The recording broke off')))
          if (recorder.state === 'inactive') reject(new Error('The recording has ended'))
          else recorder.stop()
        }),
      cancel: () => {
        if (recorder.state !== 'inactive') recorder.stop()
        end()
      },
    }
  } catch (error) {
    release()
    throw error
  }
}

function createMeter(stream: MediaStream): { readonly level: () => number; readonly close: () => void } {
  const context = new AudioContext()
  const analyser = context.createAnalyser()
  analyser.fftSize = 512
  context.createMediaStreamSource(stream).connect(analyser)
  const samples = new Uint8Array(analyser.fftSize)
  return {
    level: () => {
      analyser.getByteTimeDomainData(samples)
      const power = samples.reduce((sum, sample) => sum + (sample / 128 - 1) ** 2, 0) / samples.length
      return Math.min(1, Math.sqrt(power) * 3)
    },
    close: () => void context.close(),
  }
}
