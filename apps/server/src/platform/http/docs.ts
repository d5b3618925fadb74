// The browsable page of the API: the OpenAPI document as plain HTML, with a curl line for every call.
import type { OpenAPI } from '@orpc/contract'

const escape = (text: unknown) =>
  String(text ?? '').replace(/[&<>"]/g, (c) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' })[c] ?? c)
type Operation = OpenAPI.OperationObject & { readonly requestBody?: { content?: Record<string, { schema?: unknown }> } }

export const DOCS_CSS = `:root{color-scheme:light dark;--line:light-dark(#e3e3e8,#33333a);--soft:light-dark(#f6f6f8,#1d1d22);--accent:light-dark(#4a3fcf,#a59dff);--dim:light-dark(#5b5b66,#a3a3ad)}
*{box-sizing:border-box}body{margin:0;font:15px/1.55 system-ui,sans-serif;background:light-dark(#fff,#141417);color:light-dark(#18181b,#ececf0)}
main{max-width:900px;margin:0 auto;padding:32px 20px 80px}h1{font-size:26px;margin:0 0 8px}h2{font-size:18px;margin:40px 0 12px}p{color:var(--dim);margin:4px 0 12px}
input{width:100%;font:inherit;padding:10px 12px;border:1px solid var(--line);border-radius:10px;background:transparent;color:inherit;margin:16px 0 0}
details{border:1px solid var(--line);border-radius:10px;margin:8px 0;overflow:hidden}summary{padding:10px 14px;cursor:pointer;display:flex;gap:12px;align-items:baseline;flex-wrap:wrap}
summary:hover{background:var(--soft)}:focus-visible{outline:2px solid var(--accent);outline-offset:2px}
code,pre{font:13px/1.5 ui-monospace,monospace}.verb{color:var(--accent);font-weight:600;min-width:56px}.what{color:var(--dim);flex-basis:100%}
.body{padding:4px 14px 14px;border-top:1px solid var(--line)}pre{background:var(--soft);border-radius:8px;padding:12px;overflow:auto;max-height:420px;margin:6px 0}
.tag{font-size:12px;border:1px solid var(--line);border-radius:99px;padding:1px 8px;margin-right:4px;white-space:nowrap}a{color:var(--accent)}[hidden]{display:none}`

export const DOCS_JS = `const q=document.querySelector('input');q.addEventListener('input',()=>{const t=q.value.toLowerCase();
for(const d of document.querySelectorAll('details'))d.hidden=!d.dataset.find.includes(t);
for(const s of document.querySelectorAll('section'))s.hidden=![...s.querySelectorAll('details')].some(d=>!d.hidden)});`

export function docsPage(doc: OpenAPI.Document, origin: string): string {
  const byTag = new Map<string, string[]>()
  for (const [path, item] of Object.entries(doc.paths ?? {})) {
    for (const [method, operation] of Object.entries(item ?? {})) {
      const op = operation as Operation
      const tag = op.tags?.[0] ?? 'Other'
      byTag.set(tag, [...(byTag.get(tag) ?? []), render(method.toUpperCase(), path, op, origin)])
    }
  }
  const sections = [...byTag].map(([tag, ops]) => `<section><h2>${escape(tag)}</h2>${ops.join('')}</section>`).join('')
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Parlance API</title><link rel="icon" href="/favicon.svg" type="image/svg+xml"><link rel="stylesheet" href="/api/docs.css"></head>
<body><main><h1>Parlance API</h1><p>${escape(doc.info.description)} The whole document is at <a href="/api/openapi.json">/api/openapi.json</a>.</p>
<input type="search" aria-label="Find a call" placeholder="Find a call by path or words">${sections}</main><script src="/api/docs.js"></script></body></html>`
}

function render(method: string, path: string, op: Operation, origin: string): string {
  const schema = op.requestBody?.content?.['application/json']?.schema
  const bearers = (op.security ?? []).map((entry) => Object.keys(entry)[0] ?? 'public')
  const parameters = ((op.parameters ?? []) as { name: string; in: string; required?: boolean }[])
    .map((p) => `<span class="tag">${escape(p.name)} · ${escape(p.in)}${p.required ? '' : ' · optional'}</span>`)
    .join('')
  const secured = !bearers.includes('public')
  const curl = [
    `curl${method === 'GET' ? '' : ` -X ${method}`} '${origin}${path}'`,
    ...(secured ? ["-H 'Authorization: Bearer …'"] : []),
    ...(schema ? ["-H 'Content-Type: application/json'", "-d '{ … }'"] : []),
  ].join(' \\\n  ')
  const answers = Object.entries(op.responses ?? {})
    .map(
      ([status, answer]) =>
        `<span class="tag">${escape(status)} ${escape((answer as { description?: string }).description)}</span>`,
    )
    .join('')
  return `<details data-find="${escape(`${method} ${path} ${op.summary}`.toLowerCase())}"><summary><code class="verb">${method}</code><code>${escape(path)}</code><span class="what">${escape(op.summary)}</span></summary>
<div class="body"><p>${escape(op.description)}</p><p>Callers: ${bearers.map((name) => `<span class="tag">${escape(name)}</span>`).join('')}</p>${parameters ? `<p>${parameters}</p>` : ''}
<pre>${escape(curl)}</pre>${schema ? `<p>Body</p><pre>${escape(JSON.stringify(schema, null, 2))}</pre>` : ''}<p>${answers}</p></div></details>`
}
