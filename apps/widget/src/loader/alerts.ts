// Alerts for unread messages while the chat is closed: the page's title and a short sound.

const FLASH_MS = 1_000

const title = () => document.head?.querySelector('title')

/** Alternates the page's title with `text` until the returned function restores it. */
export function flashTitle(text: string): () => void {
  let meant: string | undefined
  const isOurs = () => meant !== undefined && title()?.textContent === text
  const back = () => {
    const element = title()
    // Restores a title that the page changed meanwhile.
    if (isOurs() && element) element.textContent = meant ?? ''
    meant = undefined
  }
  const flip = () => {
    const element = title()
    if (isOurs()) back()
    else if (element) {
      meant = element.textContent ?? ''
      element.textContent = text
    }
  }
  flip()
  const timer = setInterval(flip, FLASH_MS)
  return () => {
    clearInterval(timer)
    back()
  }
}

let heard: AudioContext | undefined

/** Plays two soft notes; silent before the visitor has interacted or without audio. */
export function chime(): void {
  const { userActivation } = navigator
  if (userActivation && !userActivation.hasBeenActive) return
  try {
    const sound = (heard ??= new AudioContext())
    // Without interaction the context stays suspended and would play the sound later.
    if (sound.state === 'suspended' && !userActivation) return
    void sound.resume()
    for (const [index, pitch] of [659, 880].entries()) {
      const start = sound.currentTime + index * 0.12
      const note = new OscillatorNode(sound, { frequency: pitch })
      const volume = new GainNode(sound, { gain: 0 })
      volume.gain.setValueAtTime(0, start)
      volume.gain.linearRampToValueAtTime(0.08, start + 0.02)
      volume.gain.exponentialRampToValueAtTime(0.0001, start + 0.3)
      note.connect(volume).connect(sound.destination)
      note.start(start)
      note.stop(start + 0.3)
    }
  } catch {
    // No audio.
  }
}
