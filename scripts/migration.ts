// Generates the migration for a changed table: npm run migration -- region what-changed [--custom] The generator is 96
// MB and not needed to run or test, so it is installed on first use.
import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const root = join(import.meta.dirname, '..')
const home = join(root, 'node_modules/.cache/drizzle-kit')
const server = join(root, 'apps/server')
const manifest = JSON.parse(readFileSync(join(server, 'package.json'), 'utf8')) as {
  dependencies: Record<string, string>
}
/** Generator and library are only compatible at the same version. */
const version = manifest.dependencies['drizzle-orm'] ?? ''

const [database = '', name = '', ...options] = process.argv.slice(2)
if (!['region', 'identity'].includes(database) || !name) {
  console.error('npm run migration -- region|identity what-changed [--custom]\nnpm run migration -- region check')
  process.exit(1)
}

function run(command: string, args: readonly string[], cwd: string): void {
  const { status } = spawnSync(command, args, { cwd, stdio: 'inherit' })
  if (status !== 0) process.exit(status ?? 1)
}

const bin = join(home, 'node_modules/drizzle-kit/bin.cjs')
const wanted = JSON.stringify({ private: true, dependencies: { 'drizzle-kit': version, 'drizzle-orm': version } })
const own = join(home, 'package.json')
if (!existsSync(bin) || !existsSync(own) || readFileSync(own, 'utf8') !== wanted) {
  mkdirSync(home, { recursive: true })
  writeFileSync(own, wanted)
  run('npm', ['install', '--no-audit', '--no-fund', '--no-package-lock', '--legacy-peer-deps'], home)
}
const config = ['--config', `drizzle.${database}.config.ts`]
run(
  process.execPath,
  name === 'check' ? [bin, 'check', ...config] : [bin, 'generate', ...config, '--name', name, ...options],
  server,
)
