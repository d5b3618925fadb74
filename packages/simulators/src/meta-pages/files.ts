/** Files that visitors of the simulator send. */
import { deflateSync } from 'node:zlib'
import { wavOf } from '../speech/wav.ts'

const crc = (bytes: Buffer) => {
  let c = ~0
  for (const byte of bytes) {
    c ^= byte
    for (let bit = 0; bit < 8; bit += 1) c = c & 1 ? (c >>> 1) ^ 0xedb88320 : c >>> 1
  }
  return ~c >>> 0
}
function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data])
  const out = Buffer.alloc(body.length + 8)
  out.writeUInt32BE(data.length, 0)
  body.copy(out, 4)
  out.writeUInt32BE(crc(body), body.length + 4)
  return out
}
/** One colour. */
function png([r, g, b]: readonly [number, number, number]): Buffer {
  const size = 64
  const head = Buffer.alloc(13)
  head.writeUInt32BE(size, 0)
  head.writeUInt32BE(size, 4)
  head.set([8, 2, 0, 0, 0], 8)
  const row = Buffer.from([0, ...Array.from({ length: size }, () => [r, g, b]).flat()])
  return Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    chunk('IHDR', head),
    chunk('IDAT', deflateSync(Buffer.concat(Array.from({ length: size }, () => row)))),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

export function fileOf(name: string): { contentType: string; body: Buffer } | undefined {
  switch (name) {
    case 'picture.png':
      return { contentType: 'image/png', body: png([40, 120, 200]) }
    case 'story.png':
      return { contentType: 'image/png', body: png([200, 80, 120]) }
    case 'page.png':
      return { contentType: 'image/png', body: png([70, 90, 110]) }
    case 'voice.wav':
      return { contentType: 'audio/wav', body: wavOf(Buffer.alloc(16_000), 8000) }
    case 'video.mp4':
      return { contentType: 'video/mp4', body: Buffer.from('0000001866747970697361760000020069736f6d', 'hex') }
    case 'prices.txt':
      return { contentType: 'text/plain', body: Buffer.from('Lamp: 20 euros\nDesk: 90 euros\n') }
    default:
      return undefined
  }
}
