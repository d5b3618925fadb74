// Adds agencies' hosts to the Vercel project in front of this installation.
import { AppError } from '@parlance/contract/lib/errors'
import { msg } from '@parlance/i18n/messages'
import type { VercelSettings } from '../../lib/settings.ts'
import type { Hosting } from '../../modules/domains/ports.ts'

const TIMEOUT_MS = 10_000

/** Vercel's error text goes to `cause`, never to users. */
export function createVercel({ token, projectId, teamId, baseUrl }: VercelSettings): Hosting {
  const call = async (method: string, path: string, body?: object) => {
    const url = new URL(path, baseUrl)
    if (teamId !== '') url.searchParams.set('teamId', teamId)
    try {
      const response = await fetch(url, {
        method,
        headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
        ...(body ? { body: JSON.stringify(body) } : {}),
        signal: AbortSignal.timeout(TIMEOUT_MS),
      })
      const answer = (await response.json()) as { error?: { code?: string; message?: string } } | null
      return { status: response.status, error: answer?.error }
    } catch (cause) {
      throw new AppError('UNAVAILABLE', msg('hosting_no_answer'), { cause })
    }
  }
  const project = encodeURIComponent(projectId)
  const failed = ({ status, error }: Awaited<ReturnType<typeof call>>) =>
    new AppError('UNAVAILABLE', msg('hosting_no_answer'), { cause: `${status} ${error?.code}: ${error?.message}` })
  return {
    async add(host) {
      const answer = await call('POST', `/v10/projects/${project}/domains`, { name: host })
      if (answer.status < 300) return
      if (answer.status !== 409) throw failed(answer)
      // Taken: fine if by this project, otherwise a conflict.
      const own = await call('GET', `/v9/projects/${project}/domains/${encodeURIComponent(host)}`)
      if (own.status === 404) throw new AppError('CONFLICT', msg('domain_taken'))
      if (own.status >= 300) throw failed(own)
    },
    async remove(host) {
      const answer = await call('DELETE', `/v9/projects/${project}/domains/${encodeURIComponent(host)}`)
      if (answer.status >= 300 && answer.status !== 404) throw failed(answer)
    },
  }
}
