// A short tone, once across tabs. Silent while the browser blocks audio.
const HELD_MS = 10_000
const NOTES = [
  [660, 0],
  [880, 0.12],
] as const
const SECONDS = 0.35
const VOLUME = 0.08

let context: AudioContext | undefined

function play(): void {
  context ??= new AudioContext()
  void context.resume().catch(() => undefined)
  for (const [frequency, after] of NOTES) {
    const [oscillator, gain] = [context.createOscillator(), context.createGain()]
    const start = context.currentTime + after
    oscillator.frequency.value = frequency
    gain.gain.setValueAtTime(VOLUME, start)
    gain.gain.exponentialRampToValueAtTime(0.0001, start + SECONDS)
    oscillator.connect(gain).connect(context.destination)
    oscillator.start(start)
    oscillator.stop(start + SECONDS)
  }
}

/** `id` of the notification; other tabs with the same one stay silent. */
export function playTone(id: string): void {
  if (!('AudioContext' in window)) return
  if (!('locks' in navigator)) return play()
  void navigator.locks.request(`tone-${id}`, { ifAvailable: true }, async (lock) => {
    if (!lock) return
    play()
    await new Promise((resolve) => setTimeout(resolve, HELD_MS))
  })
}
