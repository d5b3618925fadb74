// API calls, and the people and agents of a test, created through the API.
import type { AgentPatch } from '@parlance/contract/agents/schemas'
import { randomId } from '@parlance/contract/lib/ids'
import type { Region } from '@parlance/contract/lib/regions'
import type { GivenRole } from '@parlance/contract/lib/roles'
import type { SandboxMail } from '@parlance/contract/platform/api'
import type { OpenAiSimulator } from '@parlance/simulators/openai/server'

export interface Person {
  readonly region: Region
  readonly email: string
  readonly password: string
  /** Session bearer. */
  readonly token: string
  readonly workspace: { readonly uid: string; readonly secret: string }
}
export interface TestAgent {
  readonly region: Region
  readonly id: string
  readonly secret: string
  readonly owner: Person
}
export interface Answered<T> {
  readonly status: number
  readonly headers: Headers
  readonly body: T
}

export function peopleOf(url: string, model: OpenAiSimulator) {
  const api = (region: Region) => `${url}/api/${region}`
  const must = async <T>(method: string, target: string, bearer: string | undefined, body?: unknown): Promise<T> => {
    const answer = await call<T>(method, target, { ...(bearer ? { bearer } : {}), body })
    if (answer.status !== 200)
      throw new Error(`${method} ${target}: ${answer.status} ${JSON.stringify(answer.body).slice(0, 500)}`)
    return answer.body
  }

  async function signUp(region: Region): Promise<Person> {
    const who = { email: `p${randomId(12).toLowerCase()}@example.test`, password: 'correct horse battery' }
    const { token } = await must<{ token: string }>('POST', `${url}/api/account/sign-up`, undefined, {
      ...who,
      name: 'Ada',
      region,
    })
    const list = await must<{ items: { uid: string }[] }>('GET', `${api(region)}/v2/workspaces`, token)
    const uid = list.items[0]?.uid ?? ''
    const { data } = await must<{ data: { workspaceSecret: string } }>(
      'GET',
      `${api(region)}/v2/workspaces/${uid}`,
      token,
    )
    return { region, ...who, token, workspace: { uid, secret: data.workspaceSecret } }
  }

  /** A published agent; without a knowledge base unless requested, so that a turn is one model call. */
  async function makeAgent(owner: Person, config: AgentPatch = {}): Promise<TestAgent> {
    const base = api(owner.region)
    const made = await must<{ agentCreated: { ID: string; SECRET_API_KEY: string } }>(
      'POST',
      `${base}/rpc/convertAgentTemplateToAgent`,
      owner.token,
      { agentName: 'Test agent', agentTemplate: 'blank-template', workspaceId: owner.workspace.uid },
    )
    const { ID, SECRET_API_KEY } = made.agentCreated
    await must('POST', `${base}/v2/agents/${ID}`, owner.token, { vg_kbEnabled: false, ...config })
    return { region: owner.region, id: ID, secret: SECRET_API_KEY, owner }
  }

  /** Makes turns of this workspace cost 1 credit each, whatever the model. */
  const useOwnKey = (owner: Person) =>
    must('PUT', `${api(owner.region)}/v2/workspaces/${owner.workspace.uid}/credentials/openai`, owner.token, {
      apiKey: 'sk-own-key',
      baseUrl: model.url,
    })

  return { must, signUp, makeAgent, useOwnKey, ...membersOf(url, must, signUp) }
}

/** How people join a workspace of another owner. */
function membersOf(
  url: string,
  must: <T>(method: string, target: string, bearer: string | undefined, body?: unknown) => Promise<T>,
  signUp: (region: Region) => Promise<Person>,
) {
  /** Mails in the sandbox for an address, newest first. */
  const mailsTo = async (email: string) =>
    (await must<{ items: SandboxMail[] }>('GET', `${url}/api/sandbox/mails?to=${encodeURIComponent(email)}`, undefined))
      .items

  /** Follows the link of the mail that came after the sign-up. */
  async function confirm({ email }: Pick<Person, 'email'>): Promise<void> {
    for (let tries = 0; ; tries += 1) {
      const mail = (await mailsTo(email)).find(({ text }) => text.includes('/verify-email?token='))
      const [, token] = /verify-email\?token=([\w.~-]+)/.exec(mail?.text ?? '') ?? []
      if (token !== undefined) return void (await must('POST', `${url}/api/account/verify-email`, undefined, { token }))
      if (tries > 200) throw new Error(`No mail to confirm ${email}`)
      await new Promise((resolve) => setTimeout(resolve, 25))
    }
  }

  /**
   * A new person with a confirmed address, whose home may be another region, in the owner's workspace with that role.
   */
  async function join(owner: Person, role: GivenRole, region = owner.region): Promise<Person> {
    const member = await signUp(region)
    const path = `${url}/api/${owner.region}/v2/workspaces/${owner.workspace.uid}/members`
    await must('POST', path, owner.token, { email: member.email, role })
    await confirm(member)
    return member
  }

  return { mailsTo, confirm, join }
}

/** Makes a call with a JSON body; returns the JSON, or the text of a response without JSON. */
export async function call<T = unknown>(
  method: string,
  url: string,
  options: { bearer?: string; body?: unknown; headers?: Record<string, string> } = {},
): Promise<Answered<T>> {
  const response = await fetch(url, {
    method,
    headers: {
      ...(options.body === undefined ? {} : { 'content-type': 'application/json' }),
      ...(options.bearer ? { authorization: `Bearer ${options.bearer}` } : {}),
      ...options.headers,
    },
    ...(options.body === undefined ? {} : { body: JSON.stringify(options.body) }),
  })
  const text = await response.text()
  const json = response.headers.get('content-type')?.includes('json') === true
  return { status: response.status, headers: response.headers, body: (json ? JSON.parse(text) : text) as T }
}

/** Addresses of a person's things, and calls as that person. */
export const deskOf = ({ api }: { readonly api: (region: Region) => string }) => ({
  root: ({ region, workspace }: Person) => `${api(region)}/v2/workspaces/${workspace.uid}`,
  agentAt: ({ region, id }: TestAgent) => `${api(region)}/v2/agents/${id}`,
  as: (who: Person, method: string, url: string, body?: unknown) =>
    call<Record<string, unknown>>(method, url, { bearer: who.token, body }),
})
