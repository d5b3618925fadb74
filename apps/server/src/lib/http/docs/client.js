// The API page in the browser: finding, copying, deep links, the reader's own ids in the examples, and trying calls out.
const $ = (selector, within = document) => within.querySelector(selector)
const all = (selector, within = document) => [...within.querySelectorAll(selector)]
const you = $('#you')
const WORDS = { region: 'REGION', workspace: 'WORKSPACE_ID', agent: 'AGENT_ID' }
const LONGEST = 100_000
let signedIn = false
/** One for each form: puts the ids into its input, unless the reader has written into it. */
const refills = []

// Finding
const search = $('input[type=search]')
search.addEventListener('input', () => {
  const words = search.value.toLowerCase().split(/\s+/).filter(Boolean)
  let found = 0
  for (const op of all('.op')) {
    op.hidden = !words.every((word) => op.dataset.find.includes(word))
    if (!op.hidden) found += 1
  }
  for (const group of all('.group')) group.hidden = !all('.op', group).some((op) => !op.hidden)
  for (const part of all('main > section:not(.group)')) part.hidden = words.length > 0
  $('#found').textContent =
    words.length === 0 ? '' : found === 0 ? 'No calls found' : found === 1 ? '1 call' : `${found} calls`
})

// Deep links: #agents.list opens that call.
function openLinked() {
  const op = document.getElementById(decodeURIComponent(location.hash.slice(1)))
  if (!op?.classList.contains('op')) return
  op.open = true
  op.hidden = false
  op.scrollIntoView()
}
window.addEventListener('hashchange', openLinked)

// The reader's own ids
const idOf = (name) => you.elements[name].value.trim()
function fill() {
  for (const word of all('var[data-fill]')) word.textContent = idOf(word.dataset.fill) || WORDS[word.dataset.fill]
  for (const refill of refills) refill()
}
you.addEventListener('input', fill)
you.addEventListener('submit', (event) => event.preventDefault())
you.elements.workspace.addEventListener('change', () => void suggestAgents())
you.elements.region.addEventListener('change', () => void suggestWorkspaces())

const get = async (path) => {
  const response = await fetch(path, { headers: { accept: 'application/json' } })
  return response.ok ? response.json() : undefined
}
const suggest = (list, items) =>
  $(list).replaceChildren(
    ...items.map(({ value, label }) => Object.assign(document.createElement('option'), { value, label })),
  )

async function suggestWorkspaces() {
  if (!signedIn) return
  const { items = [] } = (await get(`/api/${idOf('region')}/v2/workspaces`)) ?? {}
  suggest(
    '#workspaces',
    items.map(({ uid, workspaceName }) => ({ value: uid, label: workspaceName })),
  )
  you.elements.workspace.value = items[0]?.uid ?? ''
  await suggestAgents()
}
async function suggestAgents() {
  fill()
  if (!signedIn || !idOf('workspace')) return
  const path = `/api/${idOf('region')}/v2/workspaces/${encodeURIComponent(idOf('workspace'))}/agent-summaries`
  const { items = [] } = (await get(path)) ?? {}
  suggest(
    '#agents',
    items.map(({ ID, title }) => ({ value: ID, label: title })),
  )
  you.elements.agent.value = items[0]?.ID ?? ''
  fill()
}
async function greet() {
  const { account } = (await get('/api/account')) ?? {}
  if (!account) return
  signedIn = true
  if (account.region) you.elements.region.value = account.region
  $('#who').textContent =
    `Signed in as ${account.email}. Requests use your session unless you enter a key. The key stays in this tab.`
  await suggestWorkspaces()
}

// Copying
document.addEventListener('click', (event) => {
  const button = event.target.closest?.('.copy')
  if (!button) return
  const text = $('pre', button.closest('.example')).textContent
  navigator.clipboard.writeText(text).then(
    () => told(button, 'Copied'),
    () => {
      // Without leave for the clipboard the text is marked, so that it takes one key.
      getSelection().selectAllChildren($('pre', button.closest('.example')))
      told(button, 'Press Ctrl+C')
    },
  )
})
function told(button, text) {
  button.textContent = text
  setTimeout(() => (button.textContent = 'Copy'), 2000)
}

// Trying out: the form is made when a call is opened for the first time.
document.addEventListener(
  'toggle',
  ({ target }) => {
    const place = target.open && target.classList.contains('op') ? $('.try', target) : undefined
    if (place && place.childElementCount === 0) makeForm(place)
  },
  true,
)

function makeForm(place) {
  const op = JSON.parse(place.dataset.op)
  const form = document.createElement('form')
  const label = document.createElement('label')
  const input = document.createElement('textarea')
  const row = document.createElement('div')
  const send = Object.assign(document.createElement('button'), { className: 'send', textContent: 'Send request' })
  const status = document.createElement('span')
  const answer = document.createElement('pre')
  const file = Object.assign(document.createElement('input'), { type: 'file', hidden: op.kind !== 'file' })
  const sample = JSON.stringify(JSON.parse(place.dataset.sample), null, 2)
  const filled = () =>
    Object.entries(WORDS).reduce((text, [name, word]) => text.replaceAll(word, idOf(name) || word), sample)
  let offered = filled()
  input.value = offered
  // A linked call is open before the ids have arrived.
  refills.push(() => {
    if (input.value !== offered) return
    offered = filled()
    input.value = offered
  })
  input.rows = Math.min(14, sample.split('\n').length + 1)
  input.spellcheck = false
  label.append('Parameters (JSON)', input)
  file.setAttribute('aria-label', 'File')
  answer.hidden = true
  answer.tabIndex = 0
  answer.setAttribute('aria-label', 'Response')
  row.className = 'row'
  status.setAttribute('role', 'status')
  row.append(send, status)
  form.append(label, file, row, answer)
  form.addEventListener('submit', (event) => {
    event.preventDefault()
    void attempt(op, { input, file, send, status, answer })
  })
  place.append(form)
}

async function attempt(op, { input, file, send, status, answer }) {
  let given
  try {
    given = JSON.parse(input.value || '{}')
  } catch {
    status.textContent = 'The parameters aren’t valid JSON.'
    return
  }
  if (op.method === 'DELETE' && !confirm(`Send DELETE ${op.path}? This changes real data.`)) return
  if (op.kind === 'file' && !file.files[0]) {
    status.textContent = 'Choose a file first.'
    return
  }
  const { url, init } = requestOf(op, given, file.files?.[0])
  send.disabled = true
  status.textContent = 'Sending…'
  const started = performance.now()
  try {
    const response = await fetch(url, init)
    answer.hidden = false
    answer.textContent = ''
    status.textContent = `${response.status} ${response.statusText}`
    await show(response, answer)
    status.textContent = `${response.status} ${response.statusText} · ${Math.round(performance.now() - started)} ms`
  } catch {
    status.textContent = 'Couldn’t reach the server. Check your connection and try again.'
  } finally {
    send.disabled = false
  }
}

function requestOf(op, given, file) {
  const rest = { ...given }
  const path = op.path.replace(/\{(\w+)\}/g, (_, key) => {
    if (key === 'region' && op.path.startsWith('/api/{region}')) return idOf('region')
    const value = rest[key] ?? ''
    delete rest[key]
    return encodeURIComponent(value)
  })
  const url = new URL(path, location.origin)
  const inQuery = op.method === 'GET' || op.kind === 'file'
  if (inQuery) for (const [key, value] of Object.entries(rest)) url.searchParams.set(key, value)
  const key = you.elements.key.value.trim()
  const headers = {
    ...(key ? { authorization: `Bearer ${key}` } : {}),
    ...(inQuery ? {} : { 'content-type': 'application/json' }),
    ...(op.kind === 'file' ? { 'content-type': 'application/octet-stream' } : {}),
  }
  const body = op.kind === 'file' ? file : inQuery ? undefined : JSON.stringify(rest)
  // With a key nothing of the session goes along.
  return { url, init: { method: op.method, headers, body, credentials: key ? 'omit' : 'same-origin' } }
}

async function show(response, answer) {
  if (response.headers.get('content-type')?.includes('event-stream')) {
    const reader = response.body.pipeThrough(new TextDecoderStream()).getReader()
    for (let text = ''; text.length < LONGEST;) {
      const { done, value } = await reader.read()
      if (done) return
      text += value
      answer.textContent = text
    }
    await reader.cancel()
    return
  }
  const text = await response.text()
  try {
    answer.textContent = JSON.stringify(JSON.parse(text), null, 2).slice(0, LONGEST)
  } catch {
    answer.textContent = text.slice(0, LONGEST)
  }
}

openLinked()
void greet()
