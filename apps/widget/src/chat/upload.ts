// Uploads a file with progress; loaded with the first file.
import { Refusal } from './refusal.ts'
import type { OnProgress } from './refusal.ts'

export interface Upload {
  readonly url: string
  readonly file: File
  readonly headers: Readonly<Record<string, string>>
  /** Gets the sent fraction, 0 to 1. */
  readonly onProgress: OnProgress
  readonly signal?: AbortSignal
}

const dataUrl = (file: File) =>
  new Promise<string>((resolve, reject) => {
    const reader = new FileReader()
    reader.addEventListener('load', () => resolve(String(reader.result)))
    reader.addEventListener('error', () => reject(reader.error ?? new Error('The file can’t be read')))
    reader.readAsDataURL(file)
  })

/** XMLHttpRequest reports upload progress; `fetch` does not. */
const send = <T>({ url, headers, onProgress, signal }: Upload, body: string) =>
  new Promise<{ data: T }>((resolve, reject) => {
    if (signal?.aborted) return reject(signal.reason)
    const request = new XMLHttpRequest()
    request.open('POST', url)
    for (const [name, value] of Object.entries(headers)) request.setRequestHeader(name, value)
    request.setRequestHeader('content-type', 'application/json')
    request.responseType = 'json'
    request.upload.addEventListener('progress', ({ loaded, total }) => onProgress(total > 0 ? loaded / total : 0))
    request.addEventListener('load', () => {
      const answer = request.response as { data: T; code?: string } | null
      if (request.status === 200 && answer) resolve(answer)
      else reject(new Refusal(request.status, answer?.code ?? '', 0))
    })
    request.addEventListener('error', () => reject(new Refusal(0, '', 0)))
    request.addEventListener('abort', () => reject(signal?.reason ?? new Refusal(0, '', 0)))
    signal?.addEventListener('abort', () => request.abort(), { once: true })
    request.send(body)
  })

/** Returns the server's description of the file, whose address is a path of this origin; rejects with a Refusal. */
export async function upload<T>(one: Upload): Promise<T> {
  const body = JSON.stringify({ filename: one.file.name, base64Payload: await dataUrl(one.file) })
  return (await send<T>(one, body)).data
}
