// Invariants of payments, as queries that return offending rows.

export const checks = [
  {
    name: 'each posting of money sums to zero',
    sql: `select key, sum(amount) from payment_postings group by key having sum(amount) <> 0 limit 20`,
  },
  {
    name: 'postings of money agree with their invoices',
    sql: `select i.id, i.amount_paid, p.total from payment_invoices i
      left join (select invoice_id, sum(amount) as total from payment_postings where account = 'provider' group by invoice_id) p
        on p.invoice_id = i.id
      where coalesce(p.total, 0) <> i.amount_paid - i.fee - i.amount_refunded - i.amount_disputed limit 20`,
  },
  {
    name: 'credits of a payment are booked once, or owed',
    sql: `select id, credits, credits_booked, credits_owed from payment_invoices
      where credits_booked <> credits + credits_owed or credits_owed < 0 limit 20`,
  },
  {
    name: 'credits booked for an invoice are in the ledger',
    sql: `select i.id, i.credits_booked, coalesce(l.total, 0) as ledger from payment_invoices i
      left join (select ref, workspace_id, sum(amount)::bigint as total from ledger_transactions
        where ref like 'in_%' group by ref, workspace_id) l on l.ref = i.id and l.workspace_id = i.workspace_id
      where i.credits_booked <> coalesce(l.total, 0) limit 20`,
  },
  {
    name: 'postings of a client’s payment agree with its sale',
    sql: `select s.id, s.captured, p.theirs, p.ours from connect_sales s
      left join (select invoice_id, coalesce(sum(amount) filter (where provider_account <> ''), 0) as theirs,
          coalesce(sum(amount) filter (where provider_account = ''), 0) as ours
        from payment_postings where account = 'provider' group by invoice_id) p on p.invoice_id = s.invoice_id
      where s.captured > 0 and (coalesce(p.theirs, 0) <> s.captured - s.provider_fee - s.fee - s.refunded - s.disputed
        or coalesce(p.ours, 0) <> s.fee) limit 20`,
  },
  {
    name: 'credits of a client’s payment are in the ledger once',
    sql: `select s.id, s.credits_booked, coalesce(l.total, 0) as ledger from connect_sales s
      left join (select substr(key, 10, 28) as sale, workspace_id, sum(amount)::bigint as total from ledger_transactions
        where kind = 'transfer' and key like 'transfer:sale:%' group by 1, 2) l on l.sale = 'sale:' || s.id and l.workspace_id = s.org_id
      where s.captured > 0 and s.credits_booked <> coalesce(l.total, 0) limit 20`,
  },
  {
    name: 'credits of a client’s payment are booked, or owed',
    sql: `select id, credits, credits_booked, credits_owed from connect_sales
      where state = 'paid' and captured > 0 and credits_owed < 0 or credits_booked > credits limit 20`,
  },
  {
    name: 'a purchase is paid by one invoice',
    sql: `select purchase_id, count(*) from payment_invoices where purchase_id <> '' and status = 'paid'
      group by purchase_id having count(*) > 1 limit 20`,
  },
  {
    name: 'paying workspaces have a plan, and no others have one by subscription',
    sql: `select w.uid, w.plan, s.status from workspaces w
      left join payment_subscriptions s on s.workspace_id = w.uid and s.ended_at is null
      where (w.plan = 'free' and s.status = 'active') limit 20`,
  },
]
