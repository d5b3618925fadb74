// One realistic input per call for its examples: made from the schema, or written here when the schema isn't enough.
import type { JsonSchema } from './schema.ts'

/** Ids that every reader has are placeholders; the page fills in the reader's own. */
const IDS: Readonly<Record<string, string>> = {
  agentId: 'AGENT_ID',
  uid: 'WORKSPACE_ID',
  workspaceId: 'WORKSPACE_ID',
  ownerId: 'WORKSPACE_ID',
  userId: 'WORKSPACE_ID',
  model: 'AGENT_ID',
  conversationId: 'CONVERSATION_ID',
  docId: 'DOCUMENT_ID',
  turnId: 'TURN_ID',
  versionId: 'VERSION_ID',
  runId: 'RUN_ID',
  crawlId: 'CRAWL_ID',
  themeId: 'THEME_ID',
  agencyUserId: 'WORKSPACE_ID',
  goldenId: 'GOLDEN_ID',
  gapId: 'GAP_ID',
  metricId: 'METRIC_ID',
  conflictId: 'CONFLICT_ID',
  leadId: 'LEAD_ID',
  other: 'OTHER_LEAD_ID',
  attachmentId: 'ATTACHMENT_ID',
  deliveryId: 'DELIVERY_ID',
  keyId: 'KEY_ID',
  noteId: 'NOTE_ID',
}
const WORDS: Readonly<Record<string, unknown>> = {
  email: 'ada@example.com',
  newEmail: 'ada@example.org',
  password: 'correct horse battery',
  currentPassword: 'correct horse battery',
  newPassword: 'another horse battery',
  name: 'Opening hours',
  title: 'Lamp shop',
  query: 'When do you open?',
  question: 'When do you open?',
  answer: 'At nine.',
  content: 'The shop opens at nine and closes at five.',
  text: 'The shop opens at nine.',
  message: 'Hello, is anybody there?',
  url: 'https://www.example.com/',
  css: '.bubble { color: #123456 }',
  filename: 'dot.png',
  // One grey pixel, valid wherever a picture is expected.
  base64Payload: 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAAAAAA6fptVAAAACklEQVR4nGNoAAAAggCBd81ytgAAAABJRU5ErkJggg==',
  token: 'TOKEN_FROM_THE_MAIL',
  code: '123456',
  pageId: '123456789012345',
  state: 'state-of-this-window',
  testId: 'opening-hours',
  toolId: 'find-order',
  seq: 3,
  score: 5,
  region: 'eu',
  workspaceName: 'Lamp shop',
  primary: '#3157d5',
  scope: 'agents:read',
  endpoint: 'https://www.example.com/events',
  subject: 'Two lamps are waiting',
  html: '<p>They are in the shop.</p>',
  before: 'The shop opens at ten.',
  timeZone: 'Europe/Berlin',
  type: 'note',
  typed: 'ada@example.com',
}

/** Inputs for calls whose schema alone would yield unrealistic values. */
const SAID: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
  'agents.list': { uid: 'WORKSPACE_ID', limit: 20 },
  'whatsapp.sendTemplate': {
    agentId: 'AGENT_ID',
    conversationId: 'CONVERSATION_ID',
    id: 'order-ready-1',
    name: 'order_ready',
    language: 'en',
    values: ['Ada'],
  },
  'channels.checkPageSubscriptions': { pageAccessToken: 'TOKEN_OF_THE_PAGE', workspaceId: 'WORKSPACE_ID' },
  'campaigns.unblockNumber': { agentId: 'AGENT_ID', phone: '+15005550006' },
  'channels.react': { agentId: 'AGENT_ID', conversationId: 'CONVERSATION_ID', seq: 3, emoji: '👍' },
  'numbers.available': {
    uid: 'WORKSPACE_ID',
    accountSid: 'ACCOUNT_SID',
    authToken: 'TOKEN_OF_TWILIO',
    country: 'US',
  },
  'numbers.buy': {
    uid: 'WORKSPACE_ID',
    accountSid: 'ACCOUNT_SID',
    authToken: 'TOKEN_OF_TWILIO',
    country: 'US',
    phoneNumber: '+15005550006',
    price: { monthly: '1.15', currency: 'USD' },
  },
  'channels.tokenToPages': { longAccessToken: 'TOKEN_OF_META', workspaceId: 'WORKSPACE_ID' },

  'agents.save': {
    agentId: 'AGENT_ID',
    title: 'Lamp shop',
    vg_systemPrompt: 'You sell lamps. Answer in one sentence.',
  },
  'agents.saveDraft': { agentId: 'AGENT_ID', vg_temperature: 0.3 },
  'agents.convertAgentTemplateToAgent': {
    agentName: 'Lamp shop',
    agentTemplate: 'customer-support',
    workspaceId: 'WORKSPACE_ID',
  },
  'agents.import': {
    uid: 'WORKSPACE_ID',
    file: { format: 'parlance-agent', formatVersion: 1, exportedAt: '', config: { title: 'From a file' } },
    dryRun: true,
  },
  'billing.cancelSubscription': { userId: 'WORKSPACE_ID', reason: 'Too expensive' },
  'clientBilling.prePaid': { workspaceId: 'WORKSPACE_ID', orgId: 'ORGANISATION_ID', creditAmount: 1000 },
  'clientBilling.updateAutorecharge': {
    orgId: 'ORGANISATION_ID',
    workspaceStripeAccountId: 'ACCOUNT_ID',
    automaticBilling: true,
    threshold: 500,
    amount: 5,
  },
  'domains.sendDnsInstructions': { userId: 'WORKSPACE_ID', domain: 'chat.example.com', to: 'ada@example.com' },
  'domains.sendOwnDnsInstructions': { userId: 'WORKSPACE_ID', domain: 'chat.example.com', to: 'ada@example.com' },
  'assistant.describe': { agentId: 'AGENT_ID', description: 'We make lamps in Hamburg and ship across Europe.' },
  'conversations.interact': {
    agentId: 'AGENT_ID',
    message: { id: 'm-1', text: 'How many days do I have to return a lamp?' },
  },
  'conversations.list': { agentId: 'AGENT_ID', limit: 20 },
  'conversations.listWorkspace': { uid: 'WORKSPACE_ID', limit: 20 },
  'conversations.reply': {
    agentId: 'AGENT_ID',
    conversationId: 'CONVERSATION_ID',
    id: 'reply-2026-11-23-1',
    text: 'Hello, this is Mia. How can I help?',
  },
  'conversations.openaiChat': {
    model: 'AGENT_ID',
    messages: [{ role: 'user', content: 'How many days do I have to return a lamp?' }],
    stream: false,
  },
  'notifications.updateSettings': {
    uid: 'WORKSPACE_ID',
    notifyIf: 'all',
    quietHours: { from: '22:00', to: '07:00', timeZone: 'Europe/Lisbon' },
  },
  'notifications.markSeen': { uid: 'WORKSPACE_ID', ids: ['NOTIFICATION_ID'] },
  'notifications.markRead': { uid: 'WORKSPACE_ID' },
  'notifications.subscribe': {
    uid: 'WORKSPACE_ID',
    endpoint: 'https://push.example.com/subscriptions/1',
    keys: { p256dh: `B${'A'.repeat(86)}`, auth: 'A'.repeat(22) },
  },
  'knowledge.list': { agentId: 'AGENT_ID', limit: 20 },
  'knowledge.listWorkspace': { uid: 'WORKSPACE_ID', search: 'opening hours' },
  'knowledge.upload': { agentId: 'AGENT_ID', name: 'prices.csv' },
  'knowledge.update': { agentId: 'AGENT_ID', docId: 'DOCUMENT_ID', name: 'Opening hours' },
  'knowledge.addUrls': { agentId: 'AGENT_ID', urls: ['https://www.example.com/returns'] },
  'knowledge.readSitemap': { agentId: 'AGENT_ID', url: 'https://www.example.com/sitemap.xml' },
  'crawler.create': {
    uid: 'WORKSPACE_ID',
    name: 'Our site',
    startUrls: ['https://www.example.com/'],
    agentIds: ['AGENT_ID'],
  },
  'crawler.update': { uid: 'WORKSPACE_ID', crawlId: 'CRAWL_ID', name: 'Our site' },
  'tools.save': {
    uid: 'WORKSPACE_ID',
    toolId: 'find-order',
    name: 'find_order',
    serverUrl: 'https://www.example.com/orders',
  },
  'tools.test': {
    uid: 'WORKSPACE_ID',
    tool: { id: 'find-order', name: 'find_order', serverUrl: 'https://www.example.com/orders' },
    arguments: {},
  },
  'tools.import': { uid: 'WORKSPACE_ID', format: 'curl', text: 'curl https://www.example.com/orders' },
  'tools.saveSecret': { uid: 'WORKSPACE_ID', name: 'SHOP_KEY', value: 'the secret' },
  'tools.deleteSecret': { uid: 'WORKSPACE_ID', name: 'SHOP_KEY' },
  'themes.update': { uid: 'WORKSPACE_ID', themeId: 'THEME_ID', primary: '#3157d5' },
  'workspaces.testCredential': { uid: 'WORKSPACE_ID', provider: 'openai' },
  'workspaces.saveCredential': { uid: 'WORKSPACE_ID', provider: 'openai', apiKey: 'sk-YOUR-KEY' },
  'evaluations.save': {
    agentId: 'AGENT_ID',
    testId: 'opening-hours',
    name: 'Opening hours',
    steps: [{ message: 'When do you open?', expectations: [{ type: 'contains', text: 'nine' }] }],
  },
  'leads.create': { agentId: 'AGENT_ID', name: 'Ada Lovelace', email: 'ada@example.com' },
  'leads.update': { agentId: 'AGENT_ID', leadId: 'LEAD_ID', stage: 'contacted' },
  'leads.bulk': { agentId: 'AGENT_ID', leadIds: ['LEAD_ID'], change: { stage: 'won' } },
  'leads.saveNote': { agentId: 'AGENT_ID', leadId: 'LEAD_ID', noteId: 'note-0001', text: 'Call on Monday' },
  'leads.deleteNote': { agentId: 'AGENT_ID', leadId: 'LEAD_ID', noteId: 'note-0001' },
  'leads.restore': { agentId: 'AGENT_ID', leadIds: ['LEAD_ID'] },
  'leads.saveSettings': {
    agentId: 'AGENT_ID',
    rules: [['email'], ['name', 'phone']],
    stages: [
      { id: 'new', name: '' },
      { id: 'demo', name: 'Demo booked' },
      { id: 'won', name: '' },
    ],
  },
  'leads.import': { agentId: 'AGENT_ID', rows: [{ line: 2, name: 'Ada Lovelace', email: 'ada@example.com' }] },
  'goldens.update': { agentId: 'AGENT_ID', goldenId: 'GOLDEN_ID', question: 'When do you close?' },
  'embed.check': { agentId: 'AGENT_ID', url: 'https://www.example.com/' },
}

export const sampleFor = (op: string, schema: JsonSchema | undefined): Readonly<Record<string, unknown>> =>
  SAID[op] ?? (schema ? (sampleOf(schema, '', schema) as Record<string, unknown>) : {})

function sampleOf(schema: JsonSchema, key: string, root: JsonSchema): unknown {
  if (schema.$ref !== undefined) return sampleOf(root.$defs?.[schema.$ref.split('/').at(-1) ?? ''] ?? {}, key, root)
  if (schema.const !== undefined) return schema.const
  const word = IDS[key] ?? WORDS[key]
  if (schema.enum) return schema.enum.includes(word) ? word : schema.enum[0]
  const option = (schema.anyOf ?? schema.oneOf)?.find(({ type }) => type !== 'null')
  if (option) return sampleOf(option, key, root)
  if (schema.allOf) return Object.assign({}, ...schema.allOf.map((part) => sampleOf(part, key, root)))
  switch (schema.type) {
    case 'object':
      return objectSample(schema, root)
    case 'array':
      return [sampleOf(schema.items ?? schema.prefixItems?.[0] ?? {}, key.replace(/s$/, ''), root)]
    case 'integer':
    case 'number':
      return typeof word === 'number' ? word : Math.max(schema.minimum ?? 1, 1)
    case 'boolean':
      return true
    case 'string':
      return typeof word === 'string' ? word : textSample(schema, key)
    default:
      return word ?? 'anything'
  }
}

function objectSample({ properties = {}, required = [] }: JsonSchema, root: JsonSchema): Record<string, unknown> {
  const needed = Object.entries(properties).filter(
    ([key, { default: usual }]) => required.includes(key) && usual === undefined,
  )
  return Object.fromEntries(needed.map(([key, property]) => [key, sampleOf(property, key, root)]))
}

function textSample({ format }: JsonSchema, key: string): string {
  if (format === 'email') return 'ada@example.com'
  if (format === 'date-time') return '2026-01-31T12:00:00.000Z'
  if (format === 'uri' || /url$/i.test(key)) return 'https://www.example.com/'
  // An id that only exists in the reader's data.
  if (/^[a-z]+Id$/.test(key)) return `${key.slice(0, -2).toUpperCase()}_ID`
  return key === '' ? 'text' : `a-${key.toLowerCase()}`
}
