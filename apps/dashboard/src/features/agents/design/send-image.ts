// Sends a picture of an agent; by XMLHttpRequest, because fetch does not tell how much has been sent.
import { ORPCError } from '@orpc/client'
import type { UploadedFile } from '@parlance/core/files/files.api'
import type { ErrorBody } from '@parlance/core/kit/errors'
import { apiBase, type Region } from '@parlance/core/kit/regions'
import { errorText } from '../../../errors.ts'
import type { SendFile, Sending } from '../../../ui/upload.tsx'

export const sendImage =
  (region: Region, agentId: string): SendFile =>
  async (file, sending) => {
    try {
      const base64Payload = await dataUrl(file)
      const body = JSON.stringify({ agentId, base64Payload, targetPath: file.name.slice(-200) })
      const { data } = (await post(`${apiBase(region)}/rpc/uploadFile`, body, sending)) as { data: UploadedFile }
      return data.url
    } catch (error) {
      throw new Error(errorText(error), { cause: error })
    }
  }

function dataUrl(file: File): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader()
    reader.addEventListener('load', () => resolve(String(reader.result)))
    reader.addEventListener('error', () => reject(reader.error ?? new Error(file.name)))
    reader.readAsDataURL(file)
  })
}

function post(path: string, body: string, { signal, onProgress }: Sending): Promise<unknown> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest()
    request.open('POST', path)
    request.setRequestHeader('content-type', 'application/json')
    request.responseType = 'json'
    request.upload.addEventListener('progress', ({ loaded, total, lengthComputable }) => {
      if (lengthComputable && total > 0) onProgress(Math.floor((loaded / total) * 100))
    })
    request.addEventListener('load', () => {
      if (request.status === 200) resolve(request.response)
      else reject(refusal(request.status, request.response as ErrorBody | null))
    })
    // The same error as fetch has for a connection that fails; its sentence is ours.
    request.addEventListener('error', () => reject(new TypeError('the connection failed')))
    request.addEventListener('abort', () => reject(new DOMException('the upload was cancelled', 'AbortError')))
    if (signal.aborted) return reject(new DOMException('the upload was cancelled', 'AbortError'))
    signal.addEventListener('abort', () => request.abort(), { once: true })
    request.send(body)
  })
}

const refusal = (status: number, body: ErrorBody | null) =>
  new ORPCError(body?.code ?? 'INTERNAL', {
    status,
    ...(body?.message ? { message: body.message } : {}),
    data: { requestId: body?.requestId },
  })
