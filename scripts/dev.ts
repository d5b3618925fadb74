// `npm run dev`: restarts the server on changes, serves the dashboard through Vite, and rebuilds the widget.
import { spawn, type ChildProcess } from 'node:child_process'
import { join } from 'node:path'
import { createServer } from 'vite'
import { ensureBuilt } from './build.ts'
import { root } from './run.ts'

const port = Number(process.env.PORT ?? 3000)
const bin = join(root, 'node_modules', '.bin')
const children: ChildProcess[] = []
const start = (command: string, args: readonly string[], env: Record<string, string> = {}) => {
  const child = spawn(join(bin, command), args, {
    cwd: root,
    env: { ...process.env, ...env, PATH: `${bin}:${process.env.PATH}` },
    stdio: 'inherit',
  })
  children.push(child)
  return child
}

const SITE =
  'site/|legal/|landing2|voice-agent|chatbot|whatsapp|demo|pricing|integrations|get-free-plan|sitemap.xml|robots.txt'
const SERVED = `^/((api|widget|media|healthz|readyz|metrics)|(${SITE})|(\\?.*)?$)`

await ensureBuilt({ ifChanged: true }, ['dashboard', 'widget'])
// Browsers open Vite's port, which proxies everything but the dashboard's modules to the server.
const api = `http://localhost:${port + 1}`
start(
  'node',
  ['--watch-preserve-output', '--watch-path=apps/server/src', '--watch-path=packages', 'apps/server/src/main.ts'],
  { PORT: String(port + 1), PUBLIC_URL: `http://localhost:${port}` },
)
start('node', [
  '--watch-preserve-output',
  '--watch-path=apps/widget/src',
  '--watch-path=packages/chat-ui/src',
  'apps/widget/build.ts',
])
const vite = await createServer({
  root: join(root, 'apps', 'dashboard'),
  configFile: join(root, 'apps', 'dashboard', 'vite.config.ts'),
  server: {
    port,
    strictPort: true,
    proxy: { [SERVED]: { target: api, changeOrigin: false } },
  },
})
await vite.listen()
console.log(`\n  Parlance in development at http://localhost:${port}\n`)

const stop = async () => {
  await vite.close()
  for (const child of children) child.kill('SIGTERM')
}
process.once('SIGINT', () => void stop())
process.once('SIGTERM', () => void stop())
