// The product's API as benches call it: an owner with an agent, and credits.
import { operatorGrant } from '../apps/server/src/cli/grant.ts'

export const PASSWORD = 'correct horse battery'

export interface Owner {
  readonly email: string
  readonly token: string
  readonly uid: string
  readonly agentId: string
}

/** A GET, or a POST where there is a body; bytes are sent as a file. */
export async function call<T>(url: string, token?: string, body?: object): Promise<T> {
  const isFile = body instanceof Uint8Array
  const type = isFile ? 'application/octet-stream' : 'application/json'
  const answer = await fetch(url, {
    method: body === undefined ? 'GET' : 'POST',
    headers: { 'content-type': type, ...(token ? { authorization: `Bearer ${token}` } : {}) },
    ...(body === undefined ? {} : { body: isFile ? Buffer.from(body) : JSON.stringify(body) }),
  })
  if (!answer.ok) throw new Error(`${url} answered ${answer.status}: ${(await answer.text()).slice(0, 300)}`)
  return (await answer.json()) as T
}

/** A new visitor's message, until the whole answer has come. */
export async function chat(agentUrl: string, text: string): Promise<void> {
  const response = await fetch(`${agentUrl}/interact`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ message: { id: crypto.randomUUID(), text } }),
  })
  const answer = await response.text()
  if (!response.ok || answer.includes('"type":"error"'))
    throw new Error(`a message was refused, ${response.status}: ${answer.slice(0, 300)}`)
}

export async function signUp(url: string, email: string): Promise<string> {
  const wanted = { email, password: PASSWORD, name: '', region: 'eu' }
  return (await call<{ token: string }>(`${url}/api/account/sign-up`, undefined, wanted)).token
}

/** Signs an owner up, with a blank agent in their workspace in `eu`. */
export async function signUpOwner(url: string, email = 'bench@example.com'): Promise<Owner> {
  const token = await signUp(url, email)
  const { items } = await call<{ items: { uid: string }[] }>(`${url}/api/eu/v2/workspaces`, token)
  const uid = items[0]?.uid ?? ''
  await call(`${url}/api/eu/v2/workspaces/${uid}/owner-verified`, token, {})
  const wanted = { agentName: 'Bench', agentTemplate: 'blank-template', workspaceId: uid }
  const made = await call<{ agentCreated: { ID: string } }>(
    `${url}/api/eu/rpc/convertAgentTemplateToAgent`,
    token,
    wanted,
  )
  return { email, token, uid, agentId: made.agentCreated.ID }
}

export const grantCredits = (dataDir: string, workspaceId: string, credits = 1_000_000) =>
  operatorGrant({ dataDir, regions: ['eu'], databases: {} }, { workspaceId, credits })
