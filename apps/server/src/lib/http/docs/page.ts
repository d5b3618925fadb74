// The API documentation page as HTML: an introduction, then every call with examples.
import { AREAS, type Scope } from '@parlance/contract/lib/scopes'
import { ERRORS } from '@parlance/contract/lib/errors'
import { MCP_TOOLS } from '@parlance/contract/mcp/tools'
import { RULES } from '../pipeline/limits.ts'
import { curlOf, type DocOp, typescriptOf } from './operations.ts'

const escape = (text: unknown) =>
  String(text ?? '').replace(/[&<>"]/g, (c) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' })[c] ?? c)
/** Placeholders that the page replaces by the reader's own values. */
const FILLS: Readonly<Record<string, string>> = { AGENT_ID: 'agent', WORKSPACE_ID: 'workspace', REGION: 'region' }
const code = (text: string) =>
  escape(text).replace(/\b(AGENT_ID|WORKSPACE_ID|REGION|KEY|SESSION|[A-Z]+_(?:ID|SECRET|KEY))\b/g, (word) =>
    word in FILLS ? `<var data-fill="${FILLS[word]}">${word}</var>` : `<var>${word}</var>`,
  )
const example = (label: string, text: string) =>
  `<div class="example"><div class="bar"><span>${label}</span><button type="button" class="copy">Copy</button></div><pre tabindex="0" aria-label="${label} example">${code(text)}</pre></div>`
const anchor = (tag: string) => `calls-${tag.toLowerCase().replaceAll(/\W+/g, '-')}`
const tags = (words: readonly string[]) => words.map((word) => `<span class="tag">${escape(word)}</span>`).join(' ')

const BEARERS: readonly (readonly [kind: string, what: string])[] = [
  ['session', 'The token you get when you sign in (SESSION), or the dashboard’s cookie'],
  ['workspace', 'The workspace secret (WORKSPACE_SECRET), or an API key (KEY) with the scope that the call lists'],
  ['agent', 'The agent’s secret key (AGENT_SECRET)'],
  ['agency', 'The agency secret'],
  ['client', 'The token a client user gets when they sign in'],
  ['visitor', 'A visitor key that your client generates (VISITOR_KEY)'],
  ['public', 'No authentication'],
]

export function page({
  ops,
  origin,
  description,
}: {
  ops: readonly DocOp[]
  origin: string
  description: string
}): string {
  const groups = [...Map.groupBy(ops, ({ tag }) => tag)]
  const links = groups
    .map(([tag, of]) => `<a href="#${anchor(tag)}">${escape(tag)} <small>${of.length}</small></a>`)
    .join('')
  const sections = groups
    .map(
      ([tag, of]) =>
        `<section class="group"><h2 id="${anchor(tag)}">${escape(tag)}</h2>${of.map((op) => operation(op, origin)).join('')}</section>`,
    )
    .join('')
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>Parlance API</title><meta name="description" content="${escape(description)}"><link rel="icon" href="/favicon.svg" type="image/svg+xml"><link rel="preload" href="/api/docs.woff2" as="font" type="font/woff2" crossorigin><link rel="stylesheet" href="/api/docs.css"></head>
<body><a class="skip" href="#main">Skip to content</a><div class="page"><nav aria-label="Sections"><a class="home" href="/"><img src="/favicon.svg" width="26" height="26" alt="">Parlance</a><a href="#start">Get started</a><a href="#errors">Errors</a><a href="#limits">Rate limits</a><a href="#scopes">API key scopes</a><a href="#mcp">MCP</a><hr>${links}</nav>
<main id="main"><header><h1>Parlance API</h1><p>${escape(description)} Download the <a href="/api/openapi.json">OpenAPI document</a>.</p>
<form id="you" aria-label="Your values for the examples"><label>Region<select name="region"><option value="eu">eu</option><option value="na">na</option></select></label><label>Workspace<input name="workspace" placeholder="WORKSPACE_ID" autocomplete="off" spellcheck="false" list="workspaces"><datalist id="workspaces"></datalist></label><label>Agent<input name="agent" placeholder="AGENT_ID" autocomplete="off" spellcheck="false" list="agents"><datalist id="agents"></datalist></label><label>Key<input name="key" type="password" placeholder="Optional" autocomplete="off" spellcheck="false"></label><p id="who" role="status">Fills in the examples below. Your key stays in this tab. Without a key, requests use your current session.</p></form></header>
<div class="find"><input type="search" aria-label="Search calls" placeholder="Search by path, name or description"><span id="found" role="status"></span></div>
${introduction(origin)}${sections}</main></div><script src="/api/docs.js"></script></body></html>`
}

const introduction = (origin: string) => `<section><h2 id="start">Get started</h2>
<p>Workspace calls start with <code>${escape(origin)}/api/<var data-fill="region">REGION</var></code>, account calls with <code>${escape(origin)}/api</code>. Send your credential as <code>Authorization: Bearer …</code>. IDs you can’t access return 404, just like IDs that don’t exist.</p>
<p>Authenticate with one of these. Each call lists the ones it accepts.</p>
<table><thead><tr><th>Type</th><th>Credential</th></tr></thead><tbody>${BEARERS.map(([kind, what]) => `<tr><td><span class="tag">${kind}</span></td><td>${what}</td></tr>`).join('')}</tbody></table>
${example('curl', `curl '${origin}/api/REGION/v2/workspaces/WORKSPACE_ID/agents' \\\n  -H 'Authorization: Bearer KEY'`)}
${example('TypeScript', `import { createParlance } from '@parlance/sdk'\n\nconst parlance = createParlance({ url: '${origin}', region: 'REGION', token: 'KEY' })\nconst { items } = await parlance.agents.list({ uid: 'WORKSPACE_ID' })`)}</section>
<section><h2 id="errors">Errors</h2><p>Errors return <code>{ "success": false, "code", "message", "requestId", "data"? }</code>. Branch on <code>code</code> and show <code>message</code> to people. With 429 and 503, wait as many seconds as the <code>Retry-After</code> header says.</p>
<table><thead><tr><th>Status</th><th>Code</th><th>Meaning</th></tr></thead><tbody>${Object.entries(ERRORS)
  .toSorted(([, a], [, b]) => a.status - b.status)
  .map(
    ([name, { status, message }]) =>
      `<tr><td>${status}</td><td><code>${name}</code></td><td>${escape(message)}</td></tr>`,
  )
  .join('')}</tbody></table></section>
<section><h2 id="limits">Rate limits</h2><p>Each call lists its rate limit. Request bodies can be up to 256 KB unless a call says otherwise.</p>
<table><thead><tr><th>Name</th><th>Limit</th></tr></thead><tbody>${Object.keys(RULES)
  .map((name) => `<tr><td><span class="tag">${name}</span></td><td>${escape(limitWords(name))}</td></tr>`)
  .join('')}</tbody></table></section>
<section><h2 id="scopes">API key scopes</h2><p>An API key can make every call whose scope it has. Calls without a scope don’t accept API keys.</p><p>${tags(AREAS.flatMap((area): Scope[] => [`${area}:read`, `${area}:write`]))}</p></section>
<section><h2 id="mcp">MCP</h2><p>Connect AI assistants to a workspace at <code>POST ${escape(origin)}/api/<var data-fill="region">REGION</var>/mcp</code> (streamable HTTP, stateless). Authenticate with an API key or the workspace secret. Assistants see only the tools that the key’s scopes allow.</p>
<table><thead><tr><th>Tool</th><th>Description</th></tr></thead><tbody>${Object.entries(MCP_TOOLS)
  .map(([name, { description }]) => `<tr><td><code>${name}</code></td><td>${escape(description)}</td></tr>`)
  .join('')}</tbody></table></section>`

function limitWords(name: string): string {
  const rules = Object.entries((RULES as Record<string, Record<string, readonly [number, number]>>)[name] ?? {})
  const span = (seconds: number) =>
    seconds === 86_400
      ? 'day'
      : seconds === 3600
        ? 'hour'
        : seconds === 60
          ? 'minute'
          : seconds % 60 === 0
            ? `${seconds / 60} minutes`
            : `${seconds} seconds`
  const per: Record<string, string> = {
    ip: 'IP address',
    ipDay: 'IP address',
    visitorDay: 'visitor',
    actor: 'credential',
  }
  return rules
    .map(([subject, [calls, seconds]]) =>
      subject === 'failure'
        ? `${calls} failed attempts per ${span(seconds)} per account`
        : subject === 'all'
          ? `${calls} requests per ${span(seconds)} in all`
          : `${calls.toLocaleString('en')} requests per ${span(seconds)} per ${per[subject] ?? subject}`,
    )
    .join(' · ')
}

function operation(op: DocOp, origin: string): string {
  const { access, maxBody } = op.meta
  const limit = access.limit ?? 'standard'
  const find = `${op.method} ${op.path} ${op.id} ${op.summary}`.toLowerCase()
  const tried = JSON.stringify({ method: op.method, path: op.path, kind: op.kind, by: access.by })
  const facts: readonly (readonly [name: string, value: string])[] = [
    ['Authentication', tags(access.by)],
    ...(access.role === undefined ? [] : [['Minimum role', tags([access.role])] as const]),
    ['API key scope', access.scope === undefined ? 'API keys not accepted' : tags([access.scope])],
    ['Rate limit', `<a class="tag" href="#limits">${escape(limit)}</a> ${escape(limitWords(limit))}`],
    ...(maxBody === undefined
      ? []
      : [['Maximum body', `${Math.round(maxBody / 1000).toLocaleString('en')} KB`] as const]),
    ...(op.meta.file ? [['Maximum file', `${Math.round(op.meta.file.maxBytes / 1e6)} MB`] as const] : []),
  ]
  return `<details class="op" id="${op.id}" data-find="${escape(find)}"><summary><code class="verb v-${op.method.toLowerCase()}">${op.method}</code><code class="path">${escape(op.path)}</code><span class="what">${escape(op.summary)}</span></summary>
<div class="body">${op.description ? `<p>${escape(op.description)}</p>` : ''}<p class="name"><code>${op.id}</code> <a href="#${op.id}" aria-label="Link to ${op.id}">#</a></p>
<dl>${facts.map(([name, value]) => `<div><dt>${name}</dt><dd>${value}</dd></div>`).join('')}</dl>${fields(op)}
${example('curl', curlOf(op, origin))}${access.by.includes('sandbox') ? '' : example('TypeScript', typescriptOf(op, origin))}
${op.errors.length > 0 ? `<details class="more"><summary>Errors</summary><table><tbody>${op.errors.map(({ status, code: name, message }) => `<tr><td>${status}</td><td><code>${name}</code></td><td>${escape(message)}</td></tr>`).join('')}</tbody></table></details>` : ''}
<div class="try" data-op="${escape(tried)}" data-sample="${escape(JSON.stringify(op.sample))}"></div></div></details>`
}

const fields = ({ fields: all }: DocOp) =>
  all.length === 0
    ? '<p>No parameters.</p>'
    : `<details class="more"${all.length <= 12 ? ' open' : ''}><summary>Parameters (${all.length})</summary><div class="scroll" tabindex="0" role="group" aria-label="Parameters"><table><tbody>${all
        .map(
          ({ name, where, type, required, more }) =>
            `<tr><td><code>${escape(name)}</code>${required ? '<b title="required">*</b>' : ''}</td><td>${where}</td><td>${escape(type)}</td><td>${escape(more)}</td></tr>`,
        )
        .join('')}</tbody></table></div></details>`
