// The base of every journey: product and browser of a test file, users who can sign in, and API calls.
import { randomBytes } from 'node:crypto'
import type { Agent } from '@parlance/contract/agents/schemas'
import type { Region } from '@parlance/contract/lib/regions'
import { type OpenAiOptions, type OpenAiSimulator, startOpenAi } from '@parlance/simulators/openai/server'
import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, expect } from 'vitest'
import { openBrowser, type PageOptions } from './pages.ts'
import { sharedProduct, startProduct, thisWorker, type Product } from './product.ts'
import { openSite, type Site } from './sites.ts'

interface StageOptions {
  /** Speed of the file's own model, `stage.model`, which replaces the demo model. */
  readonly model?: OpenAiOptions
  /** Environment of the file's own product, read once at the start; only for files of `test:all`. */
  readonly env?: () => Promise<Record<string, string>> | Record<string, string>
  /** Errors the product may log. */
  readonly allowLog?: readonly RegExp[]
  /** Launches a separate browser for the file. */
  readonly browserArgs?: readonly string[]
}

export { testAll } from '../scripts/test-tier.ts'

/**
 * A product and a browser for a file's tests, shared with other files unless it has its own settings. Page errors fail
 * the test; logged errors fail the file.
 */
export function setStage({ model: pace, env, allowLog = [], browserArgs = [] }: StageOptions = {}) {
  let product: Pick<Product, 'url' | 'dataDir' | 'errors'> & Partial<Pick<Product, 'close'>>
  let browser: Awaited<ReturnType<typeof openBrowser>>
  let model: OpenAiSimulator | undefined
  const sites: Site[] = []
  const start = async () => {
    if (!pace) return (env ? undefined : sharedProduct('plain')) ?? startProduct(await env?.())
    const shared = env ? undefined : sharedProduct('model')
    model = await startOpenAi({ ...pace, port: shared ? (thisWorker()?.modelPort ?? 0) : 0 })
    return shared ?? startProduct({ OPENAI_API_KEY: model.key, OPENAI_BASE_URL: model.url, ...(await env?.()) })
  }
  beforeAll(async () => {
    const [started, opened] = await Promise.allSettled([start(), openBrowser(browserArgs)])
    if (started.status === 'fulfilled') product = started.value
    if (opened.status === 'fulfilled') browser = opened.value
    if (started.status === 'rejected') throw started.reason
    if (opened.status === 'rejected') throw opened.reason
  })
  // Leftover responses of one test must not reach the next.
  beforeEach(() => model?.control.reset())
  afterEach(async () => {
    const problems = await browser.settle()
    await Promise.all(sites.splice(0).map((site) => site.close()))
    expect(problems, `errors in pages: ${JSON.stringify(problems)}`).toEqual([])
  })
  afterAll(async () => {
    const errors = product?.errors(allowLog)
    await Promise.all([browser?.close(), product?.close?.(), model?.close()])
    expect(errors, `errors in the log: ${JSON.stringify(errors)}`).toEqual([])
  })
  return {
    get url() {
      return product.url
    },
    /** Replaces the demo model. */
    get model() {
      if (!model) throw new Error('The stage has no model.')
      return model
    },
    /** The product's database folder. */
    get dataDir() {
      return product.dataDir
    },
    newPage: (options?: PageOptions) => browser.newPage(options),
    newContext: (options?: PageOptions) => browser.newContext(options),
    /** Serves this page from another site. */
    hostPage: async (html: string, headers?: Record<string, string>) => {
      const site = await openSite()
      sites.push(site)
      site.show(html, headers)
      return site
    },
    /** A signed-up owner with an API client. */
    owner: (region: Region = 'eu', email = newEmail()) => createOwner(product.url, region, email),
  }
}
export type Stage = ReturnType<typeof setStage>

export class ApiFailure extends Error {
  readonly status: number
  readonly body: unknown
  constructor(what: string, status: number, body: unknown) {
    super(`${what} answered ${status}: ${JSON.stringify(body)}`)
    this.status = status
    this.body = body
  }
}

export async function call<T>(url: string, token?: string, body?: unknown, method = body ? 'POST' : 'GET'): Promise<T> {
  const response = await fetch(url, {
    method,
    headers: {
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...(token ? { authorization: `Bearer ${token}` } : {}),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
  const answer = (await response.json()) as T
  if (!response.ok) throw new ApiFailure(`${method} ${url}`, response.status, answer)
  return answer
}

export const newEmail = () => `person-${randomBytes(5).toString('hex')}@example.com`
export const PASSWORD = 'correct horse battery'

export type Owner = Awaited<ReturnType<typeof createOwner>>

async function createOwner(url: string, region: Region, email: string) {
  const signUp = { email, password: PASSWORD, name: '', region }
  const { token } = await call<{ token: string }>(`${url}/api/account/sign-up`, undefined, signUp)
  const api = `${url}/api/${region}`
  const { items } = await call<{ items: { uid: string }[] }>(`${api}/v2/workspaces`, token)
  const uid = items[0]?.uid ?? ''
  // The first steps have their own journey.
  await call(`${api}/v2/workspaces/${uid}/owner-verified`, token, {})
  const agentPath = (agentId: string) => `${api}/v2/agents/${agentId}`
  return {
    email,
    token,
    uid,
    api,
    /** Creates an agent from the blank template and publishes `config`. */
    agent: async (agentName: string, config: Partial<Agent> = {}) => {
      const made = await call<{ agentCreated: Agent }>(`${api}/rpc/convertAgentTemplateToAgent`, token, {
        agentName,
        agentTemplate: 'blank-template',
        workspaceId: uid,
      })
      const { ID } = made.agentCreated
      if (Object.keys(config).length > 0) await call(agentPath(ID), token, config)
      return ID
    },
    publish: (agentId: string, config: Partial<Agent>) => call(agentPath(agentId), token, config),
    teach: (agentId: string, name: string, content: string) =>
      call(`${agentPath(agentId)}/kb`, token, { name, content }),
    get: <T>(path: string) => call<T>(`${api}${path}`, token),
    signIn: async (page: Page) => {
      const data = { email, password: PASSWORD }
      const answer = await page.context().request.post(`${url}/api/account/sign-in`, { data, headers: { origin: url } })
      expect(answer.status()).toBe(200)
    },
  }
}

/** Confirms the owner's address with the link from the mail. */
export async function confirmAddress({ api, email }: Owner): Promise<void> {
  const { origin } = new URL(api)
  const token = async () => {
    const mails = `${origin}/api/sandbox/mails?to=${encodeURIComponent(email)}`
    const { items } = await call<{ items: { text: string }[] }>(mails)
    return items.flatMap(({ text }) => /verify-email\?token=([\w.-]+)/.exec(text)?.[1] ?? [])[0]
  }
  await expect.poll(token).toBeTruthy()
  await call(`${origin}/api/account/verify-email`, undefined, { token: await token() })
}

/** Invites a person with a confirmed address as a viewer of the owner's workspace. */
export async function viewerOf(owner: Owner, person: Owner): Promise<Owner> {
  await call(`${owner.api}/v2/workspaces/${owner.uid}/members`, owner.token, { email: person.email, role: 'viewer' })
  await confirmAddress(person)
  return person
}
