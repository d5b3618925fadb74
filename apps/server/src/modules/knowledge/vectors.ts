// Encoding of stored vectors: unit vectors as 32-bit little-endian floats.
import { endianness } from 'node:os'

/** Normalises, so that the dot product is the cosine. A zero vector is unchanged. */
function unit(vector: Float32Array): Float32Array {
  let sum = 0
  for (const value of vector) sum += value * value
  const length = Math.sqrt(sum)
  return length > 0 && Number.isFinite(length) ? vector.map((value) => value / length) : vector
}

export function toBytes(vector: Float32Array): Buffer {
  const { buffer, byteOffset, byteLength } = unit(vector)
  const bytes = Buffer.from(buffer.slice(byteOffset, byteOffset + byteLength))
  return endianness() === 'LE' ? bytes : bytes.swap32()
}

export function toFloats(bytes: Uint8Array): Float32Array {
  const copy = Buffer.from(bytes)
  if (endianness() !== 'LE') copy.swap32()
  return new Float32Array(copy.buffer.slice(copy.byteOffset, copy.byteOffset + copy.byteLength))
}
