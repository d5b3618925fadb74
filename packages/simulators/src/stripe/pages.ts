/** Pages that Stripe hosts: Checkout, invoices and their PDF, 3-D Secure, onboarding of connected accounts. */
import type { Stripe } from 'stripe'
import type { ConnectPart } from './connect.ts'
import { StripeFault } from './fault.ts'
import { Input, parseForm } from './input.ts'
import type { PaymentMethods } from './payment-methods.ts'
import type { PaymentsPart } from './payments.ts'
import { idOf, type Sim } from './sim.ts'
import { PLATFORM } from './store.ts'

export interface PageAnswer {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: string | Buffer
}

const escape = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;')
const amount = (minor: number, currency: string) =>
  new Intl.NumberFormat('en-US', { style: 'currency', currency: currency.toUpperCase() }).format(minor / 100)

const page = (title: string, inner: string, status = 200): PageAnswer => ({
  status,
  headers: { 'content-type': 'text/html; charset=utf-8' },
  body: `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1"><title>${escape(title)}</title><style>body{font:16px/1.5 system-ui,sans-serif;max-width:28rem;margin:3rem auto;padding:0 1rem;color:#1a1f36;background:#fff}h1{font-size:1.4rem}label{display:block;margin:.8rem 0}input{display:block;width:100%;box-sizing:border-box;padding:.6rem;border:1px solid #8792a2;border-radius:6px;font:inherit}button{padding:.7rem 1.2rem;border:0;border-radius:6px;background:#4338ca;color:#fff;font:inherit;cursor:pointer}button.plain{background:#e3e8ee;color:#1a1f36}table{width:100%;border-collapse:collapse}td,th{text-align:start;padding:.4rem 0;border-bottom:1px solid #e3e8ee}.note{color:#4f566b;font-size:.9rem}[role=alert]{color:#b3093c}</style></head><body><main><p class="note">Sandbox. No money moves; use test cards.</p>${inner}</main></body></html>`,
})
const redirect = (to: string): PageAnswer => ({ status: 303, headers: { location: to }, body: '' })

export function createPages(
  sim: Sim,
  { payments, methods, connect }: { payments: PaymentsPart; methods: PaymentMethods; connect: ConnectPart },
) {
  const { store } = sim
  const accountOf = (name: string) => (name === 'own' ? PLATFORM : name)

  const checkout = (account: string, id: string, error = ''): PageAnswer => {
    const session = store.get(account, 'sessions', id)
    if (session.status !== 'open') return page('Checkout', '<h1>This page has expired</h1>', 410)
    const total = amount(session.amount_total ?? 0, session.currency ?? 'usd')
    const email =
      session.customer_email ??
      (session.customer ? (store.of(account).customers.get(idOf(session.customer))?.email ?? '') : '')
    return page(
      'Checkout',
      `<h1>${session.mode === 'subscription' ? `Subscribe for ${total} a month` : `Pay ${total}`}</h1>${error ? `<p role="alert">${escape(error)}</p>` : ''}<form method="post"><label>Email<input name="email" type="email" required value="${escape(email)}"></label><label>Card number<input name="number" inputmode="numeric" autocomplete="cc-number" required value="4242 4242 4242 4242"></label><label>Expiry month<input name="exp_month" inputmode="numeric" required value="12"></label><label>Expiry year<input name="exp_year" inputmode="numeric" required value="${new Date().getUTCFullYear() + 3}"></label><label>CVC<input name="cvc" inputmode="numeric" required value="123"></label><button>${session.mode === 'subscription' ? 'Subscribe' : 'Pay'}</button></form>${session.cancel_url ? `<p><a href="${escape(session.cancel_url)}">Back</a></p>` : ''}`,
      error ? 402 : 200,
    )
  }

  const finishCheckout = (account: string, id: string, body: string): PageAnswer => {
    const form = new URLSearchParams(body)
    const card = ['number', 'exp_month', 'exp_year', 'cvc'].map(
      (name) => `card[${name}]=${encodeURIComponent(form.get(name) ?? '')}`,
    )
    try {
      const method = methods.newMethod(account, new Input(parseForm(`type=card&${card.join('&')}`)))
      const session = connect.complete(account, id, method.id, form.get('email') ?? '')
      return redirect((session.success_url ?? '').replaceAll('{CHECKOUT_SESSION_ID}', session.id))
    } catch (error) {
      if (error instanceof StripeFault) return checkout(account, id, error.message)
      throw error
    }
  }

  const invoicePage = (account: string, id: string): PageAnswer => {
    const invoice = store.get(account, 'invoices', id)
    const line = ({ description, amount: cost }: Stripe.InvoiceLineItem) =>
      `<tr><td>${escape(description ?? '')}</td><td>${amount(cost, invoice.currency)}</td></tr>`
    return page(
      `Invoice ${invoice.number ?? ''}`,
      `<h1>Invoice ${escape(invoice.number ?? '')}</h1><p>${[invoice.customer_name, invoice.customer_email, ...billedTo(invoice)].flatMap((one) => (one ? [escape(one)] : [])).join('<br>')}</p><table><tbody>${invoice.lines.data.map(line).join('')}<tr><th>Tax</th><td>${amount(
        (invoice.total_taxes ?? []).reduce((sum, one) => sum + one.amount, 0),
        invoice.currency,
      )}</td></tr><tr><th>Total</th><td>${amount(invoice.total, invoice.currency)}</td></tr></tbody></table><p>${escape(invoice.status ?? '')}</p><p><a href="${escape(invoice.invoice_pdf ?? '')}">Download PDF</a></p>`,
    )
  }

  const payeeOf = (intentId: string) =>
    [...store.accounts].find(([, all]) => all.paymentIntents.has(intentId))?.[0] ?? PLATFORM

  const threeDSecure = (id: string, secret: string): PageAnswer => {
    const intent = store.get(payeeOf(id), 'paymentIntents', id)
    if (intent.client_secret !== secret) return page('3-D Secure', '<h1>Not found</h1>', 404)
    return page(
      '3-D Secure',
      `<h1>Confirm ${amount(intent.amount, intent.currency)}</h1><p>Your bank wants to know that it’s you.</p><form method="post"><button name="passed" value="true">Complete authentication</button> <button class="plain" name="passed" value="false">Fail authentication</button></form>`,
    )
  }

  /** Undefined for a path without a page. */
  return (method: string, path: string, query: URLSearchParams, body: string): PageAnswer | undefined => {
    const [kind, first = '', second = '', third] = path
      .split('/')
      .slice(1)
      .map((part) => decodeURIComponent(part))
    if (kind === 'c' && second)
      return method === 'POST' ? finishCheckout(accountOf(first), second, body) : checkout(accountOf(first), second)
    if (kind === 'i' && second && third === 'pdf') return pdfOf(store.get(accountOf(first), 'invoices', second))
    if (kind === 'i' && second) return invoicePage(accountOf(first), second)
    if (kind === '3ds' && first) {
      const secret = query.get('client_secret') ?? ''
      if (method !== 'POST') return threeDSecure(first, secret)
      const payee = payeeOf(first)
      if (store.get(payee, 'paymentIntents', first).client_secret !== secret) return threeDSecure(first, secret)
      const passed = new URLSearchParams(body).get('passed') === 'true'
      payments.authenticate(payee, first, passed)
      return page(
        '3-D Secure',
        `<h1>${passed ? 'Thank you' : 'Authentication failed'}</h1><p>You can close this window.</p>`,
      )
    }
    if (kind === 'onboarding' && first) {
      const link = connect.linkOf(first)
      if (!link) return page('Onboarding', '<h1>This link has expired</h1>', 410)
      if (method !== 'POST')
        return page(
          'Onboarding',
          `<h1>Get paid by Stripe</h1><p>In the sandbox there is nothing to fill in.</p><form method="post"><button>Complete onboarding</button></form><p><a href="${escape(link.return_url)}">Not now</a></p>`,
        )
      connect.onboard(first)
      return redirect(link.return_url)
    }
    if (kind === 'express' && first) return page('Express', `<h1>Express dashboard of ${escape(first)}</h1>`)
    return undefined
  }
}

function billedTo({ customer_address: address, customer_tax_ids: taxIds }: Stripe.Invoice): string[] {
  const place = [address?.postal_code, address?.city, address?.country].filter(Boolean).join(' ')
  return [address?.line1 ?? '', place, ...(taxIds ?? []).map(({ value }) => `Tax ID ${value ?? ''}`)].filter(Boolean)
}

/** One page of PDF with plain text lines. */
function pdfOf(invoice: Stripe.Invoice): PageAnswer {
  const text = [
    `Invoice ${invoice.number ?? ''}`,
    new Date(invoice.created * 1000).toISOString().slice(0, 10),
    invoice.customer_email ?? '',
    ...billedTo(invoice),
    '',
    ...invoice.lines.data.map((line) => `${line.description ?? ''}   ${amount(line.amount, invoice.currency)}`),
    `Tax   ${amount(
      (invoice.total_taxes ?? []).reduce((sum, one) => sum + one.amount, 0),
      invoice.currency,
    )}`,
    `Total   ${amount(invoice.total, invoice.currency)}`,
    `Status   ${invoice.status ?? ''}`,
  ]
  const safe = (line: string) => line.replaceAll(/[^\x20-\x7e]/g, '?').replaceAll(/([\\()])/g, '\\$1')
  const content = `BT /F1 12 Tf 50 780 Td 18 TL ${text.map((line) => `(${safe(line)}) Tj T*`).join(' ')} ET`
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> >> >>',
    `<< /Length ${content.length} >>\nstream\n${content}\nendstream`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
  ]
  let out = '%PDF-1.4\n'
  const offsets = objects.map((object, nth) => {
    const at = out.length
    out += `${nth + 1} 0 obj\n${object}\nendobj\n`
    return at
  })
  const start = out.length
  out += `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${offsets.map((at) => `${String(at).padStart(10, '0')} 00000 n \n`).join('')}trailer\n<< /Size ${objects.length + 1} /Root 1 0 R >>\nstartxref\n${start}\n%%EOF\n`
  return {
    status: 200,
    headers: {
      'content-type': 'application/pdf',
      'content-disposition': `attachment; filename="${invoice.number ?? 'invoice'}.pdf"`,
    },
    body: Buffer.from(out, 'latin1'),
  }
}
