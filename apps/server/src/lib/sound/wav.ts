const HEADER = 44

/** Interleaves the channels, padding shorter ones with silence. */
export function wavOf(channels: readonly Int16Array[], rate: number): Buffer {
  const length = Math.max(0, ...channels.map((one) => one.length))
  const width = channels.length * 2
  const wav = Buffer.alloc(HEADER + length * width)
  wav.write('RIFF', 0, 'latin1')
  wav.writeUInt32LE(36 + length * width, 4)
  wav.write('WAVEfmt ', 8, 'latin1')
  wav.writeUInt32LE(16, 16)
  wav.writeUInt16LE(1, 20)
  wav.writeUInt16LE(channels.length, 22)
  wav.writeUInt32LE(rate, 24)
  wav.writeUInt32LE(rate * width, 28)
  wav.writeUInt16LE(width, 32)
  wav.writeUInt16LE(16, 34)
  wav.write('data', 36, 'latin1')
  wav.writeUInt32LE(length * width, 40)
  for (const [at, channel] of channels.entries())
    for (let i = 0; i < channel.length; i++) wav.writeInt16LE(channel[i] ?? 0, HEADER + i * width + at * 2)
  return wav
}

/** The samples of a mono 16-bit WAV file; undefined for anything else. */
export function readWav(bytes: Buffer): { readonly rate: number; readonly pcm: Int16Array } | undefined {
  if (bytes.length < HEADER || bytes.toString('latin1', 0, 4) !== 'RIFF') return undefined
  let at = 12
  let rate = 0
  while (at + 8 <= bytes.length) {
    const name = bytes.toString('latin1', at, at + 4)
    const size = bytes.readUInt32LE(at + 4)
    if (name === 'fmt ') {
      if (bytes.readUInt16LE(at + 8) !== 1 || bytes.readUInt16LE(at + 10) !== 1 || bytes.readUInt16LE(at + 22) !== 16)
        return undefined
      rate = bytes.readUInt32LE(at + 12)
    } else if (name === 'data') {
      const end = Math.min(bytes.length, at + 8 + size)
      const pcm = new Int16Array((end - at - 8) >> 1)
      for (let i = 0; i < pcm.length; i++) pcm[i] = bytes.readInt16LE(at + 8 + i * 2)
      return rate > 0 ? { rate, pcm } : undefined
    }
    at += 8 + size + (size % 2)
  }
  return undefined
}
