// Owns what every journey stands on: the product and a browser for one test file, people who can sign in, and calls to the API.
import { randomBytes } from 'node:crypto'
import type { Agent } from '@parlance/contract/agents/schemas'
import type { Region } from '@parlance/contract/lib/regions'
import { type OpenAiOptions, type OpenAiSimulator, startOpenAi } from '@parlance/simulators/openai/server'
import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { isAll, openBrowser, type PageOptions } from './pages.ts'
import { sharedProduct, startProduct, thisWorker, type Product } from './product.ts'
import { openSite, type Site } from './sites.ts'

interface StageOptions {
  /** The pace of a model of the file's own, which answers in place of the demo model: `stage.model`. */
  readonly model?: OpenAiOptions
  /** Settings of a product of the file's own, asked for once when the file begins; only for files of `test:all`. */
  readonly env?: () => Promise<Record<string, string>> | Record<string, string>
  /** Errors the product may log. */
  readonly allowLog?: readonly RegExp[]
  /** For a browser of the file's own. */
  readonly browserArgs?: readonly string[]
}

/** A test of `npm run test:all` in a file that `npm test` runs. */
export const testAll = test.runIf(isAll)

/**
 * A product and a browser for the tests of a file, both shared with other files unless it has settings of its own. Every test
 * fails on errors of its pages, the file on errors of the log.
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
  // What one test left unused is not the next one's answer.
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
    /** What answers in place of the demo model. */
    get model() {
      if (!model) throw new Error('The stage has no model.')
      return model
    },
    /** Where the product keeps its database. */
    get dataDir() {
      return product.dataDir
    },
    newPage: (options?: PageOptions) => browser.newPage(options),
    newContext: (options?: PageOptions) => browser.newContext(options),
    /** A web site of somebody else that shows this page. */
    hostPage: async (html: string, headers?: Record<string, string>) => {
      const site = await openSite()
      sites.push(site)
      site.show(html, headers)
      return site
    },
    /** A signed-up owner with calls to the API in their name. */
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

/** Calls the API; throws an ApiFailure on anything but success. */
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
  // The first steps have a journey of their own.
  await call(`${api}/v2/workspaces/${uid}/owner-verified`, token, {})
  const agentPath = (agentId: string) => `${api}/v2/agents/${agentId}`
  return {
    email,
    token,
    uid,
    api,
    /** Makes an agent from the blank template and publishes `config` on it. */
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
    /** Signs this browser profile in. */
    signIn: async (page: Page) => {
      const data = { email, password: PASSWORD }
      const answer = await page.context().request.post(`${url}/api/account/sign-in`, { data, headers: { origin: url } })
      expect(answer.status()).toBe(200)
    },
  }
}

/** Follows the link by which somebody confirms their address, once its mail is there. */
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

/** Makes somebody a viewer of the owner's workspace: invited, and there since their address is confirmed. */
export async function viewerOf(owner: Owner, person: Owner): Promise<Owner> {
  await call(`${owner.api}/v2/workspaces/${owner.uid}/members`, owner.token, { email: person.email, role: 'viewer' })
  await confirmAddress(person)
  return person
}
