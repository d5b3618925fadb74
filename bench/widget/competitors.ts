// Other packages: downloaded from npm at pinned versions into a cache, unpacked, never installed, run only in a page.
import { execFile } from 'node:child_process'
import { existsSync, mkdirSync, renameSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { say } from '../output.ts'
import type { Candidate } from './measure.ts'

const run = promisify(execFile)
const CACHE = fileURLToPath(new URL('../../node_modules/.cache/bench-widget/', import.meta.url))
const FETCH_MS = 120_000

async function unpacked(name: string, version: string): Promise<string> {
  const folder = join(CACHE, `${name.replace(/\W+/g, '-')}-${version}`)
  if (existsSync(folder)) return join(folder, 'package')
  const fresh = `${folder}.new-${process.pid}`
  mkdirSync(fresh, { recursive: true })
  const { stdout } = await run('npm', ['pack', '--silent', `${name}@${version}`], { cwd: fresh, timeout: FETCH_MS })
  await run('tar', ['xzf', stdout.trim().split('\n').at(-1) ?? ''], { cwd: fresh })
  renameSync(fresh, folder)
  return join(folder, 'package')
}

interface Recipe {
  readonly name: string
  readonly version: string
  /** Embed code from its documentation; `/rival/` are its files, `{api}` a stub server. */
  readonly embed: string
  /** CSS selector of its launcher, through open shadow roots; absent if it starts open. */
  readonly press?: string
  /** CSS selector of its text field once open. */
  readonly field: string
}

const RECIPES: readonly Recipe[] = [
  {
    name: 'deep-chat',
    version: '2.4.2',
    embed: `<script type="module" src="/rival/dist/deepChat.bundle.js"></script><deep-chat></deep-chat>`,
    field: '#text-input',
  },
  {
    name: '@typebot.io/js',
    version: '0.10.7',
    embed: `<script type="module">import Typebot from '/rival/dist/web.js'
      Typebot.initBubble({ typebot: 'bench', apiHost: '{api}' })</script>`,
    press: 'button[part="button"]',
    field: 'textarea, input[type="text"]',
  },
  {
    name: 'flowise-embed',
    version: '3.1.6',
    embed: `<script type="module">import Chatbot from '/rival/dist/web.js'
      Chatbot.init({ chatflowid: 'bench', apiHost: '{api}' })</script>`,
    press: 'button[part="button"]',
    field: 'textarea',
  },
  {
    name: '@n8n/chat',
    version: '1.37.0',
    embed: `<link href="/rival/dist/style.css" rel="stylesheet">
      <script type="module">import { createChat } from '/rival/dist/chat.bundle.es.js'
      createChat({ webhookUrl: '{api}/webhook', loadPreviousSession: false, showWelcomeScreen: false })</script>`,
    press: '.chat-window-toggle',
    field: 'textarea',
  },
]

/** Measures the packages that could be fetched and reports why others could not. */
export async function measureCompetitors(): Promise<Candidate[]> {
  const found = await Promise.allSettled(
    RECIPES.map(async ({ name, version, ...recipe }): Promise<Candidate> => {
      const folder = await unpacked(name, version)
      return { name: `${name} ${version}`, folder, ...recipe }
    }),
  )
  return found.flatMap((result, at) => {
    if (result.status === 'fulfilled') return [result.value]
    say(`${RECIPES[at]?.name}: not fetched, ${String(result.reason).slice(0, 200)}`)
    return []
  })
}
