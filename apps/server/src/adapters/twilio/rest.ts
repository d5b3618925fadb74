import { z } from 'zod'

const TIMEOUT_MS = 15_000

export interface TwilioAnswer {
  readonly status: number
  readonly body: Readonly<Record<string, unknown>>
  readonly retryAfterMs: number | undefined
}
export interface TwilioAccount {
  readonly accountSid: string
  readonly authToken: string
}

export const basicAuth = ({ accountSid, authToken }: TwilioAccount): string =>
  `Basic ${Buffer.from(`${accountSid}:${authToken}`).toString('base64')}`

/** The connection failed, so the request did not reach Twilio. */
export const wasNotSent = (error: unknown): boolean => /ECONNREFUSED|ENOTFOUND|EAI_AGAIN/.test(causeOf(error))

/**
 * The answer to an order that Twilio may carry out without answering: its status is 0 then. Rejects when the order was
 * not sent.
 */
export const answerToOrder = (order: Promise<TwilioAnswer>): Promise<TwilioAnswer> =>
  order.catch((error: unknown) => {
    if (wasNotSent(error)) throw error
    return { status: 0, body: {}, retryAfterMs: undefined }
  })

/** Whether the order was carried out is not known. */
export const isUncertain = ({ status }: TwilioAnswer): boolean => status === 0 || status >= 500

function causeOf(error: unknown): string {
  let text = ''
  for (let e = error; e instanceof Error; e = e.cause) text += `${Reflect.get(e, 'code') ?? ''} ${e.message} `
  return text
}

async function request(url: string, account: TwilioAccount, init: RequestInit): Promise<TwilioAnswer> {
  const response = await fetch(url, {
    ...init,
    redirect: 'error',
    signal: AbortSignal.timeout(TIMEOUT_MS),
    headers: { authorization: basicAuth(account) },
  })
  const body = z.record(z.string(), z.unknown()).safeParse(await response.json().catch(() => ({}))).data ?? {}
  const after = Number(response.headers.get('retry-after') ?? Number.NaN)
  return { status: response.status, body, retryAfterMs: Number.isFinite(after) ? after * 1000 : undefined }
}

/** `path` is relative to the account. Rejects when no response arrives in time. */
export function createTwilioCalls(baseUrl: string) {
  return (
    account: TwilioAccount,
    method: 'GET' | 'POST' | 'DELETE',
    path: string,
    form?: URLSearchParams,
  ): Promise<TwilioAnswer> => {
    const query = method === 'GET' && form ? `?${form.toString()}` : ''
    return request(`${baseUrl}/2010-04-01/Accounts/${account.accountSid}${path}${query}`, account, {
      method,
      ...(method === 'POST' ? { body: form ?? new URLSearchParams() } : {}),
    })
  }
}

/** Prices have their own host; a simulator serves both. */
export function createTwilioPrices(baseUrl: string) {
  const base = baseUrl === 'https://api.twilio.com' ? 'https://pricing.twilio.com' : baseUrl
  return (account: TwilioAccount, country: string): Promise<TwilioAnswer> =>
    request(`${base}/v1/PhoneNumbers/Countries/${country}`, account, { method: 'GET' })
}
