// The volume of both channels of a recording over time, for drawing.

export interface Peaks {
  /** 0 to 1, as many as requested. */
  readonly caller: readonly number[]
  readonly agent: readonly number[]
  /** Length in seconds. */
  readonly seconds: number
}

const HEADER = 44

/** Parses a 16-bit stereo WAV file; undefined otherwise. */
export function peaksOf(wav: ArrayBuffer, count: number): Peaks | undefined {
  const view = new DataView(wav)
  if (wav.byteLength <= HEADER || view.getUint16(22, true) !== 2 || view.getUint16(34, true) !== 16) return undefined
  const frames = Math.floor((wav.byteLength - HEADER) / 4)
  const lane = (channel: number) =>
    Array.from({ length: count }, (_, bucket) => {
      const from = Math.floor((bucket * frames) / count)
      const to = Math.max(from + 1, Math.floor(((bucket + 1) * frames) / count))
      let most = 0
      // Every eighth sample gives the same picture.
      for (let i = from; i < to && i < frames; i += 8)
        most = Math.max(most, Math.abs(view.getInt16(HEADER + i * 4 + channel * 2, true)))
      return most / 32_768
    })
  return { caller: lane(0), agent: lane(1), seconds: frames / Math.max(1, view.getUint32(24, true)) }
}
