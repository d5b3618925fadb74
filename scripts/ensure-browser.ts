// Finds a Chromium for browser tests: the system's, or the one from npm, unpacked once. As a script it prints the path.
import { execFile } from 'node:child_process'
import {
  accessSync,
  chmodSync,
  constants,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'

const run = promisify(execFile)

export type Browser = {
  executablePath: string
  args: string[]
}

const SYSTEM_BROWSERS = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome-stable',
  '/usr/bin/google-chrome',
  '/opt/google/chrome/chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
]

// A test browser talks only to the server under test.
const QUIET_FLAGS = [
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-domain-reliability',
  '--disable-sync',
  '--no-first-run',
  '--no-default-browser-check',
  '--no-pings',
  '--disable-dev-shm-usage',
]

/** `whole`: the system's browser. `bare`: npm's headless shell, five times as fast. Falls back to the other. */
export type BrowserKind = 'whole' | 'bare'

const found = new Map<BrowserKind, Promise<Browser>>()

/** A Chromium that runs here; CHROMIUM_PATH overrides it. @throws saying what to install */
export function ensureBrowser(kind: BrowserKind = 'whole'): Promise<Browser> {
  const known = found.get(kind) ?? find(kind)
  found.set(kind, known)
  return known
}

async function find(kind: BrowserKind): Promise<Browser> {
  // Chromium refuses its sandbox as root.
  const args = process.getuid?.() === 0 ? [...QUIET_FLAGS, '--no-sandbox'] : QUIET_FLAGS
  const given = process.env['CHROMIUM_PATH']
  if (given) return { executablePath: given, args }
  const failures: string[] = []
  const ways = { whole: [machinesBrowser, packagedBrowser], bare: [packagedBrowser, machinesBrowser] }[kind]
  for (const attempt of [...ways, installedBrowser]) {
    try {
      return { executablePath: await attempt(), args }
    } catch (error) {
      failures.push(error instanceof Error ? error.message : String(error))
    }
  }
  throw new Error(`No Chromium for the browser tests: install chromium, or set CHROMIUM_PATH.\n${failures.join('\n')}`)
}

async function machinesBrowser(): Promise<string> {
  for (const path of SYSTEM_BROWSERS) if (existsSync(path) && (await answers(path))) return path
  throw new Error('The machine has none of its own.')
}

// Also rejects stub launchers that only name a package to install.
async function answers(path: string): Promise<boolean> {
  return run(path, ['--no-sandbox', '--version'], { timeout: 20_000 }).then(
    ({ stdout }) => /\d+\.\d+/.test(stdout),
    () => false,
  )
}

/** The Chromium of @sparticuz/chromium (Linux only), unpacked with its libraries and fonts. */
async function packagedBrowser(): Promise<string> {
  if (process.platform !== 'linux') throw new Error('The packaged Chromium runs on Linux only.')
  const entry = createRequire(import.meta.url).resolve('@sparticuz/chromium')
  const manifest = JSON.parse(readFileSync(join(dirname(entry), '../package.json'), 'utf8')) as { version: string }
  const dir = join(cacheDir(), `chromium-${manifest.version}`)
  const launcher = join(dir, 'launch')
  if (!existsSync(launcher)) await unpack(entry, dir)
  if (await answers(launcher)) return launcher
  throw new Error(
    `The packaged Chromium does not start; it lacks: ${(await missingLibraries(dir)).join(', ') || 'nothing known'}`,
  )
}

function cacheDir(): string {
  const beside = join(import.meta.dirname, '../node_modules')
  try {
    accessSync(beside, constants.W_OK)
    return join(beside, '.cache/parlance')
  } catch {
    return join(tmpdir(), `parlance-cache-${process.getuid?.() ?? 0}`)
  }
}

// The package unpacks to the temporary directory, and its libraries only in a detected cloud function; so it runs in a
// process with its own environment.
const UNPACK = `const { default: chromium } = await import(process.argv[1]); await chromium.executablePath()`

async function unpack(entry: string, dir: string): Promise<void> {
  mkdirSync(dirname(dir), { recursive: true })
  const fresh = mkdtempSync(`${dir}.`)
  try {
    const env = { ...process.env, TMPDIR: fresh, AWS_EXECUTION_ENV: 'AWS_Lambda_nodejs24.x' }
    await run(process.execPath, ['--input-type=module', '-e', UNPACK, entry], { env })
    writeFileSync(join(fresh, 'launch'), launcherOf(dir), { mode: 0o755 })
    writeFileSync(join(fresh, 'fonts/fonts.conf'), fontsOf(dir))
    // Another user may run the tests next.
    chmodSync(join(fresh, 'chromium'), 0o755)
    chmodSync(fresh, 0o755)
    renameSync(fresh, dir)
  } catch (error) {
    rmSync(fresh, { recursive: true, force: true })
    // Another test run finished first.
    if (!existsSync(join(dir, 'launch'))) throw error
  }
}

// The system's libraries and fonts come first; the package's fill gaps of a minimal system.
const launcherOf = (dir: string) => `#!/bin/sh
export LD_LIBRARY_PATH="\${LD_LIBRARY_PATH:+$LD_LIBRARY_PATH:}/usr/lib/$(uname -m)-linux-gnu:/usr/lib64:/usr/lib:${dir}/al2023/lib"
export FONTCONFIG_FILE="${dir}/fonts/fonts.conf"
exec "${dir}/chromium" "$@"
`

const fontsOf = (dir: string) => `<?xml version="1.0" ?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig>
  <include ignore_missing="yes">/etc/fonts/fonts.conf</include>
  <dir>/usr/share/fonts</dir>
  <dir>${dir}/fonts</dir>
  <cachedir>${dir}/fonts-cache</cachedir>
</fontconfig>
`

async function missingLibraries(dir: string): Promise<string[]> {
  const env = { ...process.env, LD_LIBRARY_PATH: join(dir, 'al2023/lib') }
  const { stdout } = await run('ldd', [join(dir, 'chromium')], { env }).catch(() => ({ stdout: '' }))
  return stdout.split('\n').flatMap((line) => (line.includes('not found') ? [line.trim().split(' ')[0] ?? ''] : []))
}

/** The distribution's Chromium, if we may install it. */
async function installedBrowser(): Promise<string> {
  if (process.getuid?.() !== 0) throw new Error('Only root can install the chromium package of this system.')
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  await run('apt-get', ['update'], { env })
  await run('apt-get', ['install', '-y', '--no-install-recommends', 'chromium'], { env, maxBuffer: 64 * 1024 * 1024 })
  if (await answers('/usr/bin/chromium')) return '/usr/bin/chromium'
  throw new Error('The installed chromium does not start.')
}

if (import.meta.main) console.log((await ensureBrowser()).executablePath)
