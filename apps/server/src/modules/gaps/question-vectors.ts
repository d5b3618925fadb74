// How the vector of a question is stored: as 32-bit little-endian floats.
const FLOAT = 4

export function toBytes(vector: Float32Array): Buffer {
  const bytes = Buffer.alloc(vector.length * FLOAT)
  for (const [at, value] of vector.entries()) bytes.writeFloatLE(value, at * FLOAT)
  return bytes
}

export const fromBytes = (bytes: Buffer): Float32Array =>
  Float32Array.from({ length: Math.floor(bytes.length / FLOAT) }, (_, at) => bytes.readFloatLE(at * FLOAT))
