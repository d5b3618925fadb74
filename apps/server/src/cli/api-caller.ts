export class CallError extends Error {}

export interface Caller {
  readonly get: <T>(path: string, bearer: string) => Promise<T>
  readonly post: <T>(path: string, body: unknown, bearer?: string) => Promise<T>
  readonly put: <T>(path: string, body: unknown, bearer: string) => Promise<T>
  readonly patch: <T>(path: string, body: unknown, bearer: string) => Promise<T>
}

export function callerOf(url: string): Caller {
  const call = async <T>(method: string, path: string, body: unknown, bearer: string | undefined) => {
    const response = await fetch(`${url}${path}`, {
      method,
      headers: {
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...(bearer ? { authorization: `Bearer ${bearer}` } : {}),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
    const answer = (await response.json()) as { message?: string }
    if (!response.ok) throw new CallError(`${method} ${path} answered ${response.status}: ${answer.message}`)
    return answer as T
  }
  return {
    get: (path, bearer) => call('GET', path, undefined, bearer),
    post: (path, body, bearer) => call('POST', path, body, bearer),
    put: (path, body, bearer) => call('PUT', path, body, bearer),
    patch: (path, body, bearer) => call('PATCH', path, body, bearer),
  }
}
