// Describes the data of an account in a region: its tables, how they belong to a workspace, and the columns
// that identify a person. The only repository that reads tables of other modules; a test
// checks that every table is listed here.
import { copyOf, type HeldWorkspace } from '@parlance/contract/accounts/account-data'
import { type SQL, sql } from 'drizzle-orm'
import type { Db } from '../../../lib/db/pool.ts'

export async function workspacesOf(db: Db, userId: string): Promise<Omit<HeldWorkspace, 'region'>[]> {
  const { rows } = await db.execute<Omit<HeldWorkspace, 'region'>>(sql`
    select w.uid, w.workspace_name as name,
      (select count(*)::int from agents a where a.workspace_id = w.uid) as agents,
      (select count(*)::int from documents d where d.workspace_id = w.uid) as documents,
      (select count(*)::int from conversations c where c.workspace_id = w.uid) as conversations,
      (select count(*)::int from files f where f.workspace_id = w.uid) as files,
      (select count(*)::int from workspace_members m where m.workspace_id = w.uid and m.role <> 'owner') as members
    from workspaces w where w.owner_id = ${userId} order by w.personal desc, w.workspace_name, w.uid`)
  return rows
}

export async function membershipsOf(db: Db, email: string): Promise<number> {
  const { rows } = await db.execute<{ n: number }>(
    sql`select count(*)::int as n from workspace_members where email = ${email} and role <> 'owner'`,
  )
  return rows[0]?.n ?? 0
}

export interface OwnedIds {
  readonly workspaces: readonly string[]
  readonly agents: readonly string[]
}
export async function idsOf(db: Db, userId: string): Promise<OwnedIds> {
  const workspaces = await db.execute<{ id: string }>(sql`select uid as id from workspaces where owner_id = ${userId}`)
  const agents = await db.execute<{ id: string }>(
    sql`select id from agents where workspace_id in (select uid from workspaces where owner_id = ${userId})`,
  )
  return { workspaces: workspaces.rows.map(({ id }) => id), agents: agents.rows.map(({ id }) => id) }
}

const BY_ID = [
  'agents.user_id',
  'files.user_id',
  'documents.user_id',
  'document_versions.user_id',
  'workspace_logs.user_id',
]

/** Replaces the person in others' data; where no id is stored, by name. Call it before memberships go. Idempotent. */
export async function pseudonymise(
  db: Db,
  gone: { readonly userId: string; readonly email: string; readonly name: string; readonly pseudonym: string },
): Promise<void> {
  const { userId, email, name, pseudonym } = gone
  for (const [table = '', column = ''] of BY_ID.map((one) => one.split('.')))
    await db.execute(
      sql`update ${sql.identifier(table)} set ${sql.identifier(column)} = '' where ${sql.identifier(column)} = ${userId}`,
    )
  await db.execute(
    sql`update trashed_rows set row = jsonb_set(row, '{user_id}', '""') where row->>'user_id' = ${userId}`,
  )
  // Agencies' admin sessions end with the user who created the link.
  await db.execute(sql`delete from client_sessions where admin_email = ${email}`)
  await db.execute(sql`delete from client_links where created_by = ${email}`)
  await db.execute(sql`update test_runs set started_by = '' where started_by = ${userId}`)
  await db.execute(sql`update fleet_pushes set started_by = '' where started_by = ${userId}`)
  await db.execute(
    sql`update workspace_support set opened = opened - ${userId}::text - ${`listed:${userId}`}::text
      where jsonb_exists(opened, ${userId}) or jsonb_exists(opened, ${`listed:${userId}`})`,
  )
  const theirs = sql`(select a.id from agents a join workspace_members m on m.workspace_id = a.workspace_id where m.email = ${email})`
  const known = sql`in (${email}, ${name === '' ? email : name})`
  await db.execute(
    sql`update agent_drafts set updated_by = ${pseudonym} where updated_by ${known} and agent_id in ${theirs}`,
  )
  await db.execute(sql`update agent_versions set author = ${pseudonym} where author ${known} and agent_id in ${theirs}`)
}

/** How a table belongs to a workspace: by its uid, by an agent id, or through another table. */
interface ExportedTable {
  readonly table: string
  readonly as?: string
  readonly where: SQL
  /** Unique key, used for paging. */
  readonly by: readonly string[]
  readonly without?: readonly string[]
}
/** Condition for the owned workspaces, in a query that has them as `own`. */
const ofWorkspace = sql`t.workspace_id in (select uid from own)`
const ofAgent = sql`t.agent_id in (select a.id from agents a where a.workspace_id in (select uid from own))`
const within = (table: string, key: string, mine = 'id'): SQL =>
  sql`${sql.raw(`t.${key}`)} in (select ${sql.raw(`p.${mine}`)} from ${sql.identifier(table)} p where p.workspace_id in (select uid from own))`
const plain = (table: string, by: readonly string[], as?: string): ExportedTable => ({
  table,
  where: ofWorkspace,
  by,
  ...(as ? { as } : {}),
})
const agents = (table: string, by: readonly string[]): ExportedTable => ({ table, where: ofAgent, by })

export const EXPORTED_TABLES: readonly ExportedTable[] = [
  { table: 'workspaces', where: sql`t.uid in (select uid from own)`, by: ['uid'] },
  plain('workspace_members', ['workspace_id', 'email'], 'members'),
  plain('api_keys', ['id'], 'keys'),
  plain('credentials', ['workspace_id', 'provider'], 'provider_keys'),
  // Ids of other accounts are not exported; the audit log names support staff by address.
  { ...plain('workspace_support', ['workspace_id'], 'support'), without: ['opened'] },
  plain('workspace_logs', ['id'], 'log'),
  plain('workspace_mails', ['id'], 'mails'),
  plain('audit_entries', ['workspace_id', 'seq'], 'audit'),
  plain('ledger_transactions', ['id'], 'credit_log'),
  plain('credit_budgets', ['id'], 'budgets'),
  plain('payment_customers', ['workspace_id'], 'payment_customer'),
  plain('payment_subscriptions', ['id'], 'subscriptions'),
  plain('payment_invoices', ['id'], 'invoices'),
  plain('payment_purchases', ['id'], 'purchases'),
  plain('payment_discounts', ['workspace_id', 'code'], 'discount_codes'),
  plain('payment_rates', ['workspace_id', 'since'], 'rates'),
  plain('connect_accounts', ['workspace_id'], 'client_billing'),
  plain('connect_prices', ['price_id'], 'client_prices'),
  plain('connect_orgs', ['org_id'], 'client_billing_of_organisations'),
  plain('connect_sales', ['id'], 'client_sales'),
  plain('event_endpoints', ['id']),
  plain('event_deliveries', ['id'], 'deliveries'),
  {
    table: 'event_attempts',
    as: 'delivery_attempts',
    where: within('event_deliveries', 'delivery_id'),
    by: ['delivery_id', 'number'],
  },
  plain('agents', ['id']),
  agents('agent_drafts', ['agent_id']),
  agents('agent_versions', ['id']),
  agents('agent_usage', ['agent_id', 'month']),
  agents('agent_counts', ['agent_id', 'day', 'record', 'kind', 'value']),
  agents('agent_sites', ['agent_id', 'origin']),
  plain('agent_templates', ['id'], 'templates'),
  plain('analytics_events', ['id']),
  plain('custom_themes', ['id'], 'themes'),
  plain('agencies', ['id'], 'agency'),
  plain('agency_pictures', ['id']),
  plain('orgs', ['id'], 'organisations'),
  plain('clients', ['id']),
  plain('org_pictures', ['id'], 'organisation_pictures'),
  plain('tools', ['workspace_id', 'id']),
  plain('tool_secrets', ['workspace_id', 'name']),
  plain('collections', ['agent_id'], 'knowledge'),
  plain('documents', ['id']),
  plain('document_versions', ['id']),
  plain('crawls', ['id']),
  { table: 'crawl_pages', where: within('crawls', 'crawl_id'), by: ['crawl_id', 'url'] },
  plain('golden_questions', ['id']),
  plain('golden_runs', ['id']),
  plain('gaps', ['id']),
  plain('gap_questions', ['id']),
  plain('conflicts', ['id']),
  plain('agent_tests', ['agent_id', 'id'], 'tests'),
  plain('test_runs', ['id']),
  { table: 'test_results', where: within('test_runs', 'run_id'), by: ['run_id', 'test_id'] },
  plain('fleet_copies', ['agent_id'], 'copies_of_agents'),
  plain('fleet_pushes', ['id'], 'pushes_to_copies'),
  {
    table: 'fleet_push_items',
    as: 'copies_reached_by_pushes',
    where: within('fleet_pushes', 'push_id'),
    by: ['push_id', 'agent_id'],
  },
  plain('metrics', ['id']),
  plain('metric_results', ['metric_id', 'conversation_id']),
  plain('metric_usage', ['metric_id', 'month']),
  plain('metric_claims', ['conversation_id', 'metric_id', 'version']),
  plain('teams', ['id']),
  plain('conversations', ['id']),
  { table: 'messages', where: within('conversations', 'conversation_id'), by: ['conversation_id', 'seq'] },
  plain('conversation_notes', ['id']),
  plain('message_translations', ['message_id', 'language']),
  plain('visitor_presence', ['conversation_id']),
  plain('blocked_visitors', ['id']),
  plain('contact_visitors', ['agent_id', 'visitor_hash']),
  plain('canned_replies', ['workspace_id', 'shortcut']),
  plain('saved_views', ['workspace_id', 'kind', 'person_id']),
  plain('leads', ['id']),
  plain('lead_notes', ['lead_id', 'id']),
  plain('lead_settings', ['agent_id']),
  plain('handoff_presence', ['workspace_id', 'kind', 'person_id']),
  plain('notifications', ['id']),
  plain('notification_settings', ['workspace_id', 'user_id']),
  plain('turns', ['id']),
  plain('visitors', ['agent_id', 'subject']),
  agents('transcript_mails', ['id']),
  { ...plain('channel_connections', ['id']), without: ['secrets'] },
  plain('external_identities', ['id'], 'channel_contacts'),
  { ...plain('phone_numbers', ['id']), without: ['secrets'] },
  plain('calls', ['id']),
  plain('vapi_assistants', ['agent_id']),
  plain('campaigns', ['id']),
  plain('campaign_recipients', ['campaign_id', 'lead_id']),
  plain('do_not_call', ['agent_id', 'phone']),
  plain('channel_opt_outs', ['agent_id', 'channel', 'sender']),
  plain('files', ['id']),
]

/** Tables of a region that are not exported, and why. */
export const TABLES_NOT_EXPORTED: Readonly<Record<string, string>> = {
  reply_addresses: 'where mails of chats were answered, known by nothing but a hash',
  chunks: 'pieces of documents, which are cut and indexed again from them',
  words: 'an index of the same',
  turn_chunks: 'an answer while it is being written; messages hold it',
  trashed_items: 'what was deleted, which goes for good after an hour',
  trashed_rows: 'the same',
  account_exports: 'copies like this one, which go after a week',
  file_uses: 'which agents show a file; their configuration says it',
  golden_due: 'that work is waiting',
  conflict_scans: 'that work is going on',
  agent_tombstones: 'ids that may not be given again',
  ledger_accounts: 'sums of the credit log',
  ledger_entries: 'both sides of the credit log',
  ledger_holds: 'credits of work that is going on',
  free_grants: 'keyed hashes of mailboxes, which lead to no account',
  idempotency_keys: 'sealed answers of calls, kept for a day so that a repeat gets the same one',
  client_sessions: 'who is signed in as a client user, by hashes of tokens',
  client_links: 'hashes of links that sign in once',
  client_codes: 'hashes of codes that were mailed',
  client_sign_in_codes: 'the same',
  client_browsers: 'hashes of cookies, by which guesses made elsewhere keep nobody out',
  client_invitation_mails: 'hashes of mailboxes that were mailed to, which lead to no account',
  inbound_deliveries: 'calls of outside services until they are handled',
  inbound_refusals: 'how many of their calls were refused, for a few weeks',
  message_outbox: 'messages waiting for the jobs that handle them',
  channel_inbound: 'what came in on channels; messages hold it',
  channel_reactions: 'emojis under messages of visitors, by the number of the message',
  channel_outbox: 'what goes out on channels; messages hold it',
  dns_reminders: 'whether somebody was reminded of the records of a mail domain, which is in the agency',
  payment_postings: 'both sides of what invoices say',
  payment_recharges: 'whether the next charge waits; the settings are the workspace’s',
  conversation_claims: 'that work is going on',
  push_subscriptions: 'sealed addresses of browsers, which nobody else can use',
  vapid_keys: 'the key of this installation for push services',
  request_log: 'calls of programs, without people or content; the log itself can be read for 30 days',
}

const PAGE = 500
type Row = Record<string, unknown>

/** The exported rows of one table, page by page, so that no transaction stays open while they are sent. */
export async function* rowsOf(
  db: Db,
  userId: string,
  { table, where, by, without = [] }: ExportedTable,
): AsyncGenerator<Row[]> {
  const kept = (row: Row) => Object.fromEntries(Object.entries(row).filter(([name]) => !without.includes(name)))
  const keys = sql.raw(by.map((name) => `t."${name}"`).join(', '))
  for (let after: readonly unknown[] | undefined; ;) {
    const from = after
      ? sql`and (${keys}) > (select ${sql.raw(by.map((name) => `x."${name}"`).join(', '))} from jsonb_populate_record(null::${sql.identifier(table)}, ${JSON.stringify(Object.fromEntries(by.map((name, n) => [name, after?.[n]])))}::jsonb) x)`
      : sql``
    const { rows } = await db.execute<{ row: Row }>(sql`
      with own as (select uid from workspaces where owner_id = ${userId})
      select to_jsonb(t) as row from ${sql.identifier(table)} t where ${where} ${from} order by ${keys} limit ${PAGE}`)
    if (rows.length > 0) yield rows.map(({ row }) => copyOf(kept(row)))
    const last = rows.at(-1)?.row
    if (!last || rows.length < PAGE) return
    after = by.map((name) => last[name])
  }
}

export interface ExportedFile {
  readonly id: string
  readonly filename: string
  readonly key: string
}
export async function countFiles(db: Db, userId: string): Promise<number> {
  const own = sql`select uid from workspaces where owner_id = ${userId}`
  const { rows } = await db.execute<{ n: number }>(sql`select
    (select count(*)::int from files where workspace_id in (${own})) +
    (select count(*)::int from documents where workspace_id in (${own}) and coalesce(file_key, '') <> '') as n`)
  return rows[0]?.n ?? 0
}

export async function* filesOf(db: Db, userId: string): AsyncGenerator<ExportedFile> {
  const own = sql`select uid from workspaces where owner_id = ${userId}`
  for (const query of [
    (after: string) =>
      sql`select id, filename, key from files where workspace_id in (${own}) and id > ${after} order by id limit ${PAGE}`,
    (after: string) => sql`select id, coalesce(file_name, '') as filename, file_key as key from documents
      where workspace_id in (${own}) and coalesce(file_key, '') <> '' and id > ${after} order by id limit ${PAGE}`,
  ])
    for (let after = ''; ;) {
      const { rows } = await db.execute<Record<string, string>>(query(after))
      for (const { id = '', filename = '', key = '' } of rows) yield { id, filename, key }
      after = rows.at(-1)?.['id'] ?? ''
      if (rows.length < PAGE) break
    }
}
