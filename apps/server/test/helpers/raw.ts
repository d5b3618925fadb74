// Raw bytes over a plain connection, as no client would send them.
import { connect } from 'node:net'

/** Sends bytes unchanged and reads the answer. */
export function raw(
  url: string,
  bytes: string,
): Promise<{ status: number; text: string; location: string | undefined }> {
  const { hostname, port } = new URL(url)
  return new Promise((resolve, reject) => {
    const socket = connect(Number(port), hostname)
    let text = ''
    const done = () => {
      const location = /^location: (.*)\r$/im.exec(text)?.[1]
      resolve({ status: Number(/^HTTP\/1\.1 (\d{3})/.exec(text)?.[1] ?? 0), text, location })
    }
    socket.setTimeout(8000, () => socket.destroy())
    socket.on('data', (data) => {
      text += data.toString('latin1')
      if (text.includes('\r\n\r\n')) socket.end()
    })
    socket.on('close', done).on('error', reject)
    socket.write(bytes)
  })
}
