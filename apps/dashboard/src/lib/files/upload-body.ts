// Uploads by XMLHttpRequest, because fetch reports no upload progress.
import { ORPCError } from '@orpc/client'
import type { ErrorBody } from '@parlance/contract/lib/errors'
import { i18n } from '../../i18n/i18n.ts'
import { ACT_AS_CLIENT, isClientTab } from '../session/client-tab.ts'
import type { Sending } from '../../components/inputs/upload/upload.tsx'

/** The response of a successful call; fails like the API client, so that `errorText` can explain it. */
export const postJson = (path: string, body: string, sending: Sending): Promise<unknown> =>
  post(path, 'application/json', body, sending)

/** The same for a file sent as the body. */
export const postFile = (path: string, file: Blob, sending: Sending): Promise<unknown> =>
  post(path, 'application/octet-stream', file, sending)

function post(path: string, type: string, body: string | Blob, { signal, onProgress }: Sending): Promise<unknown> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest()
    request.open('POST', path)
    request.setRequestHeader('content-type', type)
    if (isClientTab()) for (const [name, value] of Object.entries(ACT_AS_CLIENT)) request.setRequestHeader(name, value)
    request.responseType = 'json'
    request.upload.addEventListener('progress', ({ loaded, total, lengthComputable }) => {
      if (lengthComputable && total > 0) onProgress(Math.floor((loaded / total) * 100))
    })
    request.addEventListener('load', () => {
      if (request.status === 200) resolve(request.response)
      else reject(refusal(request.status, request.response as ErrorBody | null))
    })
    // The error fetch has for a failed connection.
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
    message: body?.message ?? i18n.t('errors.unknown'),
    data: { requestId: body?.requestId, reason: body?.reason, params: body?.params },
  })
