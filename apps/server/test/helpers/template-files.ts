// Files that message templates show.
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

const KINDS: Readonly<Record<string, string>> = {
  jpg: 'image/jpeg',
  mp4: 'video/mp4',
  pdf: 'application/pdf',
  html: 'text/html',
}

/** `/large.jpg` claims to have six megabytes, and `/gone.jpg` does not exist. */
export async function serveTemplateFiles(): Promise<{ readonly host: string; readonly close: () => void }> {
  const server = createServer(({ url = '' }, response) => {
    const mime = KINDS[url.split('.').at(-1) ?? ''] ?? 'text/plain'
    const length = url === '/large.jpg' ? { 'content-length': '6000000' } : {}
    if (url === '/gone.jpg') return void response.writeHead(404).end()
    response.writeHead(200, { 'content-type': mime, ...length })
    response.write('bytes')
    if (url !== '/large.jpg') response.end()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    host: `127.0.0.1:${(server.address() as AddressInfo).port}`,
    close() {
      server.closeAllConnections()
      server.close()
    },
  }
}
