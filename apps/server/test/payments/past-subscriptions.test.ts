// Workspaces that have or had a subscription: no second one, and no credits for past payments.
import type { Stripe } from 'stripe'
import { expect, test } from 'vitest'
import { eventually, startPaymentServer } from '../helpers/payments.ts'
import { call } from '../helpers/people.ts'

const { stripe, server, ctxOf, newPayer, newSubscriber, credits, booksBalance, webhooksHandled } =
  await startPaymentServer()
const { payments } = server.running.container.services

test('refuses the payment page, with the reason, when a subscription runs or was just paid', async () => {
  const payer = await newPayer()
  await payer.addCard()
  const { uid } = payer.person.workspace
  const ask = () =>
    call<{ sessionUrl: string; message: string }>('POST', `${server.api('na')}/rpc/createAgencySubscriptionSession`, {
      bearer: payer.person.token,
      body: { workspaceId: uid },
    })
  const { body } = await ask()
  stripe.setMode('lost')
  const card = { number: '4242424242424242', exp_month: '12', exp_year: '40', cvc: '123', email: 'a@example.test' }
  await fetch(body.sessionUrl, { method: 'POST', body: new URLSearchParams(card), redirect: 'manual' })
  expect(await ask()).toMatchObject({
    status: 409,
    body: { message: 'The subscription of this workspace was just paid. Reload the page in a moment.' },
  })
  await payments.reconcile(ctxOf(payer.person))
  expect(await ask()).toMatchObject({
    status: 409,
    body: { message: 'This workspace already has a subscription. Change it on its billing page.' },
  })
})

test('grants no credits for renewals that were settled without any, or are older than the customer', async () => {
  const payer = await newSubscriber()
  const { uid } = payer.person.workspace
  const { pool } = server.dbs.na
  stripe.setMode('lost')
  stripe.advance(32 * 86_400)
  const { stripeCustomerId } = await payer.workspace()
  const renewal = [...stripe.store.of('').invoices.values()].findLast(
    (one) => one.billing_reason === 'subscription_cycle' && one.customer === stripeCustomerId,
  )
  const { id, created } = renewal as Stripe.Invoice
  const before = await credits(payer.person)
  const brought = async () => {
    await payments.syncInvoice(ctxOf(payer.person), id)
    return (await credits(payer.person)) - before
  }
  const forget = async () => {
    for (const table of ['payment_postings where invoice_id', 'payment_invoices where id'])
      await pool.query(`delete from ${table} = $1`, [id])
  }
  await pool.query(
    `insert into payment_invoices (id, workspace_id, kind, status, currency, total, amount_paid, created_at, synced_at)
     values ($1, $2, 'subscription', 'paid', 'usd', 2000, 2000, now(), now())`,
    [id, uid],
  )
  expect(await brought()).toBe(0)
  await forget()
  const customerSince = (at: number) =>
    pool.query('update payment_customers set created_at = to_timestamp($2) where workspace_id = $1', [uid, at])
  await customerSince(created + 2 * 86_400)
  expect(await brought()).toBe(0)
  await forget()
  await customerSince(created - 32 * 86_400)
  expect(await brought()).toBe(5000)
  await payments.reconcile(ctxOf(payer.person))
  await booksBalance()
})

test('an enterprise plan outlasts the subscription from before it, also an unpaid one', async () => {
  const payer = await newSubscriber()
  const { uid } = payer.person.workspace
  const { pool } = server.dbs.na
  await pool.query(`update workspaces set plan = 'enterprise', automatic_billing = true where uid = $1`, [uid])
  const agreed = { plan: 'enterprise', automaticBilling: true }
  await payments.reconcile(ctxOf(payer.person))
  expect(await payer.workspace()).toMatchObject(agreed)
  await payer.addCard('4000000000000341')
  stripe.advance(32 * 86_400)
  const dunned = async () =>
    (
      await pool.query('select dunned, ended_at is null as live from payment_subscriptions where workspace_id = $1', [
        uid,
      ])
    ).rows
  await eventually(async () => expect(await dunned()).toEqual([{ dunned: 1, live: true }]))
  stripe.advance(8 * 86_400)
  await eventually(async () => expect(await dunned()).toEqual([{ dunned: 3, live: false }]))
  await payer.jobsDone()
  await payments.reconcile(ctxOf(payer.person))
  expect(await payer.workspace()).toMatchObject(agreed)
  expect((await payer.overview()).currentPlan).toMatchObject({ id: 'enterprise', hasSubscription: false })
  const subjects = (await server.mailsTo(payer.person.email)).map(({ subject }) => subject)
  expect(subjects).toContain('Your payment failed')
  expect(subjects).not.toContain('Your workspace is on the free plan now')
})

test('cancels an unpaid subscription in a later run, when the provider failed after the plan ended', async () => {
  const payer = await newSubscriber()
  const { uid } = payer.person.workspace
  await payer.addCard('4000000000000341')
  stripe.advance(32 * 86_400)
  const stored = async () =>
    (
      await server.dbs.na.pool.query(
        'select id, dunned, ended_at is null as live from payment_subscriptions where workspace_id = $1',
        [uid],
      )
    ).rows
  await eventually(async () => expect(await stored()).toMatchObject([{ dunned: 1, live: true }]))
  await webhooksHandled()
  await payer.jobsDone()
  const [{ id }] = await stored()
  const atProvider = () => stripe.store.of('').subscriptions.get(id)?.status
  stripe.setMode('lost')
  // Within the provider's own retries, which would end it too.
  await server.dbs.na.pool.query(
    `update payment_subscriptions set past_due_since = past_due_since - interval '8 days' where id = $1`,
    [id],
  )
  stripe.trouble({ call: `DELETE /v1/subscriptions/${id}`, times: 3, kind: 'down' })
  await payments.dun(ctxOf(payer.person))
  await payer.jobsDone()
  expect(await stored()).toMatchObject([{ dunned: 3, live: true }])
  expect(await payer.workspace()).toMatchObject({ plan: 'free' })
  expect(atProvider()).toBe('past_due')
  await payments.dun(ctxOf(payer.person))
  await payer.jobsDone()
  expect(await stored()).toMatchObject([{ live: false }])
  expect(atProvider()).toBe('canceled')
  const subjects = (await server.mailsTo(payer.person.email)).map(({ subject }) => subject)
  expect(subjects.filter((one) => one === 'Your workspace is on the free plan now')).toHaveLength(1)
})
